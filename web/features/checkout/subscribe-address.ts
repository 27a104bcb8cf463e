// The subscribe dialog has an address: `?dialog=subscribe&creator=…` on the page it lies over.
import { useSearch } from 'wouter/use-browser-location'
import { Id } from '#shared/wire.ts'
import { go, goBack } from '#web/lib/navigation.ts'

/** The address of this page with the dialog for this creator over it. */
export function useSubscribeHref(creatorId: string): string {
  const params = new URLSearchParams(useSearch())
  params.set('dialog', 'subscribe')
  params.set('creator', creatorId)
  return `?${params}`
}

/** The creator whose dialog is open, null when none is; `close` leaves the page as it was before. */
export function useSubscribeAddress() {
  const params = new URLSearchParams(useSearch())
  const creator = params.get('dialog') === 'subscribe' ? params.get('creator') : null
  return { creatorId: Id.safeParse(creator).data ?? null, close }
}

function close(): void {
  // Opened from inside: the entry before is this page without the dialog.
  if ((history.state as { isInside?: boolean } | null)?.isInside) return goBack()
  const params = new URLSearchParams(location.search)
  params.delete('dialog')
  params.delete('creator')
  const text = params.toString()
  go(location.pathname + (text ? `?${text}` : ''), { replace: true })
}
