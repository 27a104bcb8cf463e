// The place of the card form through all steps: its skeleton, the form, waiting for the server, and paid.
import { CircleCheck, LoaderCircle, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardForm } from '../billing/card-form.tsx'
import { CardFormSkeleton, FormMissing } from './card-form-parts.tsx'
import type { useCheckout } from './checkout.ts'
import { focusCentered } from './outcome-redirect.ts'

export type PaymentPanelProps = {
  checkout: ReturnType<typeof useCheckout>
  /** What the button says is paid, for example "$9.50". */
  amount: string
  /** What is true once it is paid: a sentence, and the way on. */
  done: { title: string; children: ReactNode }
}

export function PaymentPanel({ checkout, amount, done }: PaymentPanelProps) {
  const { step, form, failure, isFormMissing, isBeginningSlow } = checkout
  if (step === 'confirming' || step === 'done') return <Paid checkout={checkout} done={done} />
  if (isFormMissing)
    return (
      <Card>
        <FormMissing />
      </Card>
    )
  if (form) return <CardForm {...form} amount={amount} failure={failure} />
  return (
    <>
      <CardFormSkeleton />
      <p role="status" className="text-small text-pretty text-ink-2">
        {isBeginningSlow && SLOW}
      </p>
    </>
  )
}

const SLOW =
  'The payment provider is taking longer than usual. This page updates automatically, and you won’t be charged twice.'

/** The form is gone with the focus in it, so the focus comes here. */
function Paid({ checkout, done }: Omit<PaymentPanelProps, 'amount'>) {
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
