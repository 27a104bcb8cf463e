// The fields of a new signal: type, tickers and content; and in a disclosure intent and time horizon, which few people set.
import { type ReactNode, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import { SIGNAL_CONTENT_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import type { SignalDraft } from './signal-draft.ts'
import { TickerField } from './ticker-field.tsx'
import { labelOf } from './signal-labels.ts'

const optionsOf = <Value extends Parameters<typeof labelOf>[0]>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: labelOf(value) }))

const NONE = { value: 'none', label: 'None' } as const
const TYPE_OPTIONS = optionsOf(SignalType.options)
const INTENT_OPTIONS = [NONE, ...optionsOf(Intent.options)]
const HORIZON_OPTIONS = [NONE, ...optionsOf(TimeHorizon.options)]

type SignalFieldsProps = { form: UseFormReturn<SignalDraft>; isSaved: boolean; readOnly: boolean }

export function SignalFields({ form, isSaved, readOnly }: SignalFieldsProps) {
  const { control, formState, setValue, setError, clearErrors, register } = form
  const { errors } = formState
  const [tickers, typed, content, intent, timeHorizon] = useWatch({
    control,
    name: ['tickers', 'typed', 'content', 'intent', 'timeHorizon'],
  })
  const length = characters(content.trim())
  const hasContent = length > 0 || tickers.length > 0 || typed !== ''
  return (
    <>
      <Controller
        control={control}
        name="signalType"
        render={({ field }) => (
          <Field label="Signal type">
            <Select
              options={TYPE_OPTIONS}
              value={field.value}
              onValueChange={field.onChange}
              name={field.name}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="typed"
        render={({ field }) => (
          <TickerField
            fieldRef={field.ref}
            tickers={tickers}
            typed={typed}
            readOnly={readOnly}
            error={errors.typed?.message ?? errors.tickers?.message}
            onChange={(next) => {
              setValue('tickers', next.tickers)
              setValue('typed', next.typed)
              if (next.error === undefined) clearErrors(['typed', 'tickers'])
              else setError('typed', { message: next.error })
            }}
          />
        )}
      />
      <Field
        label="Content"
        // Shown while typing: text that is too long is easier to shorten right away.
        error={length > SIGNAL_CONTENT_MAX ? 'Signal content too long' : errors.content?.message}
        hint={hasContent && isSaved ? 'Draft saved' : undefined}
        counter={`${length}/${SIGNAL_CONTENT_MAX}`}
      >
        <Textarea
          {...register('content')}
          rows={4}
          className="min-h-24"
          readOnly={readOnly}
          placeholder="Share a trade idea, analysis or market view. No advice."
        />
      </Field>
      <Details isUsed={intent !== null || timeHorizon !== null}>
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
      </Details>
    </>
  )
}

/** Separate from the fields, because it stays in view while they scroll. */
export function PremiumSwitch({ control }: Pick<SignalFieldsProps['form'], 'control'>) {
  return (
    <Controller
      control={control}
      name="isPremium"
      render={({ field }) => (
        <Switch
          label="Premium"
          hint="Only your subscribers can read it."
          checked={field.value}
          onCheckedChange={field.onChange}
        />
      )}
    />
  )
}

/** Open from the start if a saved draft has details. */
function Details({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  if (isUsed && isOpen === undefined) setIsOpen(true)
  return (
    <div>
      <Disclosure label="Add details" open={isOpen ?? false} onOpenChange={setIsOpen}>
        <div className="grid gap-4 xs:grid-cols-2">{children}</div>
      </Disclosure>
    </div>
  )
}
