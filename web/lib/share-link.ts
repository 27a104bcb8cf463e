// Copies or shares the address of a page, and shows the result.
import { followOutcome } from './outcomes.ts'
import { signalOutcomes } from './signal-outcomes.ts'

/** Browsers offer the clipboard and their share sheet only on secure origins, and some have no sheet. */
export const canCopy = () => 'clipboard' in navigator
export const canShare = () => 'share' in navigator

export const copyLink = (path: string): Promise<void> =>
  copied(path).then(
    () => followOutcome(signalOutcomes.linkCopied),
    () => followOutcome(signalOutcomes.linkNotCopied),
  )

const copied = async (path: string) =>
  await navigator.clipboard.writeText(new URL(path, location.origin).href)

export const shareLink = (path: string, title = document.title): Promise<void> =>
  navigator.share({ title, url: new URL(path, location.origin).href }).catch((error: Error) => {
    // The person closed the sheet.
    if (error.name !== 'AbortError') followOutcome(signalOutcomes.linkNotShared)
  })

/** Opens the share sheet where there is one; otherwise copies the link. */
export const sharePage = (path: string, title: string): Promise<void> =>
  canShare() ? shareLink(path, title) : copyLink(path)
