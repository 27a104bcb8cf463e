// The provider's billing page: opening it in a new tab, and updating this page when the person comes back.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { BACK_FROM_BILLING, billing } from '#shared/contracts/billing.ts'
import type { Reply } from '#shared/endpoint.ts'
import { AFTER_PAYMENT_CONFIRMATION_MS } from '#shared/limits.ts'
import { isPaymentInProgress, isProviderUnavailable } from '#web/features/checkout/payment-result.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { go } from '#web/lib/navigation.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useConfirmation } from '#web/lib/reauthentication.ts'
import { useAuth } from '#web/lib/session.tsx'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

/** Rereads the session and everything about subscriptions and plans. */
function useRefreshBilling(): () => void {
  const client = useQueryClient()
  const { reload } = useAuth()
  return () => {
    reload()
    for (const queryKey of [queryKeys.subscriptions, queryKeys.creators])
      void client.invalidateQueries({ queryKey })
  }
}

/**
 * `open` has to be called by a click: it opens an empty tab at once, because browsers block tabs that open
 * later. If the tab is blocked, this page navigates there itself. `check` makes the server ask the provider
 * once the person is back, because they may have paid there. With `isDue`, the billing page is the one for a
 * payment that is due.
 */
export function useBillingPage(check: () => Promise<unknown>, isDue = false) {
  const refresh = useRefreshBilling()
  const waiting = useRef<AbortController>(undefined)
  const checkAndRefresh = async () => {
    // A failed check doesn't matter: the lists show the current state either way.
    await check().catch(() => undefined)
    refresh()
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) => call(isDue ? billing.fixPayment : billing.portal),
    onSuccess: ({ url }, opened) => {
      // Confirming their identity was a click as well, so that browsers let another tab open.
      const tab = opened?.closed ? openTab() : opened
      if (!tab) return location.assign(url)
      tab.location.href = url
      waiting.current?.abort()
      waiting.current = new AbortController()
      onceVisible(checkAndRefresh, waiting.current)
    },
    onError: (error, tab) => {
      tab?.close()
      if (!isUnauthorized(error)) followOutcome(paymentOutcomes.billingPageFailed, error)
    },
  })
  const waitingTab = useRef<Window>(null)
  const isConfirming = useConfirmation() !== null
  useEffect(() => {
    // An empty tab would hide the dialog.
    if (isConfirming && isPending) waitingTab.current?.close()
  }, [isConfirming, isPending])
  const open = () => {
    waitingTab.current = openTab()
    mutate(waitingTab.current)
  }
  return { open, isOpening: isPending }
}

/** Opens an empty tab, which has no handle on this one. Null if the browser blocks it. */
function openTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}

/** Calls `then` once, when this page becomes visible again. */
function onceVisible(then: () => Promise<void>, { signal }: AbortController): void {
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    void then()
  }
  document.addEventListener('visibilitychange', onChange, { signal })
}

/** A payment that takes long is retried this often. */
const PAY_RETRIES = 10
const PAY_RETRY_MS = 1000

/**
 * On return from the billing page with another card, pays what is due with it, once, and cleans the address.
 */
export function usePayDueOnReturn(): void {
  const refresh = useRefreshBilling()
  const { mutate } = useMutation({
    mutationFn: () => call(billing.payDue),
    retry: (times, error) =>
      (isPaymentInProgress(error) || isProviderUnavailable(error)) && times < PAY_RETRIES,
    retryDelay: PAY_RETRY_MS,
    onSuccess: announcePayment,
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(paymentOutcomes.duePaymentFailed, error)
    },
    onSettled: refresh,
  })
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current || location.search !== `?${BACK_FROM_BILLING}`) return
    hasStarted.current = true
    go(location.pathname, { replace: true })
    mutate()
  }, [mutate])
}

/** There is only one toast, so pending steps take precedence over completed ones. */
function announcePayment(reply: Reply<typeof billing.payDue>): void {
  const { paid, inactive, unchanged, declined, confirmUrl } = reply
  if (confirmUrl !== null) {
    const redirect = { to: confirmUrl, afterMs: AFTER_PAYMENT_CONFIRMATION_MS, fullPage: true as const }
    followOutcome({ ...paymentOutcomes.dueNeedsConfirmation, go: redirect })
  } else if (declined !== null) followOutcome({ ...paymentOutcomes.duePaymentFailed, text: declined })
  else if (inactive > 0) followOutcome(paymentOutcomes.duePaidInactive)
  else if (paid > 0) followOutcome(paymentOutcomes.duePaid)
  else if (unchanged > 0) followOutcome(paymentOutcomes.dueUnchanged)
}
