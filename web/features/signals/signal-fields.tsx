// The fields of a new signal: type, tickers and content, and below them the details, which few people set.
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { SignalType } from '#shared/contracts/signals.ts'
import { SIGNAL_CONTENT_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { SignalDetailsFields } from './signal-details-fields.tsx'
import type { SignalDraft } from './signal-draft.ts'
import { TickerField } from './ticker-field.tsx'
import { labelOf } from './signal-labels.ts'

const TYPE_OPTIONS = SignalType.options.map((value) => ({ value, label: labelOf(value) }))

type SignalFieldsProps = { form: UseFormReturn<SignalDraft>; isSaved: boolean; readOnly: boolean }

export function SignalFields({ form, isSaved, readOnly }: SignalFieldsProps) {
  const { control, formState, setValue, setError, clearErrors, register } = form
  const { errors } = formState
  const [tickers, typed, content] = useWatch({ control, name: ['tickers', 'typed', 'content'] })
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
      <PremiumSwitch control={control} />
      <SignalDetailsFields form={form} readOnly={readOnly} />
    </>
  )
}

const PremiumSwitch = ({ control }: Pick<SignalFieldsProps['form'], 'control'>) => (
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
