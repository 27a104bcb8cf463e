// The payment side of a checkout in all its steps: skeleton, card form, waiting for the server, paid.
import { CircleCheck, LoaderCircle, RefreshCw } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { IMMEDIATE_ACCESS_STATEMENT } from '#shared/rules/consent.ts'
import { showOutcome } from '#web/lib/outcomes.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { focusCentered } from '#web/ui/focus.ts'
import {
  CardFieldsSkeleton,
  CardFormError,
  type CardFormProps,
  CardFormSkeleton,
} from './card-form-parts.tsx'
import type { Failure, useCheckout } from './checkout.ts'
import { RenewalTerms } from './renewal-terms.tsx'
import { SandboxCardForm } from './sandbox-card-form.tsx'
import { AddressCard, TaxedAt, TaxFailed } from './tax-address.tsx'
import type { StripeCardFormProps } from './stripe-card-form.tsx'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

type PaymentPanelProps = {
  checkout: ReturnType<typeof useCheckout>
  /** The amount on the button, for example "$9.50". */
  amount: string
  /** The price that the terms of renewal name, in US cents; undefined until it is known. */
  renewsAtInCents: number | undefined
  /** The tax on top of that price; undefined if the sale isn't taxed. */
  taxInCents: number | undefined
  /** Shown after the payment: a heading, and a link to the next step. */
  done: { title: string; children: ReactNode }
}

export function PaymentPanel({ checkout, amount, renewsAtInCents, taxInCents, done }: PaymentPanelProps) {
  const { step, form, failure, isFormMissing, isStartingSlowly, agree, tax } = checkout
  const [asksForAccess, setAsksForAccess] = useState(false)
  if (step === 'confirming' || step === 'done') return <Paid checkout={checkout} done={done} />
  if (isFormMissing)
    return (
      <Card>
        <CardFormError />
      </Card>
    )
  if (tax.needsAddress) return <AddressCard tax={tax} />
  if (tax.problem !== undefined) return <TaxFailed tax={tax} message={tax.problem} />
  const terms = (
    <>
      {taxInCents !== undefined && <TaxedAt tax={tax} />}
      <RenewalTerms priceInCents={renewsAtInCents} taxInCents={taxInCents} />
      <Checkbox checked={asksForAccess} onCheckedChange={setAsksForAccess}>
        {IMMEDIATE_ACCESS_STATEMENT}
      </Checkbox>
    </>
  )
  if (form)
    return (
      <CardForm
        {...form}
        amount={amount}
        terms={terms}
        agree={() => agree(asksForAccess)}
        failure={failure}
      />
    )
  return (
    <>
      <CardFormSkeleton />
      <p role="status" className="text-small text-pretty text-ink-2">
        {isStartingSlowly && SLOW}
      </p>
    </>
  )
}

const SLOW =
  'The payment provider is taking longer than usual. This page updates automatically, and you won’t be charged twice.'

/** Shows `failure` above the fields, which keep their values. */
function CardForm({ failure, ...form }: CardFormProps & { failure: Failure | undefined }) {
  return (
    <Card as="section" aria-labelledby="card-details" className="grid gap-4 desk:gap-5">
      {/* On a phone the fields are enough, and the terms above the button need the room. */}
      <h2 id="card-details" className="text-title font-strong max-desk:sr-only">
        Card details
      </h2>
      {failure && <FailureBanner key={failure.times} message={failure.message} />}
      {form.payments.mode === 'sandbox' ? <SandboxCardForm {...form} /> : <LazyStripeForm {...form} />}
    </Card>
  )
}

/** Takes the focus each time it is mounted. */
function FailureBanner({ message }: { message: string }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => focusCentered(banner.current), [])
  return (
    <Banner ref={banner} tabIndex={-1} tone="loss" title="Payment Failed">
      {message}
    </Banner>
  )
}

type Loaded = { Form: ComponentType<StripeCardFormProps>; stripe: StripeCardFormProps['stripe'] }

/** Imports Stripe's code lazily, so that no other page loads it. */
function LazyStripeForm(props: CardFormProps) {
  const { publishableKey } = props.payments
  const [loaded, setLoaded] = useState<Loaded | 'failed'>()
  useEffect(() => {
    let isMounted = true
    const fail = () => {
      if (!isMounted) return
      setLoaded('failed')
      showOutcome(paymentOutcomes.paymentFormFailed)
    }
    Promise.all([
      import('./stripe-card-form.tsx'),
      import('./stripe-payments.ts').then(({ loadStripeOnce }) => loadStripeOnce(publishableKey)),
    ]).then(([{ StripeCardForm: Form }, stripe]) => isMounted && setLoaded({ Form, stripe }), fail)
    return () => {
      isMounted = false
    }
  }, [publishableKey])
  if (loaded === 'failed') return <CardFormError />
  if (!loaded) return <CardFieldsSkeleton />
  return <loaded.Form {...props} stripe={loaded.stripe} />
}

/** Replaces the form that had the focus, so its heading takes the focus. */
function Paid({ checkout, done }: Pick<PaymentPanelProps, 'checkout' | 'done'>) {
  const { step, isSlow, isChecking, checkAgain } = checkout
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusCentered(heading.current), [])
  const isDone = step === 'done'
  const Icon = isDone ? CircleCheck : LoaderCircle
  return (
    <Card role="status" className="grid min-h-60 place-content-center justify-items-center gap-3 text-center">
      <Icon className={`size-8 stroke-[1.5] ${isDone ? 'text-gain' : 'animate-spin text-ink-2'}`} />
      <h2 ref={heading} tabIndex={-1} className="text-title font-strong text-balance focus:outline-none">
        {isDone ? done.title : isSlow ? 'Your payment is being confirmed' : 'Confirming your payment…'}
      </h2>
      <div className="max-w-96 text-balance text-ink-2">
        {isDone
          ? done.children
          : isSlow
            ? 'This page updates automatically. You can also come back later; you won’t have to pay again.'
            : 'This takes a few seconds.'}
      </div>
      {isSlow && !isDone && (
        <Button variant="outline" icon={RefreshCw} pending={isChecking} onClick={checkAgain}>
          Refresh
        </Button>
      )}
    </Card>
  )
}
