// The checks of a checkpoint: who signed it, and whether it continues the last one that this browser has
// checked.
import { localStore } from '#web/lib/browser-storage.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { type Check, count, fault, ifWrongTile, none, ok } from './check.ts'
import { epochOf, lostText, originOf, type Tree } from './epochs.ts'
import { areEqual, rootFromTiles } from './merkle.ts'
import { type Checkpoint, nameOf, openCheckpoint, parseCheckpoint, vkeyUnder } from './note.ts'

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

/** Checks the newest of the log's epochs. `trees`: oldest first. */
export async function checkSignature(trees: readonly Tree[], kept: KeptCheckpoint | null): Promise<Check> {
  const { note = '', vkey = '' } = trees.at(-1) ?? {}
  try {
    const isNewKey = kept !== null && (await isAnotherKey(trees, kept.vkey))
    if (isNewKey && !(await isVouchedFor(trees, kept.vkey)))
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

/** Whether the newest epoch is signed by a key other than the stored one. The key's name differs between epochs. */
async function isAnotherKey(trees: readonly Tree[], known: string): Promise<boolean> {
  const { vkey = '' } = trees.at(-1) ?? {}
  return (await inEpochOf(vkey, known)) !== vkey
}

/** Whether the known key signs beside the current one, in the newest epoch or before a restore. */
async function isVouchedFor(trees: readonly Tree[], known: string): Promise<boolean> {
  let key = known
  for (const { epoch, note, vkey } of trees) {
    if (epoch < epochOf(nameOf(known))) continue
    const own = await inEpochOf(vkey, key)
    if (own !== vkey && !(await openCheckpoint(note, own))) return false
    key = vkey
  }
  return true
}

/** The known key under the name that the log has in the epoch of `vkey`. A key of another log stays as it is. */
const inEpochOf = async (vkey: string, known: string): Promise<string> =>
  originOf(nameOf(known), 1) === originOf(nameOf(vkey), 1) ? await vkeyUnder(nameOf(vkey), known) : known

/**
 * Also checks that the tiles have the root of the checkpoint, because the proof could lead to another tree. `trees`:
 * one for each epoch of the log, oldest first.
 */
export async function checkHistory(trees: readonly Tree[], kept: KeptCheckpoint | null): Promise<Check> {
  const newest = trees.at(-1)
  for (const { size, root, tile } of trees)
    if (!areEqual(await rootFromTiles(0, size, tile), root))
      return fault('The log’s tiles don’t have its root', 'The log shows one tree and signs another.')
  const before = kept && parseCheckpoint(kept.note)
  if (!newest || !kept || !before || originOf(before.origin, 1) !== originOf(newest.origin, 1))
    return none(
      'You haven’t checked this log before',
      `This browser now keeps the checkpoint of ${count(newest?.size ?? 0)} entries, and compares it next time.`,
    )
  const seen = `You last checked at ${count(before.size)} entries on ${longDate(new Date(kept.at))}`
  const tree = trees.find(({ origin }) => origin === before.origin)
  const size = tree?.size ?? 0
  const after = trees.find(({ epoch }) => epoch === epochOf(before.origin) + 1)
  if (before.size > size && after?.seam) return compareWithLost(before, after, seen)
  const isCut = before.size > size
  const known =
    isCut || !tree ? null : await rootFromTiles(0, before.size, tree.tile).catch(ifWrongTile(null))
  if (known && areEqual(known, before.root))
    return ok('The log you saw last time is still inside', `${seen}.`)
  return fault(
    'The log you saw last time isn’t inside this one',
    `${seen}. ${isCut ? `Now there are only ${count(size)}: you’re` : 'You’re'} being shown a different history.`,
  )
}

/** If entries that this browser has seen were lost, the log must have named at least as many. */
function compareWithLost(before: Checkpoint, after: Tree, seen: string): Check {
  const last = after.seam && parseCheckpoint(after.seam.last)
  if (!last || before.size > last.size || (before.size === last.size && !areEqual(before.root, last.root)))
    return fault(
      'The log you saw last time isn’t the one that was restored',
      `${seen}. The log doesn’t admit all of what you saw.`,
    )
  const title = 'You saw entries that were lost in a restore'
  if (before.size === last.size) return ok(title, `${seen}. ${lostText(after)}, as the log says.`)
  return none(title, `${seen}. ${lostText(after)}, so the rest can’t be compared.`)
}
