// The sequencer: gives what waits in the queue its place in the log, and signs the new tree.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { isListed, isTradeSealed } from '#server/features/users/visibility.ts'
import { type Chains, readChains } from './chains.ts'
import { entryBytes, LOGGED_COLUMNS, type LoggedSignal, opensAt, signalCore, tradeOf } from './entry.ts'
import { appendEntries, type NewEntry, newestCheckpoint, readTiles, saveTiles } from './log-store.ts'
import { leafHash } from './merkle.ts'
import { checkpointText, type NoteKey } from './note.ts'
import { appendLeaves, unfinishedTiles } from './tree.ts'

/** An arbitrary number. The lock lets only one copy of the server append at a time. */
const SEQUENCER_LOCK = 7_446_258
export const BATCH_MAX = 1000

type Needs = { db: Kysely<DB>; clock: Deps['clock'] }
type Waiting =
  | { kind: 'signal'; signal: LoggedSignal; userId: string; sealed: boolean; salts: Salts }
  | { kind: 'leave'; author: string; at: Date }
  | { kind: 'open'; author: string; of: number; signalId: string; salt: Buffer; trade: unknown; at: Date }
type Salts = { text: Buffer; trade: Buffer }

/**
 * Appends one batch in one transaction, so that a crash neither loses nor repeats an entry. Returns how many entries it
 * appended and the new checkpoint's note; null if another copy is appending or nothing waits.
 *
 * `refuseFork` is called before anything is signed, and throws if the log must not continue. Signals older
 * than the log are appended before all others, sealed trades are opened when nothing else waits.
 */
