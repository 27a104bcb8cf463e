// Continues a log in its next epoch after a restore from an older backup, if the newer database is permanently lost
// (docs/decisions/0049-a-restored-log-goes-on.md).
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordEvent } from '#server/audit/record-event.ts'
import type { Origin } from '#server/audit/origin.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { continuesBytes, lostIn, originOf, epochOf, REASON_MAX } from '#engine/log/epoch.ts'
import { leafHash } from '#engine/log/merkle.ts'
import {
  checkpointText,
  type NoteKey,
  noteKey,
  openNote,
  parseCheckpoint,
  signNote,
  vkeyUnder,
} from '#engine/log/note.ts'
import { appendLeaves } from '#engine/log/tree.ts'
import { type Head, keepHead, LogFork, openHead } from './head.ts'
import { faultOfNewerDatabase } from './head-database.ts'
import { type LogKeys, ownKeys, readKeys, signersOf } from './log-keys.ts'
import { appendEntries, newestCheckpoint, saveTiles } from './log-store.ts'
import { refuseFault, selfAudit } from './self-audit.ts'
import { notBefore, SEQUENCER_LOCK } from './sequence.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'log'>

/** Why the log can't be continued, in a sentence for the operator. */
export class NotContinuable extends Error {
  override name = 'NotContinuable'
}

/**
 * `name` is the log's current name, and `next` the name of the next epoch. `last` is the last published checkpoint, of
 * `size` entries, of which the database has the first `kept`. `lost`: the numbers of the first and the last entry that
 * it lacks.
 */
export type Continuation = {
  name: string
  next: string
  last: string
  size: number
  kept: number
  first: number
  lost: { from: number; to: number }
  vkey: string
}

/** Throws `NotContinuable` unless the database is an older state of the published log, and the newer one is gone. */
export async function planContinuation(deps: Needs): Promise<Continuation> {
  await selfAudit(deps)
  await refuseFault(deps.db).catch((error: unknown) => {
    throw new NotContinuable(`The database’s log has a fault, so it isn’t just older: ${String(error)}`)
  })
  const plan = await planOn(deps.db, deps, openHead(deps))
  const fault = await faultOfNewerDatabase(deps, plan.last)
  if (fault !== null) throw new NotContinuable(fault)
  return plan
}

/** The parts of the state that can change until the lock is held. */
async function planOn(
  db: Kysely<DB> | Transaction<DB>,
  { config, clock }: Pick<Needs, 'config' | 'clock'>,
  head: Head,
): Promise<Continuation> {
  const log = await readKeys(db, config)
  const newest = await newestCheckpoint(db)
  if (!log || !newest) throw new NotContinuable('The database has no log that could be continued.')
  const last = await head.read()
  if (last === null)
    throw new NotContinuable('No published checkpoint is known (log-head), so it isn’t known what was lost.')
  const { origin, size, root } = parseCheckpoint(last)
  if (epochOf(origin) > epochOf(log.origin))
    throw new NotContinuable(`The backup is older than ${origin}. Restore one from after that log began.`)
  if (origin !== log.origin || size < newest.size || (size === newest.size && root.equals(newest.root)))
    throw new NotContinuable('The database has everything that was published. The log needs no other epoch.')
  if (size === newest.size)
    throw new NotContinuable('The database’s log contradicts the published one, so it isn’t just older.')
  const signer = currentSigner(ownKeys(origin, config), log, clock.now())
  if (openNote(last, signer.vkey) === null)
    throw new NotContinuable('The last published checkpoint isn’t signed by the key that signs the log.')
  const next = originOf(origin, epochOf(origin) + 1)
  const first = log.first + size
  const kept = newest.size
  return {
    name: origin,
    next,
    last,
    size,
    kept,
    first,
    lost: lostIn({ first, size, kept }),
    vkey: vkeyUnder(next, signer.vkey),
  }
}

/** The log's current key. */
function currentSigner(own: NoteKey[], { keys }: LogKeys, now: Date): NoteKey {
  try {
    const [signer] = signersOf(own, keys, now).signers
    if (signer) return signer
  } catch (error) {
    if (!(error instanceof LogFork)) throw error
  }
  throw new NotContinuable('LOG_KEY isn’t the key that signs the log, nor is LOG_KEY_PREVIOUS.')
}

/** The reason as the log will have it. Throws `NotContinuable`. */
export function reasonOf(text: string): string {
  const reason = text.trim().replaceAll(/\s+/g, ' ')
  if (reason === '') throw new NotContinuable('The reason is empty. Everybody reads it on the log’s page.')
  if (reason.length > REASON_MAX || !reason.isWellFormed())
    throw new NotContinuable(`The reason has more than ${REASON_MAX} characters, or invalid ones.`)
  return reason
}

/**
 * Starts the next epoch. Its first entry, the audit log's event and the checkpoint are written in one transaction,
 * under the sequencer's lock. Throws `NotContinuable`.
 */
export async function continueLog(
  deps: Needs & { by: Origin },
  { reason, plan }: { reason: string; plan: Continuation },
): Promise<void> {
  const { db, clock, config } = deps
  const head = openHead(deps)
  const note = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEQUENCER_LOCK})`.execute(trx)
    const now = notBefore((await newestCheckpoint(trx))?.at, clock.now())
    const current = await planOn(trx, deps, head)
    if (current.last !== plan.last || current.kept !== plan.kept)
      throw new NotContinuable('The log has changed in the meantime. Run the command again.')
    const { next, last, size, kept, first, vkey } = current
    const bytes = continuesBytes({
      time: now.toISOString(),
      epoch: epochOf(next),
      kept,
      last,
      reason: reasonOf(reason),
      size,
      vkey,
    })
    const leaf = leafHash(bytes)
    const { tiles, root } = appendLeaves(0, [], [leaf])
    const entry = { kind: 'continues', signalId: null, author: null, bytes, leafHash: leaf }
    await appendEntries(trx, first, [entry])
    await saveTiles(trx, epochOf(next), tiles)
    const seeds = [config.logKey, ...(config.logKeyPrevious ? [config.logKeyPrevious] : [])]
    const signers = seeds.map((seed) => noteKey(next, seed)).filter((key) => key.vkey === vkey)
    const signed = signNote(checkpointText({ origin: next, size: 1, root }), signers)
    await trx
      .insertInto('recordCheckpoints')
      .values({ size: first + 1, note: signed, at: now })
      .execute()
    const event = { event: 'admin.continue-log', userId: null, target: next } as const
    await recordEvent(trx, deps, event)
    return signed
  })
  await keepHead(db, head, note)
}
