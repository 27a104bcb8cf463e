// The address that opens the subscribe dialog: `?dialog=subscribe&creator=…` on the page below it.
import { useHrefWith } from '#web/lib/dialog-address.ts'

/** A link that opens the dialog for this creator over the current page. */
export const useSubscribeHref = (creatorId: string): string =>
  useHrefWith({ dialog: 'subscribe', creator: creatorId })
