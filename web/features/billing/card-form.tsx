// Card details, in one of two forms with one interface: Stripe's own, or ours for the sandbox.
import { type ComponentType, useEffect, useState } from 'react'
import { outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldsSkeleton, FormMissing } from './card-form-places.tsx'
import { type Failure, FailureBanner } from './failure-banner.tsx'
import type { CardFormProps } from './paying.ts'
import { SandboxCardForm } from './sandbox-card-form.tsx'
import type { StripeCardFormProps } from './stripe-card-form.tsx'

/** `failure` stands above the fields; everything typed stays in them. */
export function CardForm({ failure, ...form }: CardFormProps & { failure: Failure | undefined }) {
  return (
    <Card as="section" aria-labelledby="card-details" className="grid gap-5">
      <h2 id="card-details" className="text-title font-strong">
        Card details
      </h2>
      {failure && <FailureBanner failure={failure} />}
      {form.payments.mode === 'sandbox' ? <SandboxCardForm {...form} /> : <StripeForm {...form} />}
    </Card>
  )
}

type Loaded = { Form: ComponentType<StripeCardFormProps>; stripe: StripeCardFormProps['stripe'] }

/** Fetches Stripe's part only here: nobody else's page carries it. */
function StripeForm(props: CardFormProps) {
  const { publishableKey } = props.payments
  const [loaded, setLoaded] = useState<Loaded | 'failed'>()
  useEffect(() => {
    let isHere = true
    const fail = () => {
      if (!isHere) return
      setLoaded('failed')
      showOutcome(outcomes.paymentFormFailed)
    }
    Promise.all([
      import('./stripe-card-form.tsx'),
      import('./stripe-payments.ts').then(({ openStripe }) => openStripe(publishableKey)),
    ]).then(([{ StripeCardForm: Form }, stripe]) => isHere && setLoaded({ Form, stripe }), fail)
    return () => {
      isHere = false
    }
  }, [publishableKey])
  if (loaded === 'failed') return <FormMissing />
  if (!loaded) return <FieldsSkeleton />
  return <loaded.Form {...props} stripe={loaded.stripe} />
}
