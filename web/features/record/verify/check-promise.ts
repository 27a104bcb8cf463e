// Whether an entry is the one that was promised when the signal was late.
import { keptPromise, type LogPromise } from '#web/lib/log-promises.ts'
import { type Check, fault, ok } from './check.ts'
import { sha256 } from './merkle.ts'
import { bytesOf, canonicalJson } from './note.ts'

/** An entry is in the log a minute after its post at the latest. */
const DUE_MS = 60_000

/** The lines of a promise: the name of its key, the signal, the hash of the entry and when it was made. */
const partsOf = ({ note }: LogPromise) => {
  const [, signal = '', hash = '', time = ''] = note.split('\n')
  return { signal, hash, time: new Date(time) }
}

export const promisedAt = (promise: LogPromise): Date => partsOf(promise).time

/** Whether the minute is over. `nowMs`: since the epoch. */
export const isOverdue = (promise: LogPromise, nowMs: number): boolean =>
  nowMs > promisedAt(promise).getTime() + DUE_MS

/** A promise has the hash of the entry without its place in its author's chain. */
export async function isKept(promise: LogPromise, entry: Record<string, unknown>): Promise<boolean> {
  const { seq: _seq, prev: _prev, ...core } = entry
  const hash = await sha256(bytesOf(canonicalJson(core)))
  return (
    partsOf(promise).hash === btoa(String.fromCodePoint(...hash)) && partsOf(promise).signal === entry.signal
  )
}

/** Only if this browser has kept a promise of the entry. */
export async function checkPromise(id: string, entry: Record<string, unknown>): Promise<Check[]> {
  const promise = keptPromise(id)
  if (!promise) return []
  if (await isKept(promise, entry))
    return [ok('It is the entry that we promised', 'This browser has kept our promise since the post.')]
  return [
    fault(
      'It isn’t the entry that we promised',
      `The promise, which this browser has kept:\n${promise.note}`,
    ),
  ]
}
