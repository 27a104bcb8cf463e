// The sandbox's card form. The card's data goes straight to the sandbox, never to our server.
import { zodResolver } from '@hookform/resolvers/zod'
import type { ChangeEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { type CardFormProps, PayButton, usePaymentAttempt } from './card-form-parts.tsx'
import { CardFields, formatSecurityCode, formatExpiry, formatCardNumber, formatTyped } from './card-fields.ts'
import { payWithCard } from './sandbox-payments.ts'

const EMPTY = { number: '', expiry: '', code: '', name: '' }

export function SandboxCardForm({
  payments,
  clientSecret,
  amount,
  terms,
  returnPath,
  ...events
}: CardFormProps) {
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
