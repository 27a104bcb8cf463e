// Collects the entries that wait to be logged: signals, later events about them, and entries about the log itself.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { isListed, isTradeSealed } from '#server/features/users/visibility.ts'
import { LOGGED_COLUMNS, type LoggedSignal } from '#engine/log/entry.ts'
import { METHOD_IN_USE } from './methods.ts'

/** The most signals in a batch. */
export const BATCH_MAX = 1000

type Salts = { text: Buffer; trade: Buffer }
/** An event about a signal. The index and author of the signal's entry are null if it is in the same batch. */
type OfSignal = { signalId: string; of: number | null; author: string | null; at: Date }
export type Waiting =
  | { kind: 'signal'; signal: LoggedSignal; userId: string; sealed: boolean; salts: Salts }
  | { kind: 'leave'; author: string; at: Date }
  | ({ kind: 'withdraw' } & OfSignal)
  | ({ kind: 'takedown'; reason: string } & OfSignal)
  | { kind: 'open'; author: string; of: number; signalId: string; salt: Buffer; trade: unknown; at: Date }
  | { kind: 'method'; method: number; sha256: string; at: Date }
  | { kind: 'key'; vkey: string; at: Date }

/**
 * The next batch. `isOld`: these signals are older than the log, and come before all others. Sealed trades are opened
 * when nothing else is waiting. `newKey`: a verifier key that the log doesn't know yet.
 */
export async function takeWaiting(
  trx: Transaction<DB>,
  clock: Deps['clock'],
  { isEmpty, now, newKey }: { isEmpty: boolean; now: Date; newKey: string | null },
): Promise<{ waiting: Waiting[]; isOld: boolean }> {
  const old = await oldSignals(trx, clock)
  const isOld = old.length > 0
  const queued = isOld ? old : await takeQueued(trx)
  const signals = queued.length > 0 ? queued : await dueTrades(trx, now)
  // Old signals come first, and an empty log stays empty until the first signal.
  const mayAddMore = old.length < BATCH_MAX && (signals.length > 0 || !isEmpty)
  if (!mayAddMore) return { waiting: signals, isOld }
  const keys: Waiting[] = newKey === null ? [] : [{ kind: 'key', vkey: newKey, at: now }]
  return { waiting: [...signals, ...(await unloggedMethods(trx, now)), ...keys], isOld }
}

/** Whether a batch would have entries. Cheaper than a batch, for a server without new signals. */
export async function isAnythingWaiting(db: Kysely<DB>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from record_queue) or exists (select from signals where trade_salt is null)
      or exists (${openable(db, now).select(sql`true`.as('yes'))})
      or (exists (select from record_log) and not ${METHOD_IN_USE.method} = any(array(${loggedMethods})))
      as waits`.execute(db)
  return rows[0]?.waits === true
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

/** Signals without an entry that posting didn't queue: signals older than the log, and the demo's. They get salts. */
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

/** A signal comes before its events of the same millisecond. */
const IN_ORDER = sql`queued_at, kind <> 'signal', signal_id`

/**
 * Takes the oldest rows from the queue. Only the sequencer deletes from it, so their row addresses (`ctid`)
 * can't change.
 */
async function takeQueued(trx: Transaction<DB>): Promise<Waiting[]> {
  type Queued = {
    kind: 'signal' | 'leave' | 'withdraw' | 'takedown'
    queuedAt: Date
    signalId: string
    sealed: boolean
    reason: string
    author: string
    of: number | null
    authorOfSignal: string | null
  } & SignalFields
  const { rows } = await sql<Queued>`
    with taken as (
      delete from record_queue where ctid = any(array(
        select ctid from record_queue order by ${IN_ORDER} limit ${BATCH_MAX}))
      returning queued_at, kind, signal_id, sealed, reason, author)
    select t.kind, t.queued_at, t.signal_id, t.sealed, t.reason, t.author, e.index as of, e.author as author_of_signal,
      ${SIGNAL_FIELDS}
      from taken t left join signals g on g.id = t.signal_id left join record_entries e on e.signal_id = t.signal_id
     order by t.queued_at, t.kind <> 'signal', t.signal_id`.execute(trx)
  return rows.map((row) => {
    const { kind, queuedAt: at, signalId, of, authorOfSignal, reason } = row
    if (kind === 'signal') return waitingSignal(row, row.sealed)
    if (kind === 'leave') return { kind, author: row.author, at }
    const ofSignal = { signalId, of, author: authorOfSignal, at }
    return kind === 'withdraw' ? { kind, ...ofSignal } : { kind, reason, ...ofSignal }
  })
}

/**
 * Sealed trades whose positions have ended or whose 90 days are over, unless the author is private now: their trades
 * wait (docs/record.md). A former member's trades are always opened.
 */
const openable = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('recordTrades as t')
    .innerJoin('recordEntries as e', 'e.index', 't.index')
    .innerJoin('recordAuthors as r', 'r.author', 'e.author')
    .leftJoin('users as u', 'u.id', 'r.userId')
    .where('t.opened', 'is', null)
    .where((eb) => eb.or([eb('t.opensAt', '<=', now), eb('t.endedAt', 'is not', null)]))
    .where((eb) => eb.or([eb('u.id', 'is', null), isListed('u')]))

async function dueTrades(trx: Transaction<DB>, now: Date): Promise<Waiting[]> {
  const rows = await openable(trx, now)
    .select(['t.signalId', 't.index as of', 't.salt', 't.trade', 'r.author'])
    .orderBy('t.opensAt')
    .orderBy('t.index')
    .limit(BATCH_MAX)
    .execute()
  return rows.map((row) => ({ kind: 'open', ...row, at: now }))
}

const loggedMethods = sql`select (convert_from(bytes, 'UTF8')::jsonb ->> 'method')::int as method
  from record_entries where kind = 'method'`

/** The method in use, if the log doesn't commit to its text yet. */
async function unloggedMethods(trx: Transaction<DB>, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<{ method: number }>`${loggedMethods}`.execute(trx)
  const { method, sha256 } = METHOD_IN_USE
  return rows.some((row) => row.method === method) ? [] : [{ kind: 'method', method, sha256, at: now }]
}
