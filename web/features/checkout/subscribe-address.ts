// The address that opens the subscribe dialog: `?dialog=subscribe&creator=…` on the page below it.
import { useSearch } from 'wouter/use-browser-location'

/** A link that opens the dialog for this creator over the current page. */
export function useSubscribeHref(creatorId: string): string {
  const params = new URLSearchParams(useSearch())
  params.set('dialog', 'subscribe')
  params.set('creator', creatorId)
  return `?${params}`
}
