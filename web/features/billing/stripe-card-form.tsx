// Stripe's own card form in our colours: the fields are Stripe's, inside its frame; the button is ours.
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { type FormEvent, useState } from 'react'
import { outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { FormMissing } from './card-form-places.tsx'
import { PayButton } from './pay-button.tsx'
import { failed, type Payment, paymentOf, refused, UNREACHABLE } from './payment-intent.ts'
import { type CardFormProps, usePaying } from './paying.ts'
import { useAppearance } from './stripe-appearance.ts'

export type StripeCardFormProps = CardFormProps & { stripe: Stripe }

export function StripeCardForm({ stripe, ...form }: StripeCardFormProps) {
  const appearance = useAppearance()
  const { clientSecret } = form
  // Stripe ties its fields to one payment for good, so another payment gets new ones.
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <Fields {...form} />
    </Elements>
  )
}

function Fields({ amount, returnPath, ...events }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const { isPaying, pay } = usePaying(events)
  const [standing, setStanding] = useState<'loading' | 'ready' | 'failed'>('loading')
  if (standing === 'failed') return <FormMissing />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || standing !== 'ready') return
    void pay(async (): Promise<Payment> => {
      try {
        const { paymentIntent, error } = await stripe.confirmPayment({
          elements,
          redirect: 'if_required',
          confirmParams: { return_url: location.origin + returnPath },
        })
        if (paymentIntent) return paymentOf(paymentIntent)
        // The field itself says what is missing.
        if (error.type === 'validation_error') return { kind: 'open' }
        return error.type === 'api_connection_error' ? UNREACHABLE : refused(error)
      } catch {
        return failed()
      }
    })
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <div className="min-h-52">
        <PaymentElement
          onReady={() => setStanding('ready')}
          onLoadError={() => {
            setStanding('failed')
            showOutcome(outcomes.paymentFormFailed)
          }}
        />
      </div>
      <PayButton amount={amount} isPaying={isPaying} isReady={standing === 'ready'} />
    </form>
  )
}
