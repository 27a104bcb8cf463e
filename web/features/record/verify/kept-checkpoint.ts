// The last checkpoint that this browser has checked, so that a log that was rewritten since doesn't go unnoticed.
import { localStore } from '#web/lib/browser-storage.ts'

const KEY = 'log-checkpoint'

/** `note` is the signed note, and `at` when it was checked, in milliseconds since the epoch. */
export type KeptCheckpoint = { note: string; vkey: string; at: number }

export function keptCheckpoint(): KeptCheckpoint | null {
  const kept = localStore.getJson(KEY)
  if (typeof kept !== 'object' || kept === null) return null
  const { note, vkey, at } = kept as Partial<KeptCheckpoint>
  return typeof note === 'string' && typeof vkey === 'string' && typeof at === 'number'
    ? { note, vkey, at }
    : null
}

export const keepCheckpoint = (kept: KeptCheckpoint): boolean => localStore.set(KEY, JSON.stringify(kept))
