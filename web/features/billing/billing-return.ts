// Coming back from the provider's page with another card: what is due is paid with it at once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { BACK_FROM_BILLING, billing } from '#shared/contracts/billing.ts'
import type { Reply } from '#shared/endpoint.ts'
import { AFTER_PAYMENT_CONFIRMATION_MS } from '#shared/limits.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { go } from '#web/lib/navigation.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'
import { isUnderWay } from './checkout.ts'

type Paid = Reply<typeof billing.payDue>

/** How often, and how soon, a slow payment is asked about again. */
const AGAIN_TIMES = 10
const AGAIN_MS = 1000

/** Pays once when the address says that one comes back, and takes that out of the address. */
export function useBillingReturn(): void {
  const client = useQueryClient()
  const { reload } = useAuth()
  const { mutate } = useMutation({
    mutationFn: () => call(billing.payDue),
    retry: (times, error) => isUnderWay(error) && times < AGAIN_TIMES,
    retryDelay: AGAIN_MS,
    onSuccess: tell,
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.duePaymentFailed, error)
    },
    onSettled: () => {
      reload()
      for (const queryKey of [keys.subscriptions, keys.creators]) void client.invalidateQueries({ queryKey })
    },
  })
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current || location.search !== `?${BACK_FROM_BILLING}`) return
    isBegun.current = true
    go(location.pathname, { replace: true })
    mutate()
  }, [mutate])
}

/** There is one toast: what still has to be done comes before what is done. */
function tell({ paid, unchanged, declined, confirmUrl }: Paid): void {
  if (confirmUrl !== null) {
    const leads = { to: confirmUrl, afterMs: AFTER_PAYMENT_CONFIRMATION_MS, fullPage: true as const }
    followOutcome({ ...outcomes.dueNeedsConfirmation, go: leads })
  } else if (declined !== null) followOutcome({ ...outcomes.duePaymentFailed, text: declined })
  else if (paid > 0) followOutcome(outcomes.duePaid)
  else if (unchanged > 0) followOutcome(outcomes.dueUnchanged)
}
