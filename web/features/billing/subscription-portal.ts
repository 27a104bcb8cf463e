// The provider's billing page in a new tab, and looking again when the person comes back from it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { billing } from '#shared/contracts/billing.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

/**
 * `open` is for a click: the tab is opened within it, empty, because browsers block tabs that come later. Where even
 * that is blocked, the page goes there itself. `check` lets the server ask the provider once the person is back, for
 * what may have been paid there. With `isDue` the page is the one that puts a due payment right.
 */
export function useBillingPage(check: () => Promise<unknown>, isDue = false) {
  const client = useQueryClient()
  const { reload } = useAuth()
  const waiting = useRef<AbortController>(undefined)
  const lookAgain = async () => {
    // Whatever this says, the lists say how things stand.
    await check().catch(() => undefined)
    reload()
    for (const queryKey of [keys.subscriptions, keys.creators]) void client.invalidateQueries({ queryKey })
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) => call(isDue ? billing.fixPayment : billing.portal),
    onSuccess: ({ url }, tab) => {
      if (!tab) return location.assign(url)
      tab.location.href = url
      waiting.current?.abort()
      waiting.current = new AbortController()
      whenBack(lookAgain, waiting.current)
    },
    onError: (error, tab) => {
      tab?.close()
      if (!isUnauthorized(error)) followOutcome(outcomes.billingPageFailed, error)
    },
  })
  const open = () => {
    const tab = window.open('', '_blank')
    // The provider's page gets no hold on this one.
    if (tab) tab.opener = null
    mutate(tab)
  }
  return { open, isOpening: isPending }
}

/** Once, when this page is looked at again. */
function whenBack(then: () => Promise<void>, { signal }: AbortController): void {
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    void then()
  }
  document.addEventListener('visibilitychange', onChange, { signal })
}
