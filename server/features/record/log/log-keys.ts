// The log's keys in order of use, and those of our keys that sign now. docs/record.md describes how to change
// `LOG_KEY`.
import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import type { DB } from '#server/db/tables.ts'
import { LogFork } from './head.ts'
import { readSeams } from './log-store.ts'
import { originOf, type Seam } from '#engine/log/epoch.ts'
import { type NoteKey, noteKey, openNote } from '#engine/log/note.ts'

/** How long a replaced key also signs, for readers who only know the old key. */
export const OVERLAP_MS = 90 * 86_400_000

/** `index`: the entry that introduced the key, signed by the previous one. Null for the log's first key. */
export type LogKey = { vkey: string; index: number | null; since: Date }
/**
 * `origin` and `keys` are those of the newest epoch. `first`: the number of its first entry. `seams`: the first entries
 * of the epochs from the second on. `isStored` is false for a log that is older than the column for its first key.
 */
export type LogKeys = {
  origin: string
  first: number
  keys: readonly LogKey[]
  earlier: readonly LogKey[]
  seams: readonly Seam[]
  isStored: boolean
}

/** The keys of `LOG_KEY` and, if set, `LOG_KEY_PREVIOUS`, under the log's name. */
export const ownKeys = (
  origin: string,
  { logKey, logKeyPrevious }: Pick<Config, 'logKey' | 'logKeyPrevious'>,
): NoteKey[] => [logKey, ...(logKeyPrevious ? [logKeyPrevious] : [])].map((seed) => noteKey(origin, seed))

/**
 * All keys that have signed the log's newest epoch, the current one last, and those of `earlier` epochs. Null before
 * the first entry.
 */
export async function readKeys(
  db: Kysely<DB> | Transaction<DB>,
  config: Pick<Config, 'logKey' | 'logKeyPrevious'>,
): Promise<LogKeys | null> {
  const log = await db.selectFrom('recordLog').select(['origin', 'startedAt', 'firstVkey']).executeTakeFirst()
  if (!log) return null
  const seams = await readSeams(db)
  const introduced = await db
    .selectFrom('recordEntries')
    .select(['index', 'bytes'])
    // A literal instead of a parameter, so that a generic plan can use the index of these few entries.
    .where(sql<SqlBool>`kind = 'key'`)
    .orderBy('index')
    .execute()
  const firstVkey = log.firstVkey ?? (await signerOf(db, ownKeys(log.origin, config)))
  const later = introduced.map(({ index, bytes }) => {
    const { vkey, time } = JSON.parse(bytes.toString()) as { vkey: string; time: string }
    return { vkey, index, since: new Date(time) }
  })
  const { epoch = 1, first = 0 } = seams.at(-1) ?? {}
  const all: LogKey[] = [
    { vkey: firstVkey, index: null, since: log.startedAt },
    ...later.filter(({ index }) => index < (seams[0]?.first ?? Infinity)),
    ...seams.flatMap((seam, i) => [
      { vkey: seam.vkey, index: null, since: new Date(seam.time) },
      ...later.filter(({ index }) => index > seam.first && index < (seams[i + 1]?.first ?? Infinity)),
    ]),
  ]
  const newest = all.findLastIndex(({ index }) => index === null)
  return {
    origin: originOf(log.origin, epoch),
    first,
    keys: all.slice(newest),
    earlier: all.slice(0, newest),
    seams,
    isStored: log.firstVkey !== null,
  }
}

/** The keys of the epoch with this name. */
export const keysOf = ({ keys, earlier }: LogKeys, origin: string): LogKey[] =>
  [...earlier, ...keys].filter(({ vkey }) => vkey.startsWith(`${origin}+`))

/** The key of ours that signed the newest checkpoint; `LOG_KEY` if there is none. */
async function signerOf(db: Kysely<DB>, own: readonly NoteKey[]): Promise<string> {
  const newest = await db
    .selectFrom('recordCheckpoints')
    .select('note')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  const signer = newest && own.find(({ vkey }) => openNote(newest.note, vkey) !== null)
  return (signer ?? own[0])?.vkey ?? ''
}

/**
 * Which of our keys sign a checkpoint now, the log's current key first. `introduces`: a key that the log doesn't know
 * yet. It gets an entry, and from that entry on it signs in addition to the current key. Throws `LogFork` if we don't
 * have the current key.
 *
 * A server that wasn't restarted yet may have the old key as `LOG_KEY` and the new key as the previous one. It
 * introduces nothing.
 */
export function signersOf(
  own: readonly NoteKey[],
  keys: readonly LogKey[],
  now: Date,
): { signers: NoteKey[]; introduces: NoteKey | null } {
  const [first] = own
  const [before, current] = [keys.at(-2), keys.at(-1)]
  if (!first) throw new LogFork('The log has no key')
  if (!current) return { signers: [first], introduces: null }
  const signer = own.find(({ vkey }) => vkey === current.vkey)
  if (!signer) throw new LogFork('LOG_KEY isn’t the key that signs the log, nor is LOG_KEY_PREVIOUS')
  const old = isOverlap(current, now) ? own.find(({ vkey }) => vkey === before?.vkey) : undefined
  return {
    signers: old ? [signer, old] : [signer],
    introduces: keys.some(({ vkey }) => vkey === first.vkey) ? null : first,
  }
}

/** Whether the key that this one replaced still signs. */
export const isOverlap = ({ index, since }: LogKey, now: Date): boolean =>
  index !== null && now.getTime() < since.getTime() + OVERLAP_MS

/**
 * The keys that must have signed the checkpoint of `size` entries, if the previous checkpoint had `from`: the key that
 * was current and, where it was introduced, also the key before it.
 */
export function signersDue(keys: readonly LogKey[], from: number, size: number): string[] {
  const known = keys.filter(({ index }) => index === null || index < size)
  return known
    .filter((_, i) => {
      const next = known[i + 1]
      return next === undefined || (next.index ?? 0) >= from
    })
    .map(({ vkey }) => vkey)
}
