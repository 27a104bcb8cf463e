// The epochs of a log: after a restore from a backup it continues in a new tree, whose first entry names what was lost.
import { entryBytes } from './entry.ts'
import { openNote, parseCheckpoint, vkeyUnder } from './note.ts'

/** The longest reason, in characters. It is public, and can't be removed. */
export const REASON_MAX = 300

/**
 * The first entry of an epoch. `last`: the last checkpoint that the previous tree published, and `size` its size.
 * `kept`: how many of its entries the backup has. `vkey`: the first key of the epoch, which signed `last` under the
 * previous name.
 */
type ContinuesEntry = {
  v: 1
  kind: 'continues'
  time: string
  epoch: number
  kept: number
  last: string
  reason: string
  size: number
  vkey: string
}
/** `first`: the number of the entry. Numbers continue across epochs, and lost ones aren't reused. */
export type Seam = ContinuesEntry & { first: number }

/** The epoch of a log with this name: `host/log` is the first, `host/log/2` the second. */
export const epochOf = (origin: string): number => Number(/\/log\/([1-9]\d*)$/.exec(origin)?.[1] ?? 1)

/** The name of an epoch of the same log. */
export function originOf(origin: string, epoch: number): string {
  const first = origin.replace(/(\/log)\/[1-9]\d*$/, '$1')
  return epoch === 1 ? first : `${first}/${epoch}`
}

/** The numbers of the first and the last entry that were lost. */
export const lostIn = ({ first, size, kept }: Pick<Seam, 'first' | 'size' | 'kept'>) => ({
  from: first - size + kept,
  to: first - 1,
})

export const continuesBytes = (entry: Omit<ContinuesEntry, 'v' | 'kind'>): Buffer =>
  entryBytes({ v: 1, kind: 'continues', ...entry })

/** What is wrong with the first entry of an epoch, or null. `kept`: the newest checkpoint of the previous tree. */
export function faultOfSeam(seam: Seam, kept: { origin: string; size: number; end: number }): string | null {
  const { epoch, last, size, first, vkey } = seam
  const { origin } = kept
  if (epoch !== epochOf(origin) + 1) return 'isn’t the epoch after the one before'
  if (!isPublished(last, { origin, size }, vkey))
    return 'has a last checkpoint that the epoch before didn’t sign'
  if (seam.kept !== kept.size || size <= kept.size || first !== kept.end - kept.size + size)
    return 'names other numbers than the entries that were kept'
  return null
}

/** Whether the note is the checkpoint of that size, signed by the key under the name of the previous epoch. */
function isPublished(
  note: string,
  { origin, size }: { origin: string; size: number },
  vkey: string,
): boolean {
  try {
    const said = parseCheckpoint(note)
    return said.origin === origin && said.size === size && openNote(note, vkeyUnder(origin, vkey)) !== null
  } catch {
    return false
  }
}
