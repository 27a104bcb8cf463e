// "Add details" of a new signal: intent, time horizon, what the author holds and expects, and whether the
// author is paid for it.
import { type ReactNode, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Intent, TimeHorizon } from '#shared/contracts/signals.ts'
import { PAID_BY_MAX } from '#shared/limits.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Input } from '#web/ui/text-input.tsx'
import type { SignalDraft } from './signal-draft.ts'
import { labelOf, PAID_PROMOTION } from './signal-labels.ts'

const optionsOf = <Value extends Parameters<typeof labelOf>[0]>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: labelOf(value) }))

const NONE = { value: 'none', label: 'None' } as const
const INTENT_OPTIONS = [NONE, ...optionsOf(Intent.options)]
const HORIZON_OPTIONS = [NONE, ...optionsOf(TimeHorizon.options)]
const HOLDS_OPTIONS = [
  { value: 'none', label: 'Not stated' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** Each of them is validated again when another one changes. */
const TOGETHER = { deps: ['target', 'stop', 'confidence'] } satisfies { deps: (keyof SignalDraft)[] }

type SignalDetailsFieldsProps = { form: UseFormReturn<SignalDraft>; readOnly: boolean }

export function SignalDetailsFields({
  form: { control, register, formState },
  readOnly,
}: SignalDetailsFieldsProps) {
  const { errors } = formState
  const [intent, timeHorizon, holds, isPromotion, target, stop, confidence] = useWatch({
    control,
    name: ['intent', 'timeHorizon', 'holds', 'isPromotion', 'target', 'stop', 'confidence'],
  })
  const isUsed = [intent, timeHorizon, holds, isPromotion, target, stop, confidence].some(Boolean)
  return (
    <Details isUsed={isUsed}>
      <Controller
        control={control}
        name="intent"
        render={({ field }) => (
          <Field label="Intent">
            <Select
              options={INTENT_OPTIONS}
              value={field.value ?? NONE.value}
              onValueChange={(value) => field.onChange(value === NONE.value ? null : value)}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="timeHorizon"
        render={({ field }) => (
          <Field label="Time horizon">
            <Select
              options={HORIZON_OPTIONS}
              value={field.value ?? NONE.value}
              onValueChange={(value) => field.onChange(value === NONE.value ? null : value)}
            />
          </Field>
        )}
      />
      <Field label="Target" error={errors.target?.message} hint="Your price in US dollars.">
        <Input {...register('target', TOGETHER)} inputMode="decimal" autoComplete="off" readOnly={readOnly} />
      </Field>
      <Field label="Stop" error={errors.stop?.message} hint="Where you’d be wrong.">
        <Input {...register('stop', TOGETHER)} inputMode="decimal" autoComplete="off" readOnly={readOnly} />
      </Field>
      <Field
        label="Confidence"
        error={errors.confidence?.message}
        hint="That it ends ahead of SPY: 50 to 99%."
      >
        <Input
          {...register('confidence', TOGETHER)}
          inputMode="numeric"
          autoComplete="off"
          readOnly={readOnly}
        />
      </Field>
      <Controller
        control={control}
        name="holds"
        render={({ field }) => (
          <Field label="I hold this" hint="Your linked broker is quoted, too.">
            <Select
              options={HOLDS_OPTIONS}
              value={field.value || 'none'}
              onValueChange={(value) => field.onChange(value === 'none' ? '' : value)}
            />
          </Field>
        )}
      />
      <div className="grid gap-4 xs:col-span-2">
        <Controller
          control={control}
          name="isPromotion"
          render={({ field }) => (
            <Switch
              label={PAID_PROMOTION}
              hint="Someone pays you for this signal. It’s labeled everywhere."
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
        {isPromotion && (
          <Field label="Paid by" mark="(Optional)" error={errors.paidBy?.message}>
            <Input {...register('paidBy')} readOnly={readOnly} maxLength={PAID_BY_MAX} autoComplete="off" />
          </Field>
        )}
      </div>
    </Details>
  )
}

/** Open from the start if a saved draft has details. */
function Details({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  if (isUsed && isOpen === undefined) setIsOpen(true)
  return (
    <div>
      <Disclosure label="Add details" open={isOpen ?? false} onOpenChange={setIsOpen}>
        <div className="grid items-start gap-4 xs:grid-cols-2">{children}</div>
      </Disclosure>
    </div>
  )
}
