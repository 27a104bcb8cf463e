// The address of the subscribe dialog: `?dialog=subscribe&creator=…` on the page below it.
import { useSearch } from 'wouter/use-browser-location'
import { Id } from '#shared/wire.ts'
import { go, goBack } from '#web/lib/navigation.ts'

/** A link that opens the dialog for this creator over the current page. */
export function useSubscribeHref(creatorId: string): string {
  const params = new URLSearchParams(useSearch())
  params.set('dialog', 'subscribe')
  params.set('creator', creatorId)
  return `?${params}`
}

/** The creator whose dialog is open, or null; `close` restores the address without it. */
export function useSubscribeAddress() {
  const params = new URLSearchParams(useSearch())
  const creator = params.get('dialog') === 'subscribe' ? params.get('creator') : null
  return { creatorId: Id.safeParse(creator).data ?? null, close }
}

function close(): void {
  // If a link of ours opened it, the previous history entry is this page without the dialog.
  if ((history.state as { isInside?: boolean } | null)?.isInside) return goBack()
  const params = new URLSearchParams(location.search)
  params.delete('dialog')
  params.delete('creator')
  const text = params.toString()
  go(location.pathname + (text ? `?${text}` : ''), { replace: true })
}
