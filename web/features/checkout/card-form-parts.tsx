// What the card forms of Stripe and the sandbox share: props, payment attempts, the pay button, skeleton and
// error.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Lock } from 'lucide-react'
import type { Config } from '#shared/contracts/system.ts'
import { PAYMENT_STATEMENT } from '#shared/rules/consent.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { DocumentSentence } from '#web/lib/document-sentence.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { answerOf, type PaymentResult } from './payment-result.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

type PaymentEvents = {
  /** Stores what the person agrees to by paying. Without it nothing is charged. */
  agree: () => Promise<unknown>
  /** An attempt begins. */
  onPay: () => void
  /** The attempt ended before a card was tried. */
  onNotTried: () => void
  /** The payment went through. From here on, our server confirms it. */
  onPaid: () => void
  onFailed: (message: string) => void
  /** The payment was canceled in the meantime. The checkout has to start another one. */
  onCanceled: () => void
}

export type CardFormProps = PaymentEvents & {
  payments: Config['payments']
  clientSecret: string
  /** Lets the form offer the person's saved card; null without one. */
  cardSecret: string | null
  /** The amount on the button, for example "$9.50". */
  amount: string
  /** Right above the button: what it costs later, how to cancel, and the box about access. */
  terms: ReactNode
  /** Where the bank's page redirects to, for example "/creator-subscribe". */
  returnPath: string
}

const NOT_AGREED = 'We couldn’t save what you agree to, so you weren’t charged. Please try again.'

/**
 * `pay` runs one attempt at a time and ignores other presses until it ends. After success, and on the way to
 * the bank's page, the button stays locked.
 */
export function usePaymentAttempt({ agree, onPay, onNotTried, onPaid, onFailed, onCanceled }: PaymentEvents) {
  const isLocked = useRef(false)
  const [isPaying, setIsPaying] = useState(false)

  const lock = (locked: boolean) => {
    isLocked.current = locked
    setIsPaying(locked)
  }
  useEffect(() => {
    // On Back from the bank's page, the back-forward cache may restore this page while it is still locked.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isLocked.current = false
      setIsPaying(false)
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const pay = async (attempt: () => Promise<PaymentResult>) => {
    if (isLocked.current) return
    lock(true)
    try {
      await agree()
    } catch (error) {
      lock(false)
      return onFailed(messageOf(error) ?? NOT_AGREED)
    }
    onPay()
    const result = await answerOf(attempt())
    if (result.kind === 'paid') return onPaid()
    if (result.kind === 'challenge') return location.assign(result.url)
    lock(false)
    if (result.kind === 'open') onNotTried()
    if (result.kind === 'failed') onFailed(result.message)
    if (result.kind === 'canceled') onCanceled()
  }
  return { isPaying, pay }
}

type PayButtonProps = {
  /** For example "$9.50". */
  amount: string
  terms: ReactNode
  isPaying: boolean
  /** False until the fields have loaded. */
  isReady?: boolean
}

export function PayButton({ amount, terms, isPaying, isReady = true }: PayButtonProps) {
  return (
    <>
      {terms}
      <Button
        type="submit"
        size="lg"
        block
        disabled={!isReady}
        pending={isPaying}
        pendingLabel="Processing..."
      >
        Pay {amount}
      </Button>
      <p className="text-small text-pretty text-ink-2">
        <DocumentSentence>{PAYMENT_STATEMENT}</DocumentSentence>
      </p>
      <p className="flex items-start gap-2 text-small text-ink-2">
        <Lock className="icon-sm mt-0.5" />
        Card details go straight to the payment provider.
      </p>
    </>
  )
}

/** Reloads the page, because a browser doesn't fetch a module again once it has failed to load. */
export function CardFormError() {
  return <ErrorState onRetry={() => location.reload()}>{paymentOutcomes.paymentFormFailed.text}</ErrorState>
}

/** The whole card, before the payment has started. */
export function CardFormSkeleton() {
  return (
    <Card className="grid gap-4 desk:gap-5">
      <Skeleton className="my-1 h-5 w-32 max-desk:hidden" />
      <CardFieldsSkeleton />
    </Card>
  )
}

export function CardFieldsSkeleton() {
  return (
    <Loading label="Loading payment form" className="gap-4 desk:gap-5">
      <FieldSkeleton />
      <div className="grid gap-4 tight:grid-cols-2">
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
      <FieldSkeleton />
      {/* The terms of renewal. */}
      <div className="grid gap-2 py-1">
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-1/2" />
      </div>
      <Skeleton className="h-13 rounded-switch" />
      <Skeleton className="my-1 h-3 w-4/5" />
    </Loading>
  )
}

function FieldSkeleton() {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="my-1 h-3 w-24" />
      <Skeleton className="h-target rounded-control" />
    </div>
  )
}
