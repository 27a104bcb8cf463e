// Requests a witness's cosignature of a checkpoint (c2sp.org/tlog-witness).
import type { Kysely } from 'kysely'
import { postLimited } from '#server/adapters/post-limited.ts'
import type { DB } from '#server/db/tables.ts'
import type { Witness } from '#server/witness-settings.ts'
import { findCosignature } from '#engine/log/cosignature.ts'
import { readTiles } from './log-store.ts'
import { epochOf } from '#engine/log/epoch.ts'
import { type Checkpoint, checkpointText, parseCheckpoint } from '#engine/log/note.ts'
import { consistencyRanges, hashesOf, tilesFor } from '#engine/log/tree.ts'

const REPLY_MAX_BYTES = 16 * 1024

/** Why a witness hasn't cosigned. The message continues the witness's name on the log's page. */
export class WitnessError extends Error {
  override name = 'WitnessError'
}

/**
 * The witness's cosignature line for the checkpoint of `note`. `known`: the last size that the witness is known to have
 * seen. If the witness has seen another size, its response contains it, and the request is repeated from there. Throws
 * `WitnessError`.
 */
export async function cosign(
  db: Kysely<DB>,
  { vkey, url }: Pick<Witness, 'vkey' | 'url'>,
  { note, known, signal }: { note: string; known: number; signal: AbortSignal },
): Promise<string> {
  const checkpoint = parseCheckpoint(note)
  const submit = async (old: number) => {
    const body = `old ${old}\n${await proofLines(db, old, checkpoint)}\n${note}`
    return await postLimited(`${url}/add-checkpoint`, {
      type: 'text/plain',
      body: Buffer.from(body),
      signal,
      maxBytes: REPLY_MAX_BYTES,
    }).catch((error: unknown) => {
      throw new WitnessError(error instanceof Error ? error.message : String(error))
    })
  }
  let answer = await submit(known)
  if (answer.status === 409) {
    const [, theirs] = /^(0|[1-9]\d{0,14})\n?$/.exec(answer.body.toString()) ?? []
    if (Number(theirs) > checkpoint.size) throw new WitnessError(`already knows a log of ${theirs} entries`)
    if (theirs !== undefined) answer = await submit(Number(theirs))
  }
  if (answer.status !== 200) throw new WitnessError(`answers ${answer.status}`)
  const line = findCosignature(answer.body.toString(), checkpointText(checkpoint), vkey)
  if (line === null) throw new WitnessError('returns no valid cosignature')
  return line
}

/** The consistency proof from `old` entries to the checkpoint, one hash per line. */
async function proofLines(db: Kysely<DB>, old: number, { origin, size }: Checkpoint): Promise<string> {
  if (old === 0) return ''
  const ranges = consistencyRanges(old, size)
  const hashes = hashesOf(ranges, await readTiles(db, epochOf(origin), tilesFor(ranges)))
  return hashes.map((hash) => `${hash.toString('base64')}\n`).join('')
}