export async function sequenceBatch(
  { db, clock }: Needs,
  key: NoteKey,
  refuseFork: () => Promise<void>,
): Promise<{ entries: number; note: string } | null> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_xact_lock(${SEQUENCER_LOCK}) as locked`.execute(trx)
    if (!rows[0]?.locked) return null
    // A statement of its own, so that it sees what was committed before the lock was granted.
    const head = await newestCheckpoint(trx)
    const now = clock.now()
    const old = await oldSignals(trx, clock)
    const queued = old.length > 0 ? old : await takeQueued(trx)
    const waiting = queued.length > 0 ? queued : await dueTrades(trx, now)
    if (waiting.length === 0) return null
    await refuseFork()
    await trx
      .insertInto('recordLog')
      .values({ origin: key.name, startedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const size = head?.size ?? 0
    const chains = await readChains(trx, clock, {
      userIds: waiting.flatMap((one) => (one.kind === 'signal' ? [one.userId] : [])),
      authors: waiting.flatMap((one) => (one.kind === 'signal' ? [] : [one.author])),
    })
    const entries = waiting.map((one) => newEntry(one, chains, old.length > 0 ? now : undefined))
    const unfinished = await readTiles(trx, unfinishedTiles(size))
    const { tiles, root } = appendLeaves(
      size,
      unfinished,
      entries.map((entry) => entry.leafHash),
    )
    await appendEntries(trx, size, entries)
    await chains.save()
    await saveTiles(trx, tiles)
    await saveTrades(trx, size, waiting)
    const end = size + entries.length
    const note = key.sign(checkpointText({ origin: key.name, size: end, root }))
    await trx.insertInto('recordCheckpoints').values({ size: end, note, at: now }).execute()
    return { entries: entries.length, note }
  })
}

const SIGNAL_FIELDS = sql`${sql.join([...LOGGED_COLUMNS, 'userId', 'textSalt', 'tradeSalt'].map((column) => sql.ref(`g.${column}`)))},
  coalesce(g.tickers::jsonb, '[]') as tickers`
type SignalFields = LoggedSignal & { userId: string; textSalt: Buffer; tradeSalt: Buffer }

const waitingSignal = (row: SignalFields, sealed: boolean): Waiting => ({
  kind: 'signal',
  signal: row,
  userId: row.userId,
  sealed,
  salts: { text: row.textSalt, trade: row.tradeSalt },
})

/** Signals without an entry that posting didn't queue: those older than the log, and those of the demo. They get salts. */
async function oldSignals(trx: Transaction<DB>, clock: Deps['clock']): Promise<Waiting[]> {
  const ids = await trx
    .selectFrom('signals')
    .select('id')
    .where('tradeSalt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(BATCH_MAX)
    .execute()
  if (ids.length === 0) return []
  const salts = (): Buffer[] => ids.map(() => Buffer.from(clock.newToken(), 'base64url'))
  const { rows } = await sql<SignalFields & { sealed: boolean }>`
    update signals g set text_salt = salt.text, trade_salt = salt.trade
      from unnest(${ids.map(({ id }) => id)}::uuid[], ${salts()}::bytea[], ${salts()}::bytea[]) as salt (id, text, trade), users a
     where g.id = salt.id and a.id = g.user_id
    returning ${SIGNAL_FIELDS}, ${isTradeSealed('g', 'a')} as sealed`.execute(trx)
  return rows
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map((row) => waitingSignal(row, row.sealed))
}

/** Takes the oldest rows out of the queue. Only the sequencer deletes from it, so their places (`ctid`) can't change. */
async function takeQueued(trx: Transaction<DB>): Promise<Waiting[]> {
  type Queued = { kind: 'signal' | 'leave'; queuedAt: Date; sealed: boolean; author: string } & SignalFields
  const { rows } = await sql<Queued>`
    with taken as (
      delete from record_queue where ctid = any(array(
        select ctid from record_queue order by queued_at, signal_id limit ${BATCH_MAX}))
      returning queued_at, kind, signal_id, sealed, author)
    select t.kind, t.queued_at, t.sealed, t.author, ${SIGNAL_FIELDS}
      from taken t left join signals g on g.id = t.signal_id order by t.queued_at, t.signal_id`.execute(trx)
  return rows.map((row) =>
    row.kind === 'leave'
      ? { kind: 'leave', author: row.author, at: row.queuedAt }
      : waitingSignal(row, row.sealed),
  )
}

/**
 * Sealed trades whose time has come, unless the author hides now: theirs wait (docs/record.md). A former member hides nothing
 * any more.
 */
async function dueTrades(trx: Transaction<DB>, now: Date): Promise<Waiting[]> {
  const rows = await trx
    .selectFrom('recordTrades as t')
    .innerJoin('recordEntries as e', 'e.index', 't.index')
    .innerJoin('recordAuthors as r', 'r.author', 'e.author')
    .leftJoin('users as u', 'u.id', 'r.userId')
    .where('t.opened', 'is', null)
    .where('t.opensAt', '<=', now)
    .where((eb) => eb.or([eb('u.id', 'is', null), isListed('u')]))
    .select(['t.signalId', 't.index as of', 't.salt', 't.trade', 'r.author'])
    .orderBy('t.opensAt')
    .orderBy('t.index')
    .limit(BATCH_MAX)
    .execute()
  return rows.map((row) => ({ kind: 'open', ...row, at: now }))
}

function newEntry(waiting: Waiting, chains: Chains, loggedAt: Date | undefined): NewEntry {
  const isSignal = waiting.kind === 'signal'
  const author = isSignal ? chains.authorOf(waiting.userId) : waiting.author
  const bytes = entryBytes(coreOf(waiting, author, loggedAt), chains.next(author))
  const hash = leafHash(bytes)
  chains.advance(author, hash)
  const signalId = isSignal ? waiting.signal.id : null
  return { kind: waiting.kind, signalId, author, bytes, leafHash: hash }
}

function coreOf(waiting: Waiting, author: string, loggedAt: Date | undefined): object {
  if (waiting.kind === 'signal') {
    const { signal, salts, sealed: isSealed } = waiting
    return signalCore(author, { signal, salts, isSealed, ...(loggedAt && { loggedAt }) })
  }
  const core = { v: 1, kind: waiting.kind, time: waiting.at.toISOString(), author }
  return waiting.kind === 'leave'
    ? core
    : { ...core, of: waiting.of, salt: waiting.salt.toString('hex'), trade: waiting.trade }
}

/** Keeps what is needed to open the sealed trades of the batch later, and which ones it opened. */
async function saveTrades(trx: Transaction<DB>, from: number, waiting: readonly Waiting[]) {
  const sealed = waiting.flatMap((one, i) =>
    one.kind === 'signal' && one.sealed
      ? [
          {
            signalId: one.signal.id,
            index: from + i,
            salt: one.salts.trade,
            trade: JSON.stringify(tradeOf(one.signal)),
            opensAt: opensAt(one.signal),
          },
        ]
      : [],
  )
  if (sealed.length > 0) await trx.insertInto('recordTrades').values(sealed).execute()
  for (const [i, one] of waiting.entries())
    if (one.kind === 'open')
      await trx
        .updateTable('recordTrades')
        .set({ opened: from + i })
        .where('signalId', '=', one.signalId)
        .execute()
}
