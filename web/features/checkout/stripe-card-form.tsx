// Stripe's card form in our colors. The fields are in Stripe's iframe, and the button is ours.
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { type FormEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { showOutcome } from '#web/lib/outcomes.ts'
import { useTheme } from '#web/lib/theme.ts'
import { CardFormError, type CardFormProps, PayButton, usePaymentAttempt } from './card-form-parts.tsx'
import {
  failedPayment,
  type PaymentResult,
  resultOfError,
  resultOfIntent,
  UNREACHABLE,
} from './payment-result.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

export type StripeCardFormProps = CardFormProps & { stripe: Stripe }

export function StripeCardForm({ stripe, ...form }: StripeCardFormProps) {
  const appearance = useAppearance()
  const { clientSecret, cardSecret } = form
  // Stripe's form offers the saved card itself.
  const saved = cardSecret === null ? {} : { customerSessionClientSecret: cardSecret }
  // Stripe binds its fields permanently to one client secret, so another payment needs new ones.
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, ...saved, appearance }}>
      <Fields {...form} />
    </Elements>
  )
}

function Fields({ amount, terms, returnPath, ...events }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const { isPaying, pay } = usePaymentAttempt(events)
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading')
  if (status === 'failed') return <CardFormError />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || status !== 'ready') return
    void pay(async (): Promise<PaymentResult> => {
      try {
        const { paymentIntent, error } = await stripe.confirmPayment({
          elements,
          redirect: 'if_required',
          confirmParams: { return_url: location.origin + returnPath },
        })
        if (paymentIntent) return resultOfIntent(paymentIntent)
        // Stripe shows the message at the field.
        if (error.type === 'validation_error') return { kind: 'open' }
        return error.type === 'api_connection_error' ? UNREACHABLE : resultOfError(error)
      } catch {
        return failedPayment()
      }
    })
  }
  return (
    <form noValidate className="grid gap-4 desk:gap-5" onSubmit={submit}>
      <div className="min-h-52">
        <PaymentElement
          onReady={() => setStatus('ready')}
          onLoadError={() => {
            setStatus('failed')
            showOutcome(paymentOutcomes.paymentFormFailed)
          }}
        />
      </div>
      <PayButton amount={amount} terms={terms} isPaying={isPaying} isReady={status === 'ready'} />
    </form>
  )
}

const DARK = matchMedia('(prefers-color-scheme: dark)')

/** Our design tokens for Stripe's Appearance API. Follows the theme switch and the system. */
function useAppearance(): Appearance {
  const choice = useTheme()
  const isSystemDark = useSyncExternalStore(subscribe, () => DARK.matches)
  const isDark = choice === 'system' ? isSystemDark : choice === 'dark'
  return useMemo(() => appearanceOf(isDark), [isDark])
}

function subscribe(listener: () => void): () => void {
  DARK.addEventListener('change', listener)
  return () => DARK.removeEventListener('change', listener)
}

/**
 * A token has a color for each theme (`light-dark()`), so its color is only known on an element that uses it.
 */
function tokenColors<Name extends string>(isDark: boolean, names: readonly Name[]): Record<Name, string> {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.colorScheme = isDark ? 'dark' : 'light'
  document.body.append(probe)
  const entries = names.map((name) => {
    probe.style.color = `var(--color-${name})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(entries) as Record<Name, string>
}

const TOKENS = [
  'surface',
  'sunken',
  'ink',
  'ink-2',
  'ink-3',
  'line-field',
  'line-strong',
  'focus',
  'brand',
  'gain',
  'loss',
  'caution',
] as const

function appearanceOf(isDark: boolean): Appearance {
  const color = tokenColors(isDark, TOKENS)
  return {
    theme: isDark ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      fontFamily:
        "'Inter Variable', Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      fontSizeBase: '16px',
      fontSizeSm: '14px',
      fontLineHeight: '1.5',
      fontWeightMedium: '520',
      borderRadius: '10px',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
      gridColumnSpacing: '16px',
      colorPrimary: color.brand,
      colorBackground: color.surface,
      colorText: color.ink,
      colorTextSecondary: color['ink-2'],
      colorTextPlaceholder: color['ink-3'],
      colorDanger: color.loss,
      colorSuccess: color.gain,
      colorWarning: color.caution,
    },
    rules: {
      '.Label': { fontSize: '14px', fontWeight: '520', marginBottom: '6px', color: color.ink },
      '.Input': { border: `1px solid ${color['line-field']}`, boxShadow: 'none', padding: '9px 12px' },
      '.Input:hover': { borderColor: color['ink-2'] },
      '.Input:focus': { borderColor: 'transparent', boxShadow: 'none', outline: `2px solid ${color.focus}` },
      '.Input--invalid': { borderColor: color.loss, boxShadow: `0 0 0 1px ${color.loss}` },
      '.Error': { fontSize: '13px', fontWeight: '520' },
      '.Tab': { border: `1px solid ${color['line-strong']}`, boxShadow: 'none' },
      '.Tab:hover': { backgroundColor: color.sunken },
    },
  }
}
