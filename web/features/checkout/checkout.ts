// A checkout from start to finish: started once per visit, paid, confirmed by the server, and left for the
// next page.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { savedCard } from '#shared/contracts/saved-card.ts'
import { call } from '#web/lib/call.ts'
import { useConfig } from '#web/lib/config.ts'
import { showOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { addressWithoutPayment, useUnheardPayment } from '#web/lib/unheard-payment.ts'
import {
  isPaymentInProgress,
  isProviderUnavailable,
  type PaymentResult,
  UNREACHABLE,
} from './payment-result.ts'
import { usePaymentReturn } from './payment-return.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'
import { isAboutTax, useTax } from './checkout-tax.ts'

/** The waits in ms between checks for whether the server has recorded the payment. The last one repeats. */
const CHECK_INTERVALS_MS = [300, 700, 1500, 3000]
/** After this time, the page says that it takes longer than usual, and checks less often. */
const SLOW_AFTER_MS = 20_000
const SLOW_CHECK_INTERVAL_MS = 8000
/** Another request of the same person may be starting the payment. Its client secret comes a moment later. */
const START_RETRY_MS = 1500
const START_RETRIES = 12
/** The provider may be back a moment later. A longer outage is shown. */
const UNAVAILABLE_RETRIES = 2
/** The number of checks after the person leaves. Later pages read the result anyway. */
const LEFT_CHECK_RETRIES = 8
const LEFT_CHECK_RETRY_MS = 1000

let visits = 0

/** Why a payment failed. `times` grows with each failure, so that the same message twice counts as two failures. */
export type Failure = { message: string; times: number }

type CheckoutOptions<Started> = {
  /** Identifies what is paid for. A different name starts a different checkout. */
  name: string
  /** Creates the payment on the server, or resumes the unfinished one. */
  start: () => Promise<Started>
  /** Stores what the person agrees to by paying, before the card is charged. */
  agree: (asksForAccess: boolean) => Promise<unknown>
  /** Whether the server has recorded the payment, and the end of the period it paid for. */
  check: () => Promise<Checked>
  /** Called when the payment is confirmed after the person has left the page. */
  onPaidAfterLeaving: () => void
}

export type Checked = { isPaid: boolean; paidUntil: Date | null }

export function useCheckout<Started extends { clientSecret: string }>({
  name,
  start,
  agree,
  check,
  onPaidAfterLeaving,
}: CheckoutOptions<Started>) {
  // Part of the query key: a later visit starts a new query, React's second mount doesn't.
  const [visit, setVisit] = useState(() => (visits += 1))
  const config = useConfig()
  const payments = config.data?.payments
  const unheard = useUnheardPayment()
  const { returned, isKnown, isUnheard } = usePaymentReturn(payments, unheard.secret)
  const [wasPaidHere, setWasPaidHere] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const isPaid = wasPaidHere || returned?.kind === 'paid'

  // Shown in the form. A toast would repeat it and cover the button that is needed next.
  const fail = (message: string) => {
    setFailure((before) => ({ message, times: (before?.times ?? 0) + 1 }))
    if (afterLeaving.hasLeft()) showOutcome({ ...paymentOutcomes.paymentFailed, text: message })
    else unheard.forget()
  }
  const returnedFailure = returned && failureAfter(returned, isUnheard)

  const started = useQuery({
    queryKey: queryKeys.checkout(name, visit, 'begin'),
    queryFn: start,
    enabled: isKnown && !isPaid,
    retry: (times, error) =>
      (isPaymentInProgress(error) && times < START_RETRIES) ||
      (isProviderUnavailable(error) && times < UNAVAILABLE_RETRIES),
    retryDelay: START_RETRY_MS,
    gcTime: 0,
  })
  const session = useQuery({
    queryKey: queryKeys.checkout(name, visit, 'card'),
    queryFn: () => call(savedCard.session),
    enabled: isKnown && !isPaid,
    // Without it, the form asks for a card.
    retry: false,
    gcTime: 0,
  })
  const isSlow = useElapsed(isPaid, SLOW_AFTER_MS)
  const checked = useQuery({
    queryKey: queryKeys.checkout(name, visit, 'check'),
    queryFn: check,
    enabled: isPaid,
    refetchInterval: ({ state }) => {
      if (state.data?.isPaid) return false
      const times = state.dataUpdateCount + state.errorUpdateCount
      return isSlow
        ? SLOW_CHECK_INTERVAL_MS
        : CHECK_INTERVALS_MS[Math.min(times, CHECK_INTERVALS_MS.length) - 1]
    },
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  const isConfirmed = checked.data?.isPaid === true
  const afterLeaving = useConfirmAfterLeaving({
    name,
    isPaid,
    isConfirmed,
    check,
    onPaidAfterLeaving: () => {
      unheard.forget()
      onPaidAfterLeaving()
    },
  })
  const isHeard =
    isConfirmed || (returned !== undefined && returned.kind !== 'paid' && returned !== UNREACHABLE)
  useEffect(() => {
    if (isHeard) unheard.forget()
    // Once for each payment.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeard])

  const tax = useTax(started.isFetching ? null : started.error, () => {
    setFailure(undefined)
    setVisit((visits += 1))
  })
  const clientSecret = started.data?.clientSecret
  return {
    step: isConfirmed ? 'done' : isPaid ? 'confirming' : started.data && payments ? 'paying' : 'starting',
    started: started.data,
    agree,
    /** Why the checkout couldn't start. */
    error: isAboutTax(started.error) ? null : started.error,
    tax: { ...tax, retry: () => void started.refetch(), isRetrying: started.isFetching },
    isStarting: started.isFetching,
    /** The provider is slow, and the request is being retried. */
    isStartingSlowly: started.isFetching && started.failureCount > 0,
    restart: () => void started.refetch(),
    isSlow,
    isChecking: checked.isFetching,
    checkAgain: () => void checked.refetch(),
    failure: failure ?? returnedFailure,
    /** The end of the period that was paid before the session ended; undefined if the person saw the payment happen. */
    paidBefore: isUnheard && !wasPaidHere ? checked.data?.paidUntil : undefined,
    form: payments &&
      clientSecret !== undefined &&
      session.isFetched && {
        payments,
        clientSecret,
        cardSecret: session.data?.clientSecret ?? null,
        returnPath: addressWithoutPayment(),
        onPay: () => unheard.store(clientSecret),
        onNotTried: unheard.forget,
        onPaid: () => {
          setWasPaidHere(true)
          afterLeaving.onPaid()
        },
        onFailed: fail,
        onCanceled: () => {
          fail('This payment is no longer open. Check the price, then pay again.')
          void started.refetch()
        },
      },
    isFormMissing: !payments && config.isError,
  } as const
}

/** Why a payment from an earlier visit failed. `isUnheard`: the person hasn't seen its result. */
function failureAfter(result: PaymentResult, isUnheard: boolean): Failure | undefined {
  if (result.kind === 'paid' || (result.kind !== 'failed' && !isUnheard)) return undefined
  const message = result.kind === 'failed' ? result.message : 'Your payment didn’t go through.'
  return {
    message: isUnheard && result !== UNREACHABLE ? `${message} You weren’t charged.` : message,
    times: 0,
  }
}

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

type Unconfirmed = Pick<CheckoutOptions<unknown>, 'name' | 'check' | 'onPaidAfterLeaving'> & {
  isPaid: boolean
  isConfirmed: boolean
}

/** Keeps checking if the person leaves while paying, or between the payment and its confirmation. */
function useConfirmAfterLeaving(checkout: Unconfirmed) {
  const client = useQueryClient()
  const latest = useRef(checkout)
  const isMounted = useRef(false)
  useEffect(() => {
    latest.current = checkout
  })

  const confirm = () => {
    const { name, check, onPaidAfterLeaving } = latest.current
    const queryFn = async () => {
      if (!(await check()).isPaid) throw new Error('The server does not know of this payment yet.')
      return true
    }
    void client
      .fetchQuery({
        queryKey: queryKeys.checkout(name, 0, 'left'),
        queryFn,
        retry: LEFT_CHECK_RETRIES,
        retryDelay: LEFT_CHECK_RETRY_MS,
        staleTime: 0,
        gcTime: 0,
      })
      .then(onPaidAfterLeaving, () => {})
  }
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      if (latest.current.isPaid && !latest.current.isConfirmed) confirm()
    }
    // Only for mounting and unmounting.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const hasLeft = () => !isMounted.current
  return { hasLeft, onPaid: () => hasLeft() && confirm() }
}
