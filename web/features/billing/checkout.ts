// A checkout from its beginning to its end: begun once a visit, paid, then confirmed by the server.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { useConfig } from '#web/lib/config.ts'
import { outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import type { Failure } from './failure-banner.tsx'
import { useLeft } from './checkout-left.ts'
import { ownAddress, usePaymentReturn } from './payment-return.ts'

/** How long to wait before asking the server again whether it knows of the payment, in ms; the last one repeats. */
const CHECK_AGAIN_MS = [300, 700, 1500, 3000]
/** After this it is said that it takes longer than usual, and the server is asked less often. */
const SLOW_AFTER_MS = 20_000
const CHECK_SLOWLY_MS = 8000
/** The payment is being begun, by this or another request of the same person: its secret is there in a moment. */
const BEGIN_AGAIN_MS = 1500
const BEGIN_AGAIN_TIMES = 12

let visits = 0

export type CheckoutWishes<Begun> = {
  /** What is paid for; another name is another checkout. */
  name: string
  /** Makes the payment at the server, or picks up the unfinished one. */
  begin: () => Promise<Begun>
  /** Whether the server knows that it was paid. */
  check: () => Promise<boolean>
  /** Tells that it is paid when the page was left before the server knew. */
  paidAfterLeaving: () => void
}

export function useCheckout<Begun extends { clientSecret: string }>({
  name,
  begin,
  check,
  paidAfterLeaving,
}: CheckoutWishes<Begun>) {
  // The name of this visit: coming back later asks the server anew, mounting twice does not.
  const [visit] = useState(() => (visits += 1))
  const config = useConfig()
  const payments = config.data?.payments
  const { returned, isKnown } = usePaymentReturn(payments)
  const [wasPaidHere, setWasPaidHere] = useState(false)
  const [failedHere, setFailedHere] = useState<Failure>()
  const isPaid = wasPaidHere || returned?.kind === 'paid'

  // Said in the form it belongs to; a toast would say it twice, and lie on the button that is needed next.
  const fail = (message: string) => {
    setFailedHere((before) => ({ message, times: (before?.times ?? 0) + 1 }))
    if (left.isGone()) showOutcome({ ...outcomes.paymentFailed, text: message })
  }
  const failedThere = returned?.kind === 'failed' ? returned.message : undefined

  const begun = useQuery({
    queryKey: keys.checkout(name, visit, 'begin'),
    queryFn: begin,
    enabled: isKnown && !isPaid,
    retry: (times, error) => isUnderWay(error) && times < BEGIN_AGAIN_TIMES,
    retryDelay: BEGIN_AGAIN_MS,
    gcTime: 0,
  })
  const isSlow = useElapsed(isPaid, SLOW_AFTER_MS)
  const checked = useQuery({
    queryKey: keys.checkout(name, visit, 'check'),
    queryFn: check,
    enabled: isPaid,
    refetchInterval: ({ state }) => {
      if (state.data === true) return false
      const times = state.dataUpdateCount + state.errorUpdateCount
      return isSlow ? CHECK_SLOWLY_MS : CHECK_AGAIN_MS[Math.min(times, CHECK_AGAIN_MS.length) - 1]
    },
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  const isConfirmed = checked.data === true
  const left = useLeft({ name, isPaid, isConfirmed, check, tell: paidAfterLeaving })

  return {
    step: isConfirmed ? 'done' : isPaid ? 'confirming' : begun.data && payments ? 'paying' : 'beginning',
    begun: begun.data,
    /** Why it could not begin. */
    error: begun.error,
    isBeginning: begun.isFetching,
    /** The provider takes long; it is asked again by itself. */
    isBeginningSlow: begun.isFetching && begun.failureCount > 0,
    beginAgain: () => void begun.refetch(),
    isSlow,
    isChecking: checked.isFetching,
    checkAgain: () => void checked.refetch(),
    failure: failedHere ?? (failedThere === undefined ? undefined : { message: failedThere, times: 0 }),
    form: payments &&
      begun.data && {
        payments,
        clientSecret: begun.data.clientSecret,
        returnPath: ownAddress(),
        onPaid: () => {
          setWasPaidHere(true)
          left.paid()
        },
        onFailed: fail,
        onGone: () => {
          fail('This payment is no longer open. Check the price, then pay again.')
          void begun.refetch()
        },
      },
    isFormMissing: !payments && config.isError,
  } as const
}

const UNDER_WAY = ['payment_in_progress', 'payments_slow']
/** The server answered that the payment goes on without an answer yet: asking again joins it. */
export const isUnderWay = (error: unknown) =>
  error instanceof ApiError && UNDER_WAY.includes(error.problem.code ?? '')

/** Whether this much time has passed since `isOn` became true. */
function useElapsed(isOn: boolean, afterMs: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setHasElapsed(true), afterMs)
    return () => clearTimeout(timer)
  }, [isOn, afterMs])
  return isOn && hasElapsed
}
