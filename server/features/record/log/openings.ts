// A signal's position in the log, with the values that open the commitment to its text.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import {
  isAuthorVisible,
  isListed,
  isReadable,
  STRANGER,
  viewerContext,
  viewerFollows,
  viewerPays,
} from '#server/features/users/visibility.ts'
import type { Serve } from '#server/http/serve.ts'
import { type Opening, record } from '#shared/contracts/record.ts'
import { Problem } from '#shared/problems.ts'
import { servedCheckpoint } from './served-checkpoint.ts'
import { LOGGED_COLUMNS, type LoggedSignal, textValue, type Trade, tradeOf } from '#engine/log/entry.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
type Readable = LoggedSignal & {
  userId: string
  textSalt: Buffer | null
  tradeSalt: Buffer | null
  /** The trade as it was sealed, because earlier entries have another form. */
  sealedTrade: Trade | null
  withdrawnAt: Date | null
  /** Hidden by a moderator. */
  hiddenAt: Date | null
}

/** The signal with its salts if the viewer may read it, otherwise undefined. */
async function readableSignal(
  deps: Needs,
  viewerId: string,
  signalId: string,
  rule: typeof isReadable = isReadable,
): Promise<Readable | undefined> {
  const context = viewerContext(deps, viewerId)
  return await deps.db
    .selectFrom((eb) =>
      eb
        .selectFrom('signals as g')
        .innerJoin('users as a', 'a.id', 'g.userId')
        .leftJoin('recordTrades as t', 't.signalId', 'g.id')
        .selectAll('g')
        .select(['a.isPublic', 'a.deletionRequestedAt', sql<Trade | null>`t.trade`.as('sealedTrade')])
        .select((row) => [
          viewerFollows(context, row.ref('g.userId')).as('follows'),
          viewerPays(context, row.ref('g.userId')).as('pays'),
        ])
        .where('g.id', '=', signalId)
        .as('rows'),
    )
    .where(rule(context))
    .select([...LOGGED_COLUMNS, 'userId', 'textSalt', 'tradeSalt', 'withdrawnAt', 'hiddenAt', 'sealedTrade'])
    .select(sql<string[]>`coalesce(tickers::jsonb, '[]')`.as('tickers'))
    .executeTakeFirst()
}

/**
 * A signal's position in the log, for everybody. `entry`: null until it is in a served checkpoint. `opening`: null
 * unless everybody may read the text and it is shown. `opened`: the index of the entry that opens a sealed
 * trade. `held`: "private" if a trade stays sealed beyond its time because its author is private. Null if the signal
 * isn't logged.
 */
export async function loggedSignal(deps: Needs, signalId: string) {
  const { db, clock } = deps
  const entry = await db
    .selectFrom('recordEntries as e')
    .leftJoin('recordTrades as t', 't.signalId', 'e.signalId')
    .leftJoin('recordAuthors as r', 'r.author', 'e.author')
    .leftJoin('users as u', 'u.id', 'r.userId')
    .where('e.signalId', '=', signalId)
    .select(['e.index', 'e.bytes', 't.opened'])
    .select((eb) => eb.and([eb('u.id', 'is not', null), eb.not(isListed('u'))]).as('isAuthorHidden'))
    .executeTakeFirst()
  const signal = await readableSignal(deps, STRANGER, signalId)
  const text = signal ? textOpening(signal, STRANGER) : null
  const isServed = entry && entry.index < ((await servedCheckpoint(deps))?.end ?? 0)
  if (!isServed) return text && { index: null, entry: null, opening: text, opened: null, held: null }
  const logged = JSON.parse(entry.bytes.toString()) as { opens?: string }
  // `held` is null before `opens`, because the time at which a position ended reveals its length.
  const isDue = logged.opens !== undefined && new Date(logged.opens) <= clock.now()
  return {
    index: entry.index,
    entry: logged,
    opening: text,
    opened: entry.opened,
    held: isDue && entry.opened === null && entry.isAuthorHidden ? ('private' as const) : null,
  }
}

/**
 * Null if the viewer may no longer see the text, or before the signal is logged. Authors still see a
 * withdrawn or hidden text.
 */
function textOpening(signal: Readable, viewerId: string) {
  const isHidden = (signal.withdrawnAt ?? signal.hiddenAt) !== null && signal.userId !== viewerId
  return signal.textSalt && !isHidden
    ? { salt: signal.textSalt.toString('hex'), value: textValue(signal) }
    : null
}

export function openingRoute(serve: Serve, deps: Needs): void {
  serve(record.opening, async ({ viewer, params }): Promise<z.input<typeof Opening>> => {
    const signal = await readableSignal(deps, viewer.id, params.id)
    if (!signal) {
      const isLocked = await readableSignal(deps, viewer.id, params.id, isAuthorVisible)
      throw new Problem(isLocked ? 'signal_locked' : 'signal_not_found')
    }
    const entry = await deps.db
      .selectFrom('recordEntries')
      .select('index')
      .where('signalId', '=', signal.id)
      .executeTakeFirst()
    return {
      index: entry?.index ?? null,
      text: textOpening(signal, viewer.id),
      trade: signal.tradeSalt && {
        salt: signal.tradeSalt.toString('hex'),
        value: signal.sealedTrade ?? tradeOf(signal),
      },
    }
  })
}
