// The fields of a new signal: type and time horizon, tickers, content, required answers, and rarely used options.
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { SignalPreview } from '#shared/contracts/signal-preview.ts'
import { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import { SIGNAL_CONTENT_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { Disclosures, TradeQuestion } from './signal-asks.tsx'
import { SignalDetailsFields } from './signal-details-fields.tsx'
import { repliesFromOf, type SignalDraft } from './signal-draft.ts'
import { TickerField } from './ticker-field.tsx'
import { labelOf } from './signal-labels.ts'

const optionsOf = <Value extends Parameters<typeof labelOf>[0]>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: labelOf(value) }))

const NONE = { value: 'none', label: 'Not stated' } as const
const TYPE_OPTIONS = optionsOf(SignalType.options)
const HORIZON_OPTIONS = [NONE, ...optionsOf(TimeHorizon.options)]
const REPLIES_OPTIONS = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followers', label: 'Followers' },
  { value: 'subscribers', label: 'Subscribers' },
  { value: 'no_one', label: 'No one' },
] as const
const INTENT_OPTIONS = [NONE, ...optionsOf(Intent.options)]

type SignalFieldsProps = {
  form: UseFormReturn<SignalDraft>
  preview: SignalPreview | undefined
  isSaved: boolean
  readOnly: boolean
}

export function SignalFields({ form, preview, isSaved, readOnly }: SignalFieldsProps) {
  const { control, formState, setValue, setError, clearErrors, register } = form
  const { errors } = formState
  const [signalType, tickers, typed, content] = useWatch({
    control,
    name: ['signalType', 'tickers', 'typed', 'content'],
  })
  const length = characters(content.trim())
  const hasContent = length > 0 || tickers.length > 0 || typed !== ''
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4 max-tight:grid-cols-1">
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
        <OptionalSelect control={control} name="timeHorizon" label="Time horizon" options={HORIZON_OPTIONS} />
      </div>
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
      <TradeQuestion form={form} preview={preview} />
      <Field
        label="Content"
        // Shown while typing: text that is too long is easier to shorten right away.
        error={length > SIGNAL_CONTENT_MAX ? 'Signal content too long' : errors.content?.message}
        hint={hasContent && isSaved ? 'Draft saved. Can’t be edited once posted.' : undefined}
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
      {signalType !== 'comment' && <Disclosures form={form} readOnly={readOnly} />}
      <div className="grid grid-cols-2 items-start gap-4 max-tight:grid-cols-1">
        <RepliesSelect control={control} />
        <OptionalSelect
          control={control}
          name="intent"
          label="Intent"
          mark="(Optional)"
          options={INTENT_OPTIONS}
        />
      </div>
      <PremiumSwitch control={control} />
      <SignalDetailsFields form={form} readOnly={readOnly} />
    </>
  )
}

type OptionalSelectProps<Name extends 'intent' | 'timeHorizon'> = {
  control: UseFormReturn<SignalDraft>['control']
  name: Name
  label: string
  mark?: string
  options: readonly { value: NonNullable<SignalDraft[Name]> | typeof NONE.value; label: string }[]
}

/** A select whose first option is null in the draft. */
const OptionalSelect = <Name extends 'intent' | 'timeHorizon'>(props: OptionalSelectProps<Name>) => (
  <Controller
    control={props.control}
    name={props.name}
    render={({ field }) => (
      <Field label={props.label} mark={props.mark}>
        <Select
          options={props.options}
          value={field.value ?? NONE.value}
          onValueChange={(value) => field.onChange(value === NONE.value ? null : value)}
        />
      </Field>
    )}
  />
)

/** Never changes once it is posted. */
function RepliesSelect({ control }: Pick<SignalFieldsProps['form'], 'control'>) {
  const isPremium = useWatch({ control, name: 'isPremium' })
  return (
    <Controller
      control={control}
      name="repliesFrom"
      render={({ field }) => (
        <Field label="Who may reply" hint="Can’t be changed later.">
          <Select
            options={isPremium ? REPLIES_OPTIONS.slice(2) : REPLIES_OPTIONS}
            value={repliesFromOf({ isPremium, repliesFrom: field.value })}
            onValueChange={field.onChange}
          />
        </Field>
      )}
    />
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
