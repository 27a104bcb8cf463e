// The check of a signal's time against stamped checkpoints: after those without the signal, before those with
// it.
import { dayText } from '#shared/rules/dates.ts'
import type { Tree } from './epochs.ts'
import { areEqual, type ReadTile, rootFromTiles, sha256 } from './merkle.ts'
import { bytesOf, parseCheckpoint } from './note.ts'
import { type Day, readDay, readDays } from './read-log.ts'

/** An entry is in the log within a minute of its time. */
const SLACK_MS = 60_000

/**
 * What is wrong with the time of the entry at `index` of an epoch's tree, or with the stamps around it; if nothing is,
 * the days whose stamps it fits. Null if there are no stamps. `tile` reads tiles that have the root of a signed
 * checkpoint. The function doesn't check who made a stamp.
 */
export async function checkTime(
  { index, time }: { index: number; time: string },
  { epoch, size, tile }: Pick<Tree, 'epoch' | 'size' | 'tile'>,
): Promise<{ fault: string } | { between: string } | null> {
  const stamped = (await readDays()).filter(
    (day) => day.stamped && (day.epoch ?? 1) === epoch && day.size <= size,
  )
  const before = stamped.findLast((day) => day.size <= index)
  const after = stamped.find((day) => day.size > index)
  for (const day of [before, after])
    if (day && !(await isBeginning(day, tile)))
      return { fault: `The stamped checkpoint of ${dayText(day.day)} isn’t the beginning of this log.` }
  const at = Date.parse(time)
  if (before && !(at >= Date.parse(before.at) - SLACK_MS))
    return {
      fault: `It claims a time before the stamped checkpoint of ${dayText(before.day)}, which doesn’t have it.`,
    }
  if (after && !(at <= Date.parse(after.at) + SLACK_MS))
    return { fault: `It claims a time after the stamped checkpoint of ${dayText(after.day)}, which has it.` }
  const parts = [
    before && `the one of ${dayText(before.day)} doesn’t have it`,
    after && `the one of ${dayText(after.day)} has it`,
  ]
  const between = parts.filter((part) => part !== undefined).join(', and ')
  return between === '' ? null : { between }
}

/**
 * Whether the day's checkpoint has the root of the log's first entries, and the stamp has the checkpoint's
 * hash.
 */
async function isBeginning({ day, size, at }: Day, tile: ReadTile): Promise<boolean> {
  const { note, stamp } = await readDay(day)
  const checkpoint = parseCheckpoint(note)
  if (checkpoint?.size !== size || !at.startsWith(day)) return false
  const hash = await sha256(bytesOf(note))
  const isStamped = stamp.some((_, start) => areEqual(stamp.subarray(start, start + hash.length), hash))
  return isStamped && areEqual(await rootFromTiles(0, size, tile), checkpoint.root)
}
