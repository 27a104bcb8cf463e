// A signal's place in the log, with what opens the commitment to its text.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import {
  isReadable,
  STRANGER,
  viewerContext,
  viewerFollows,
  viewerPays,
} from '#server/features/users/visibility.ts'
import { LOGGED_COLUMNS, type LoggedSignal, textValue } from './entry.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
type Readable = LoggedSignal & { textSalt: Buffer | null; withdrawnAt: Date | null }

/** The signal with its salt if the viewer may read it, else undefined. */
async function readableSignal(
  deps: Needs,
  viewerId: string,
  signalId: string,
): Promise<Readable | undefined> {
  const context = viewerContext(deps, viewerId)
  return await deps.db
    .selectFrom((eb) =>
      eb
        .selectFrom('signals as g')
        .innerJoin('users as a', 'a.id', 'g.userId')
        .selectAll('g')
        .select(['a.isPublic', 'a.deletionRequestedAt'])
        .select((row) => [
          viewerFollows(context, row.ref('g.userId')).as('follows'),
          viewerPays(context, row.ref('g.userId')).as('pays'),
        ])
        .where('g.id', '=', signalId)
        .as('rows'),
    )
    .where(isReadable(context))
    .select([...LOGGED_COLUMNS, 'textSalt', 'withdrawnAt'])
    .select(sql<string[]>`coalesce(tickers::jsonb, '[]')`.as('tickers'))
    .executeTakeFirst()
}

/**
 * A signal's place in the log, for everybody. `entry` is null until it is logged; `opening` is null unless everybody may read
 * the text, as long as it isn't withdrawn; `held` is "private" if a sealed trade stays sealed beyond its time because its author is private. Null if the log
 * doesn't know the signal.
 */
export async function loggedSignal(deps: Needs, signalId: string) {
  const { db, clock } = deps
  const entry = await db
    .selectFrom('recordEntries as e')
    .leftJoin('recordTrades as t', 't.signalId', 'e.signalId')
    .where('e.signalId', '=', signalId)
    .select(['e.index', 'e.bytes', 't.opensAt', 't.opened'])
    .executeTakeFirst()
  const signal = await readableSignal(deps, STRANGER, signalId)
  const text =
    signal?.textSalt && signal.withdrawnAt === null
      ? { salt: signal.textSalt.toString('hex'), value: textValue(signal) }
      : null
  if (!entry) return text && { index: null, entry: null, opening: text, held: null }
  const isHeld = entry.opensAt !== null && entry.opensAt <= clock.now() && entry.opened === null
  return {
    index: entry.index,
    entry: JSON.parse(entry.bytes.toString()) as unknown,
    opening: text,
    held: isHeld ? ('private' as const) : null,
  }
}
