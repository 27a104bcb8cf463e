// The secret of a link in an email: read from the address, then removed from it.
import { useLayoutEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

/**
 * The secret that the address carries under this name, or an empty text. Links have it in the fragment, which
 * browsers send to no server. Once read, it moves to the state of the history entry: the address bar,
 * bookmarks and shared addresses don't show it, and it survives a reload.
 */
export function useLinkToken(name: 'token' | 'invitation'): string {
  const token = useLocationProperty(() => inAddress(name) ?? inState(name) ?? '')
  useLayoutEffect(() => {
    if (inAddress(name) === null) return
    const query = new URLSearchParams(location.search)
    query.delete(name)
    const search = query.size === 0 ? '' : `?${query}`
    history.replaceState({ ...history.state, [name]: token }, '', location.pathname + search)
  }, [name, token])
  return token
}

/**
 * In the query if a mail program opens the address of a `List-Unsubscribe` header, and in older invitations.
 */
const inAddress = (name: string): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(name) ?? new URLSearchParams(location.search).get(name)

const inState = (name: string): string | undefined => (history.state as Record<string, string> | null)?.[name]
