// The keys of the log, in the order of their use, and which of ours sign now. Changing `LOG_KEY` is described in docs/record.md.
import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import type { DB } from '#server/db/tables.ts'
import { LogFork } from './head.ts'
import { type NoteKey, noteKey, openNote } from '#engine/log/note.ts'

/** For how long a replaced key signs beside the new one: the time that readers have who know only the old one. */
export const OVERLAP_MS = 90 * 86_400_000

/** `index`: the entry that introduced the key, under the one before. Null for the log's first key. */
export type LogKey = { vkey: string; index: number | null; since: Date }
/** `isStored` is false of a log that is older than the column for its first key. */
export type LogKeys = { origin: string; keys: readonly LogKey[]; isStored: boolean }

/** `LOG_KEY`, then the previous one if it is set, under the name of the log. */
export const ownKeys = (
  origin: string,
  { logKey, logKeyPrevious }: Pick<Config, 'logKey' | 'logKeyPrevious'>,
): NoteKey[] => [logKey, ...(logKeyPrevious ? [logKeyPrevious] : [])].map((seed) => noteKey(origin, seed))

/** All keys that have signed the log, the current one last. Null before the first entry. */
export async function readKeys(
  db: Kysely<DB> | Transaction<DB>,
  config: Pick<Config, 'logKey' | 'logKeyPrevious'>,
): Promise<LogKeys | null> {
  const log = await db.selectFrom('recordLog').select(['origin', 'startedAt', 'firstVkey']).executeTakeFirst()
  if (!log) return null
  const { origin, startedAt: since, firstVkey } = log
  const introduced = await db
    .selectFrom('recordEntries')
    .select(['index', 'bytes'])
    // Not a parameter, so that a generic plan may use the index of these few entries.
    .where(sql<SqlBool>`kind = 'key'`)
    .orderBy('index')
    .execute()
  const first = { vkey: firstVkey ?? (await signerOf(db, ownKeys(origin, config))), index: null, since }
  const later = introduced.map(({ index, bytes }) => {
    const { vkey, time } = JSON.parse(bytes.toString()) as { vkey: string; time: string }
    return { vkey, index, since: new Date(time) }
  })
  return { origin, keys: [first, ...later], isStored: firstVkey !== null }
}

/** Which of the keys has signed the newest checkpoint; `LOG_KEY` if none has. */
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
 * Which of our own keys sign a checkpoint now, the log's current one first. `introduces` is a key that the log doesn't know
 * yet: it gets an entry, and signs beside the current one from that entry on. Throws `LogFork` if we don't have the current key.
 *
 * A server that still has the old key as `LOG_KEY` and the new one as the previous, because it was not restarted yet, introduces
 * nothing.
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
 * The keys that must have signed the checkpoint of `size` entries, if the one before it had `from`: the one that was current,
 * and where it was introduced also the one that introduced it.
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
