// Where the draft of a signal is stored in the browser, and how it is removed.
import { localStore } from '#web/lib/browser-storage.ts'

export const draftKey = (userId: string) => `signalpost-draft-${userId}`
/** The id under which a draft is posted, however often. */
export const attemptKey = (userId: string) => `signalpost-attempt-${userId}`

/** Whether both are gone now. */
export function clearDraft(userId: string): boolean {
  // Both, even if the first one fails.
  return [draftKey(userId), attemptKey(userId)].map(localStore.remove).every(Boolean)
}
