// The capital that a person typed to see a follower's result. It stays on this device, and is never sent to the server.
import { localStore } from '#web/lib/browser-storage.ts'

/** `userId` is undefined for visitors. */
const keyOf = (userId: string | undefined) => `signalpost-capital-${userId ?? 'visitor'}`

export const storedCapital = (userId: string | undefined): string => localStore.get(keyOf(userId)) ?? ''
export const storeCapital = (userId: string | undefined, text: string): boolean =>
  localStore.set(keyOf(userId), text)
export const clearCapital = (userId: string): boolean => localStore.remove(keyOf(userId))
