// The sandbox's card form. The card's data goes straight to the sandbox, never to our server.
import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { CardFieldsSkeleton, type CardFormProps, PayButton, usePaymentAttempt } from './card-form-parts.tsx'
import { cardName, isExpired } from '#web/lib/card-name.ts'
import { Button } from '#web/ui/button.tsx'
import { CardFields, formatSecurityCode, formatExpiry, formatCardNumber, formatTyped } from './card-fields.ts'
import { offeredCard, payWithCard, payWithSavedCard } from './sandbox-payments.ts'

const EMPTY = { number: '', expiry: '', code: '', name: '' }

/** Offers the saved card first, as Stripe's form does. */
export function SandboxCardForm(props: CardFormProps) {
  const { payments, clientSecret, cardSecret, amount, terms, returnPath, ...events } = props
  const [wantsAnother, setWantsAnother] = useState(false)
  const { data: card, isLoading } = useQuery({
    queryKey: queryKeys.offeredCard(cardSecret),
    queryFn: () => offeredCard(payments, cardSecret ?? ''),
    enabled: cardSecret !== null,
    gcTime: 0,
  })
  const { isPaying, pay } = usePaymentAttempt({
    ...events,
    onFailed: (message) => {
      setWantsAnother(true)
      events.onFailed(message)
    },
  })
  if (isLoading) return <CardFieldsSkeleton />
  if (!card || wantsAnother || isExpired(card.card))
    return <NewCardForm {...props} expired={card && isExpired(card.card) ? cardName(card.card) : undefined} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pay(() => payWithSavedCard(payments, clientSecret, card, location.origin + returnPath))
  }
  return (
    <form noValidate className="grid gap-4 desk:gap-5" onSubmit={submit}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control bg-sunken px-4 py-3">
        <p className="grid tabular-nums">
          <span className="font-strong">{cardName(card.card)}</span>
          <span className="text-small text-ink-2">Your saved card</span>
        </p>
        <Button variant="outline" size="sm" onClick={() => setWantsAnother(true)}>
          Use another card
        </Button>
      </div>
      <PayButton amount={amount} terms={terms} isPaying={isPaying} />
    </form>
  )
}

function NewCardForm({
  payments,
  clientSecret,
  cardSecret,
  amount,
  terms,
  returnPath,
  expired,
  ...events
}: CardFormProps & { expired: string | undefined }) {
  const { isPaying, pay } = usePaymentAttempt(events)
  const form = useForm({ resolver: zodResolver(CardFields), defaultValues: EMPTY })
  const { errors } = form.formState

  const digits = (name: 'number' | 'expiry' | 'code', format: (typed: string) => string) => {
    const field = form.register(name)
    return {
      ...field,
      inputMode: 'numeric' as const,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        formatTyped(event.target, format)
        return field.onChange(event)
      },
    }
  }
  const submit = form.handleSubmit((card) =>
    pay(() => payWithCard(payments, clientSecret, card, location.origin + returnPath)),
  )
  return (
    <form noValidate className="grid gap-4 desk:gap-5" onSubmit={(event) => void submit(event)}>
      {expired !== undefined && (
        <p className="text-small text-pretty text-ink-2">
          Your saved card, {expired}, has expired. This one replaces it everywhere.
        </p>
      )}
      {expired === undefined && cardSecret !== null && (
        <p className="text-small text-pretty text-ink-2">This card then pays for all your subscriptions.</p>
      )}
      <Field label="Card number" error={errors.number?.message}>
        <Input
          {...digits('number', formatCardNumber)}
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
        />
      </Field>
      <div className="grid items-start gap-4 tight:grid-cols-2">
        <Field label="Expiry" error={errors.expiry?.message}>
          <Input {...digits('expiry', formatExpiry)} autoComplete="cc-exp" placeholder="MM / YY" />
        </Field>
        <Field label="Security code" error={errors.code?.message}>
          <Input {...digits('code', formatSecurityCode)} autoComplete="cc-csc" placeholder="CVC" />
        </Field>
      </div>
      <Field label="Name on card" mark="(Optional)">
        <Input {...form.register('name')} autoComplete="cc-name" spellCheck={false} />
      </Field>
      <PayButton amount={amount} terms={terms} isPaying={isPaying} />
    </form>
  )
}
