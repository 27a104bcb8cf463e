// The checks of a checkpoint: who signed it, and whether it continues the last one that this browser has
// checked.
import { localStore } from '#web/lib/browser-storage.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { type Check, count, fault, ifWrongTile, none, ok } from './check.ts'
import { areEqual, type ReadTile, rootFromTiles } from './merkle.ts'
import { type Checkpoint, openCheckpoint, parseCheckpoint } from './note.ts'

const KEY = 'log-checkpoint'

/** `note` is the signed note, and `at` when it was checked, in milliseconds since the epoch. */
type KeptCheckpoint = { note: string; vkey: string; at: number }

export function keptCheckpoint(): KeptCheckpoint | null {
  const kept = localStore.getJson(KEY)
  if (typeof kept !== 'object' || kept === null) return null
  const { note, vkey, at } = kept as Partial<KeptCheckpoint>
  return typeof note === 'string' && typeof vkey === 'string' && typeof at === 'number'
    ? { note, vkey, at }
    : null
}

export const keepCheckpoint = (kept: KeptCheckpoint): boolean => localStore.set(KEY, JSON.stringify(kept))

export async function checkSignature(
  note: string,
  vkey: string,
  kept: KeptCheckpoint | null,
): Promise<Check> {
  try {
    const isNewKey = kept !== null && kept.vkey !== vkey
    if (isNewKey && !(await openCheckpoint(note, kept.vkey)))
      return fault(
        'The log’s key isn’t the one that you saw last time',
        'Someone else may be answering you. When we change the key, the old one signs beside it for 90 days.',
      )
    const checkpoint = await openCheckpoint(note, vkey)
    if (!checkpoint) return fault('The log isn’t signed by its key', 'Anybody could have made it up.')
    return ok(
      'The log that contains it is signed by us',
      `A checkpoint of ${count(checkpoint.size)} entries.${isNewKey ? ' Its key is new, and the one that you know signs beside it.' : ''}`,
    )
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError')
      return none(
        'Your browser can’t check the signature',
        'It doesn’t know Ed25519. The program below does.',
      )
    return fault('The log’s key can’t be read', 'It isn’t an Ed25519 key, or has the id of another one.')
  }
}

/**
 * Also checks that the tiles have the root of the checkpoint, because the proof could lead to another tree.
 */
export async function checkHistory(
  { origin, size, root }: Checkpoint,
  kept: KeptCheckpoint | null,
  tile: ReadTile,
): Promise<Check> {
  if (!areEqual(await rootFromTiles(0, size, tile), root))
    return fault('The log’s tiles don’t have its root', 'The log shows one tree and signs another.')
  const before = kept && parseCheckpoint(kept.note)
  if (!kept || !before || before.origin !== origin)
    return none(
      'You haven’t checked this log before',
      `This browser now keeps the checkpoint of ${count(size)} entries, and compares it next time.`,
    )
  const seen = `You last checked at ${count(before.size)} entries on ${longDate(new Date(kept.at))}`
  const isCut = before.size > size
  const known = isCut ? null : await rootFromTiles(0, before.size, tile).catch(ifWrongTile(null))
  if (known && areEqual(known, before.root))
    return ok('The log you saw last time is still inside', `${seen}.`)
  return fault(
    'The log you saw last time isn’t inside this one',
    `${seen}. ${isCut ? `Now there are only ${count(size)}: you’re` : 'You’re'} being shown a different history.`,
  )
}
