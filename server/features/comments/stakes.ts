// Finds the stakes of comment authors in the signal's tickers: an open trade, or a holding at their linked broker.
import { sql } from 'kysely'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { z } from 'zod'
import { holdsNow } from '#engine/portfolio/holdings/rules.ts'
import { METHOD } from '#engine/scoring/method.ts'
import type { Deps } from '#server/deps.ts'
import { linkedRecordsOf } from '#server/features/portfolio/store.ts'
import { signalsFor } from '#server/features/signals/store.ts'
import { isReadable, viewerContext } from '#server/features/users/visibility.ts'
import type { Stake } from '#shared/contracts/comments.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>
type StakeView = z.input<typeof Stake>
/** `shows`: whether the person lets readers see what their linked broker holds. */
type Writer = { id: string; shows: boolean }

/**
 * Stakes by person. Only open trades of signals that the viewer may read count, so a premium trade is visible to
 * subscribers only. A person has one stake per ticker, and an open trade takes precedence over a holding.
 */
export async function stakesOf(
  deps: Needs,
  viewerId: string,
  writers: readonly Writer[],
  tickers: readonly string[],
): Promise<ReadonlyMap<string, StakeView[]>> {
  const ids = [...new Set(writers.map(({ id }) => id))]
  if (ids.length === 0 || tickers.length === 0) return new Map()
  const stakes = new Map<string, StakeView[]>()
  const add = (personId: string, stake: StakeView) => {
    const known = stakes.get(personId) ?? []
    if (!known.some(({ ticker }) => ticker === stake.ticker)) stakes.set(personId, [...known, stake])
  }
  for (const { userId, ticker, side, createdAt } of await openTrades(deps.statements, {
    ...viewerContext(deps, viewerId),
    ids,
    tickers,
  }))
    add(userId, { ticker, kind: side === 1 ? 'buy' : 'short', since: createdAt.toISOString() })
  const showing = new Set(writers.filter(({ shows }) => shows).map(({ id }) => id))
  for (const id of showing)
    for (const ticker of await heldBy(deps, id, tickers)) add(id, { ticker, kind: 'holds', since: null })
  return stakes
}

/** The tickers that a person's linked broker holds now. */
export async function heldBy(
  { db }: Pick<Deps, 'db'>,
  personId: string,
  tickers: readonly string[],
): Promise<string[]> {
  if (tickers.length === 0) return []
  const records = await linkedRecordsOf(db, personId, tickers)
  return [...records].flatMap(([ticker, some]) => (holdsNow(some) ? [ticker] : []))
}

type Asked = ReturnType<typeof viewerContext> & { ids: readonly string[]; tickers: readonly string[] }

/** Open trades in the order of the posts, including those that begin with the next close. */
const openTrades = prepared('open_trades_of', (db, asked: Parameters<Asked>) => {
  const rows = signalsFor(db, asked)
    .innerJoin('recordScores as s', 's.signalId', 'g.id')
    .select(['s.ticker', 's.side'])
    .where(
      sql<boolean>`s.author in (select author from record_authors where user_id = any(${asked.ids}::uuid[]))`,
    )
    .where(sql<boolean>`s.ticker = any(${asked.tickers}::text[])`)
    .where('s.method', '=', sql.lit(METHOD))
    .where('s.does', '=', 'opens')
    .where('s.status', 'in', ['pending', 'open'])
    .offset(sql.lit(0))
  return db
    .selectFrom(rows.as('rows'))
    .select(['userId', 'ticker', 'side', 'createdAt'])
    .where(isReadable(asked))
    .orderBy('createdAt')
})
