// The fields of a signal: its type, tickers and words, and behind "Add details" what most people leave alone.
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
import { capitalised } from './signal-labels.ts'

const optionsOf = <Word extends Parameters<typeof capitalised>[0]>(words: readonly Word[]) =>
  words.map((value) => ({ value, label: capitalised(value) }))

const NONE = { value: 'none', label: 'None' } as const
const TYPES = optionsOf(SignalType.options)
const INTENTS = [NONE, ...optionsOf(Intent.options)]
const HORIZONS = [NONE, ...optionsOf(TimeHorizon.options)]

type FieldsProps = { form: UseFormReturn<SignalDraft>; isKept: boolean; readOnly: boolean }

export function SignalFields({ form, isKept, readOnly }: FieldsProps) {
  const { control, formState, setValue, setError, clearErrors, register } = form
  const { errors } = formState
  const [tickers, typed, content, intent, timeHorizon] = useWatch({
    control,
    name: ['tickers', 'typed', 'content', 'intent', 'timeHorizon'],
  })
  const length = characters(content.trim())
  const isDraft = length > 0 || tickers.length > 0 || typed !== ''
  return (
    <>
      <Controller
        control={control}
        name="signalType"
        render={({ field }) => (
          <Field label="Signal type">
            <Select options={TYPES} value={field.value} onValueChange={field.onChange} name={field.name} />
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
        // Said while it is being written: what is too long is easier cut at once.
        error={length > SIGNAL_CONTENT_MAX ? 'Signal content too long' : errors.content?.message}
        hint={isDraft && isKept ? 'Draft saved' : undefined}
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
                options={INTENTS}
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
                options={HORIZONS}
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

/** Who can read it, apart from the fields: it stays in view while they scroll. */
export function PremiumSwitch({ control }: Pick<FieldsProps['form'], 'control'>) {
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

/** Open from the start when a kept draft already says something there. */
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
