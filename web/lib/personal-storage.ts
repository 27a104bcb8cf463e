// Text that a person typed, kept on this device until they sign out. None of it is sent to the server before they post
// it.
import { localStore } from './browser-storage.ts'

export const draftKey = (userId: string) => `signalpost-draft-${userId}`
/** The id that a draft is posted with, the same for every retry. */
export const attemptKey = (userId: string) => `signalpost-attempt-${userId}`
/** The capital for a follower's result. `userId` is undefined for visitors. */
const capitalKey = (userId: string | undefined) => `signalpost-capital-${userId ?? 'visitor'}`

export const storedCapital = (userId: string | undefined): string => localStore.get(capitalKey(userId)) ?? ''
export const storeCapital = (userId: string | undefined, text: string): boolean =>
  localStore.set(capitalKey(userId), text)

/** Whether the draft and its id are gone now. */
export function clearDraft(userId: string): boolean {
  // Removes both, even if the first removal fails.
  return [draftKey(userId), attemptKey(userId)].map(localStore.remove).every(Boolean)
}

/** For signing out: the next person on this device must not find any of it. */
export function clearPersonalStorage(userId: string): void {
  clearDraft(userId)
  localStore.remove(capitalKey(userId))
}
