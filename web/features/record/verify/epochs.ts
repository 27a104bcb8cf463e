// The epochs of the log: after a restore from a backup it continues in another tree, whose first entry names what was
// lost.
import { longDate } from '#web/lib/money-and-dates.ts'
import { type Check, count, fault, ifWrongTile, ok } from './check.ts'
import { areEqual, checkedTiles, leafHash, type ReadTile, rootFromTiles } from './merkle.ts'
import { type Checkpoint, nameOf, openCheckpoint, parseCheckpoint, vkeyUnder } from './note.ts'
import { readCheckpoint, readEntry, tileReader } from './read-log.ts'

/**
 * The first entry of an epoch: the previous epoch had `size` entries in its checkpoint `last`, and `kept` of them
 * remain.
 */
export type Seam = {
  time: string
  epoch: number
  kept: number
  last: string
  reason: string
  size: number
  vkey: string
}
/**
 * An epoch's tree. `first`: the number of its first entry; numbers include lost entries. `seam`: null in the first
 * epoch.
 */
export type Tree = Checkpoint & {
  epoch: number
  first: number
  note: string
  vkey: string
  path: string
  tile: ReadTile
  seam: Seam | null
}
/** Oldest first. With a fault, only those after it. */
export type Epochs = { trees: Tree[]; fault: string | null }

const NAME = /^(.*\/log)(?:\/([1-9]\d*))?$/
export const epochOf = (origin: string): number => Number(NAME.exec(origin)?.[2] ?? 1)
/** The name that a log has in another epoch. */
export function originOf(origin: string, epoch: number): string {
  const first = NAME.exec(origin)?.[1] ?? origin
  return epoch === 1 ? first : `${first}/${epoch}`
}

/**
 * Follows the log from its newest epoch, that of the key, back to the first. `note`: the checkpoint that a proof leads
 * to, used for its epoch instead of the served checkpoint.
 */
export async function readEpochs(vkey: string, note: string | null): Promise<Epochs> {
  const newest = epochOf(nameOf(vkey))
  const given = note === null ? null : parseCheckpoint(note)
  const back: Omit<Tree, 'first'>[] = []
  let key = vkey
  let problem: string | null = null
  for (let epoch = newest; epoch > 0 && problem === null; epoch -= 1) {
    const path = epoch === 1 ? '/log' : `/log/${epoch}`
    const isGiven = note !== null && given !== null && epochOf(given.origin) === epoch
    const signed = isGiven ? note : await readCheckpoint(epoch === newest ? null : epoch)
    const checkpoint = parseCheckpoint(signed)
    const after = back.at(-1)?.seam
    problem =
      checkpoint === null ? 'It has no checkpoint.' : await faultOfTree(checkpoint, signed, key, after)
    if (checkpoint === null || problem !== null) break
    const tile = checkedTiles(tileReader(checkpoint.size, path))
    const seam = epoch === 1 ? null : await readSeam(checkpoint, path, tile).catch(ifWrongTile(null))
    if (epoch > 1)
      problem =
        seam === null ? 'It doesn’t say what it continues.' : await faultOfSeam(seam, checkpoint.origin)
    back.push({ ...checkpoint, epoch, note: signed, vkey: key, path, tile, seam })
    if (seam && problem === null) key = await vkeyUnder(originOf(checkpoint.origin, epoch - 1), seam.vkey)
  }
  let first = 0
  const trees = back.toReversed().map((tree, i) => {
    if (i > 0) first += tree.seam?.size ?? 0
    return { ...tree, first }
  })
  return { trees, fault: problem }
}

/** The tree of the epoch that has the entry with this number. */
export const treeWith = ({ trees }: Epochs, number: number): Tree | undefined =>
  trees.find(({ first, size }) => number >= first && number < first + size)

/** The key of an earlier epoch comes from the epoch after it, which also says how many entries it keeps. */
async function faultOfTree(
  { origin, size }: Checkpoint,
  note: string,
  key: string,
  after: Seam | null | undefined,
): Promise<string | null> {
  if (!after) return null
  const isSigned = nameOf(key) === origin && (await openCheckpoint(note, key)) !== null
  if (!isSigned) return 'The entries before it aren’t signed by the same key.'
  return size === after.kept
    ? null
    : `It names ${count(after.kept)} kept entries, and there are ${count(size)}.`
}

/** Null if the first entry isn't in the tree, or isn't one that continues a log. */
async function readSeam({ size }: Checkpoint, path: string, tile: ReadTile): Promise<Seam | null> {
  const bytes = await readEntry(0, size, path)
  if (!areEqual(await leafHash(bytes), await rootFromTiles(0, 1, tile))) return null
  const entry = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Seam> & { kind?: string }
  const { kind, time, epoch, kept, last, reason, size: before, vkey } = entry
  const isText = [time, last, reason, vkey].every((field) => typeof field === 'string')
  const isCount = [epoch, kept, before].every((field) => Number.isSafeInteger(field) && Number(field) > 0)
  const isSeam = kind === 'continues' && isText && isCount && !Number.isNaN(Date.parse(time ?? ''))
  return isSeam ? (entry as Seam) : null
}

/** The checkpoint of a note that the key has signed under this name. Null if one of them can't be read. */
async function openUnder(name: string, note: string, vkey: string): Promise<Checkpoint | null> {
  try {
    return await openCheckpoint(note, await vkeyUnder(name, vkey))
  } catch (error) {
    // A browser without Ed25519 can't tell.
    if (error instanceof Error && error.name === 'NotSupportedError') throw error
    return null
  }
}

async function faultOfSeam({ epoch, kept, last, size, vkey }: Seam, origin: string): Promise<string | null> {
  const before = originOf(origin, epochOf(origin) - 1)
  if (epoch !== epochOf(origin) || nameOf(vkey) !== origin) return 'It is the beginning of another epoch.'
  const signed = await openUnder(before, last, vkey)
  if (signed?.origin !== before || signed.size !== size)
    return 'The last checkpoint that it names isn’t one that the log has signed.'
  return kept < size ? null : 'It names no entry that was lost.'
}

/** "Entries 1,120 to 1,127 were lost". */
export function lostText({ seam, first }: Pick<Tree, 'seam' | 'first'>): string {
  const from = first - (seam?.size ?? 0) + (seam?.kept ?? 0)
  return from === first - 1
    ? `Entry ${count(from)} was lost`
    : `Entries ${count(from)} to ${count(first - 1)} were lost`
}

/** One line for each restore, and one for what is wrong with them. Empty for a log that was never restored. */
export function checkEpochs({ trees, fault: wrong }: Epochs): Check[] {
  const lines = trees.flatMap((tree) =>
    tree.seam === null || (wrong !== null && tree === trees[0])
      ? []
      : [
          ok(
            `The log was restored from a backup on ${longDate(new Date(tree.seam.time))}`,
            `${lostText(tree)}. The reason: ${tree.seam.reason}`,
          ),
        ],
  )
  return wrong === null
    ? lines
    : [...lines, fault('What the log says of its restore from a backup is wrong', wrong)]
}
