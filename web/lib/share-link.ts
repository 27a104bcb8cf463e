// Copies or shares the address of a page, and says how that went.
import { followOutcome } from './outcomes.ts'
import { signalOutcomes } from './signal-outcomes.ts'

/** Browsers offer the clipboard and their share sheet only on secure origins, and some have no sheet. */
export const canCopy = () => 'clipboard' in navigator
export const canShare = () => 'share' in navigator

export const copyLink = (path: string): Promise<void> =>
  navigator.clipboard.writeText(new URL(path, location.origin).href).then(
    () => followOutcome(signalOutcomes.linkCopied),
    () => followOutcome(signalOutcomes.linkNotCopied),
  )

export const shareLink = (path: string): Promise<void> =>
  navigator
    .share({ title: document.title, url: new URL(path, location.origin).href })
    .catch((error: Error) => {
      // The person closed the sheet.
      if (error.name !== 'AbortError') followOutcome(signalOutcomes.linkNotShared)
    })
