// What the page of a signal says of each ticker beside its figures: what they were before a correction, how the share
// ended, and what the author's broker says of it.
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import { finalValueOf, symbolsOf } from '#server/market/share-events.ts'
import type { Restatement, SignalScore } from '#shared/contracts/scores.ts'
import { holdingFacts } from './holding-facts.ts'
import { METHOD } from './method.ts'
import type { ScoredForViewer } from './outcome-store.ts'

type Restated = z.input<typeof Restatement>
type Facts = Pick<
  z.input<typeof SignalScore>['parts'][number],
  'restated' | 'finalValue' | 'isThin' | 'holding'
>

/** By ticker. Of a sealed trade there are none. `showsPrices`: whether closes may be shown. */
export async function partFacts(
  db: Kysely<DB>,
  signal: ScoredForViewer,
  { showsPrices }: { showsPrices: boolean },
): Promise<ReadonlyMap<string, Facts>> {
  if (signal.isSealed) return new Map()
  const restated = Map.groupBy(await restatementsOf(db, signal), ({ ticker }) => ticker)
  const holdings = await holdingFacts(db, signal)
  const facts = new Map<string, Facts>()
  for (const { ticker, exitDay, exitReason, isThin, isSample } of signal.scores) {
    const own = restated.get(ticker)?.map(({ ticker: _ticker, ...one }) => one)
    const symbol = isSample ? ticker : ((await symbolsOf(db, ticker)).at(-1)?.symbol ?? ticker)
    const final = exitReason === 'stopped-trading' && !isSample ? await finalValueOf(db, symbol) : null
    const holding = holdings.get(ticker)
    facts.set(ticker, {
      ...(holding && { holding }),
      ...(own && { restated: own }),
      ...(final?.day === exitDay &&
        final !== null && {
          finalValue: { ...final, value: showsPrices ? final.value.toFixed() : null },
        }),
      ...(isThin && { isThin }),
    })
  }
  return facts
}

/**
 * The figures before count the author's sealed trades in the ticker, which may have ended the position. So nobody else sees
 * them until those are opened.
 */
async function restatementsOf(
  db: Kysely<DB>,
  { id, isEntitled }: ScoredForViewer,
): Promise<(Restated & { ticker: string })[]> {
  type Row = Omit<Restated, 'at'> & { at: Date; ticker: string }
  const { rows } = await sql<Row>`
    select r.ticker, restated_at as at, causes, r.as_of::text as as_of, r.return, r.benchmark, r.excess
      from record_restatements r join record_scores s using (signal_id, ticker, method)
     where signal_id = ${id} and method = ${METHOD} and (${isEntitled} or not exists (
       select from record_scores other join record_trades t on t.signal_id = other.signal_id
        where other.author = s.author and other.ticker = s.ticker and other.method = ${METHOD} and t.opened is null))
     order by restated_at desc`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
