// Adds a batch of the queue to the log and signs the new tree.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { type Chains, readChains } from './chains.ts'
import { entryBytes, opensAt, signalCore, tradeOf } from '#engine/log/entry.ts'
import { type LogKeys, readKeys, signersOf } from './log-keys.ts'
import { appendEntries, type NewEntry, newestCheckpoint, readTiles, saveTiles } from './log-store.ts'
import { epochOf } from '#engine/log/epoch.ts'
import { leafHash } from '#engine/log/merkle.ts'
import { checkpointText, type NoteKey, signNote } from '#engine/log/note.ts'
import { appendLeaves, unfinishedTiles } from '#engine/log/tree.ts'
import { takeWaiting, type Waiting } from './waiting.ts'

/** Arbitrary. The lock lets only one copy of the server append at a time. */
export const SEQUENCER_LOCK = 7_446_258

type Needs = { db: Kysely<DB>; clock: Deps['clock']; config: Pick<Config, 'logKey' | 'logKeyPrevious'> }

/**
 * Appends one batch in one transaction, so that a crash neither loses nor repeats an entry. Returns the
 * number of appended
 * entries and the new checkpoint's note. Null if another copy is appending or nothing is waiting.
 *
 * `own`: our keys, `LOG_KEY` first. `refuseFork`: called before signing, throws if the log must not continue. Throws
 * `LogFork` if none of our keys is the log's current one.
 */
export async function sequenceBatch(
  { db, clock, config }: Needs,
  own: readonly NoteKey[],
  refuseFork: () => Promise<void>,
): Promise<{ entries: number; note: string } | null> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_xact_lock(${SEQUENCER_LOCK}) as locked`.execute(trx)
    if (!rows[0]?.locked) return null
    // A separate statement, so that it sees everything that was committed before the lock was granted.
    const head = await newestCheckpoint(trx)
    const now = notBefore(head?.at, clock.now())
    const log = await readKeys(trx, config)
    const { signers, introduces } = signersOf(own, log?.keys ?? [], now)
    const newKey = introduces?.vkey ?? null
    const { waiting, isOld } = await takeWaiting(trx, clock, { isEmpty: !head, now, newKey })
    if (waiting.length === 0) return null
    await refuseFork()
    await saveLog(trx, log, { own, now })
    // Numbers continue across epochs; the tree and its tiles are those of the newest epoch.
    const [size, from] = [head?.size ?? 0, head?.end ?? 0]
    const origin = log?.origin ?? own[0]?.name ?? ''
    const chains = await readChains(trx, clock, {
      userIds: waiting.flatMap((one) => (one.kind === 'signal' ? [one.userId] : [])),
      authors: waiting.flatMap((one) => ('author' in one && one.author !== null ? [one.author] : [])),
    })
    const entries = newEntries(waiting, { from, chains, ...(isOld && { loggedAt: now }) })
    const unfinished = await readTiles(trx, epochOf(origin), unfinishedTiles(size))
    const { tiles, root } = appendLeaves(
      size,
      unfinished,
      entries.map((entry) => entry.leafHash),
    )
    await appendEntries(trx, from, entries)
    await chains.save()
    await saveTiles(trx, epochOf(origin), tiles)
    await saveTrades(trx, from, waiting)
    const end = size + entries.length
    const isIntroduced = waiting.some(({ kind }) => kind === 'key')
    const signing = introduces && isIntroduced ? [introduces, ...signers.slice(0, 1)] : signers
    const note = signNote(checkpointText({ origin, size: end, root }), signing)
    await trx
      .insertInto('recordCheckpoints')
      .values({ size: from + entries.length, note, at: now })
      .execute()
    return { entries: entries.length, note }
  })
}

/** Stores the log's name and first key with its first entry. */
async function saveLog(
  trx: Transaction<DB>,
  log: LogKeys | null,
  { own: [first], now }: { own: readonly NoteKey[]; now: Date },
): Promise<void> {
  if (!log && first)
    await trx
      .insertInto('recordLog')
      .values({ origin: first.name, startedAt: now, firstVkey: first.vkey })
      .execute()
  else if (log && !log.isStored)
    await trx
      .updateTable('recordLog')
      .set({ firstVkey: [...log.earlier, ...log.keys][0]?.vkey })
      .execute()
}

/**
 * The time of a batch. It never goes back if the clock does, so that the last checkpoint of a day stays the last one,
 * and no entry about a signal has an earlier time than the signal.
 */
export const notBefore = (before: Date | undefined, now: Date) => (before && before > now ? before : now)

type Batch = { from: number; chains: Chains; loggedAt?: Date }
/** The logged signal that another entry refers to: its index, and its author's id in the log. */
type Place = { of: number; author: string }

/** Built in order, because each entry may refer to earlier ones. */
function newEntries(waiting: readonly Waiting[], { from, chains, loggedAt }: Batch): NewEntry[] {
  const placed = new Map<string, Place>()
  return waiting.map((one, i) => {
    if (one.kind === 'signal') {
      const { signal, salts, sealed: isSealed } = one
      const author = chains.authorOf(one.userId)
      placed.set(signal.id, { of: from + i, author })
      const core = signalCore(author, { signal, salts, isSealed, ...(loggedAt && { loggedAt }) })
      return { kind: one.kind, signalId: signal.id, author, ...chained(core, author, chains) }
    }
    const { author, ...fields } = fieldsOf(one, placed)
    const core = { v: 1, kind: one.kind, time: one.at.toISOString(), ...fields }
    const hashed = author === undefined ? unchained(core) : chained({ ...core, author }, author, chains)
    return { kind: one.kind, signalId: null, author: author ?? null, ...hashed }
  })
}

/** The fields of an entry that isn't a signal, except kind and time. Without `author`, it is the log's own entry. */
function fieldsOf(
  one: Exclude<Waiting, { kind: 'signal' }>,
  placed: ReadonlyMap<string, Place>,
): { author?: string; [field: string]: unknown } {
  switch (one.kind) {
    case 'leave':
      return { author: one.author }
    case 'open':
      return { author: one.author, of: one.of, salt: one.salt.toString('hex'), trade: one.trade }
    case 'withdraw':
      return placeOf(one, placed)
    case 'takedown':
      return { of: placeOf(one, placed).of, reason: one.reason }
    case 'method':
      return { method: one.method, sha256: one.sha256 }
    case 'key':
      return { vkey: one.vkey }
  }
}

/**
 * Finds the signal that an entry is about. Throws if it isn't logged, because the queue has it before its
 * later events.
 */
function placeOf(
  { signalId, of, author }: { signalId: string; of: number | null; author: string | null },
  placed: ReadonlyMap<string, Place>,
): Place {
  const place = of === null || author === null ? placed.get(signalId) : { of, author }
  if (!place) throw new Error(`The log has no signal ${signalId}`)
  return place
}

function chained(core: object, author: string, chains: Chains) {
  const bytes = entryBytes(core, chains.next(author))
  const hash = leafHash(bytes)
  chains.advance(author, hash)
  return { bytes, leafHash: hash }
}

function unchained(core: object) {
  const bytes = entryBytes(core)
  return { bytes, leafHash: leafHash(bytes) }
}

/** Stores what is needed to open the batch's sealed trades later, and which trades the batch opened. */
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
