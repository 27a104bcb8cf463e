// The questions that a new signal must answer: what a sell does, whether the author holds the share, and whether they
// are paid.
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useEffect, useRef } from 'react'
import type { PreviewPart, SignalPreview } from '#shared/contracts/signal-preview.ts'
import { PAID_BY_MAX } from '#shared/limits.ts'
import { directionOf, percentOf, signedPercent } from '#shared/rules/percent.ts'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { ChoiceCards, ChoicePills } from './choices.tsx'
import { tickersText, tradeText } from './preview-text.ts'
import type { SignalDraft } from './signal-draft.ts'
import { hasOpposite } from './signal-preview.ts'

type FormProps = { form: UseFormReturn<SignalDraft> }
type Opposite = PreviewPart & { open: NonNullable<PreviewPart['open']> }
const isOpposite = (part: PreviewPart): part is Opposite => hasOpposite(part)

/**
 * Asked of a sell, and of a buy while a short is open. If every ticker has an open trade, the signal closes them and
 * can do nothing else.
 */
export function TradeQuestion({ form, preview }: FormProps & { preview: SignalPreview | undefined }) {
  const { control, setValue, clearErrors, formState } = form
  const [signalType, tickers, typed, does, intent] = useWatch({
    control,
    name: ['signalType', 'tickers', 'typed', 'does', 'intent'],
  })
  const side = signalType === 'buy' ? 1 : -1
  const parts = (preview?.parts ?? []).filter((part) => part.side === side)
  const opposite = parts.filter(isOpposite)
  const isForced = opposite.length > 0 && opposite.length === parts.length
  const hasTicker = tickers.length > 0 || typed !== ''
  const isAsked = hasTicker && (signalType === 'sell' || (signalType === 'buy' && opposite.length > 0))

  const wasForced = useRef(false)
  useEffect(() => {
    if (isForced === wasForced.current) return
    wasForced.current = isForced
    setValue('does', isForced ? 'close' : '')
    clearErrors('does')
  }, [isForced, setValue, clearErrors])
  // Taking profits only closes.
  useEffect(() => {
    if (intent === 'taking_profits' && does === 'open') setValue('does', 'close')
  }, [intent, does, setValue])

  if (!isAsked) return null
  const [trade, opens] = side === 1 ? ['short', 'Open a buy'] : ['buy', 'Open a short']
  return (
    <Controller
      control={control}
      name="does"
      render={({ field }) => (
        <ChoiceCards
          question={`What does this ${signalType} do?`}
          ref={field.ref}
          value={field.value}
          onChange={(value) => {
            field.onChange(value)
            clearErrors('does')
            if (value === 'open' && intent === 'taking_profits') setValue('intent', null)
          }}
          error={formState.errors.does?.message}
          options={[
            {
              value: 'close',
              label: 'Close my trade',
              hint: <ClosedTrades parts={parts} opposite={opposite} />,
            },
            {
              value: 'open',
              label: opens,
              hint: isForced
                ? `Possible once your ${trade} has ended`
                : side === 1
                  ? 'Scored against SPY'
                  : 'Scored against shorting SPY',
              disabled: isForced,
            },
          ]}
        />
      )}
    />
  )
}

const TONE = { gain: 'text-gain', loss: 'text-loss', flat: '' }

/** "Your buy from Nov 3, now +4.0%". */
function ClosedTrades({ parts, opposite }: { parts: readonly PreviewPart[]; opposite: readonly Opposite[] }) {
  const [only] = opposite
  if (!only)
    return parts.length === 0
      ? 'Ends a buy that you posted before'
      : `Nothing open in ${tickersText(parts)}, so this wouldn’t be scored`
  if (opposite.length > 1) return `Your trades in ${tickersText(opposite)}`
  const { open } = only
  const text = tradeText(open)
  const inTicker = parts.length > 1 ? ` in $${only.ticker}` : ''
  return (
    <>
      {text[0]?.toUpperCase()}
      {text.slice(1)}
      {inTicker}
      {open.return !== null && (
        <>
          , now{' '}
          <span className={classes('tabular-nums', TONE[directionOf(signedPercent(Number(open.return)))])}>
            {percentOf(open.return)}
          </span>
        </>
      )}
    </>
  )
}

/** Not shown for comments. */
export function Disclosures({
  form: { control, formState, register, clearErrors },
  readOnly,
}: FormProps & { readOnly: boolean }) {
  const { errors } = formState
  const paid = useWatch({ control, name: 'paid' })
  return (
    <div className="grid gap-4 rounded-control bg-canvas p-4 ring-1 ring-line ring-inset">
      <Controller
        control={control}
        name="holds"
        render={({ field }) => (
          <ChoicePills
            question="Do you hold this?"
            ref={field.ref}
            value={field.value}
            onChange={(value) => {
              field.onChange(value)
              clearErrors('holds')
            }}
            error={errors.holds?.message}
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
              { value: 'unsaid', label: 'Prefer not to say' },
            ]}
          />
        )}
      />
      <Controller
        control={control}
        name="paid"
        render={({ field }) => (
          <ChoicePills
            question="Were you paid to post this?"
            ref={field.ref}
            value={field.value}
            onChange={(value) => {
              field.onChange(value)
              clearErrors('paid')
            }}
            error={errors.paid?.message}
            options={[
              { value: 'no', label: 'No' },
              { value: 'yes', label: 'Yes' },
            ]}
          />
        )}
      />
      {paid === 'yes' && (
        <Field label="Paid by" mark="(Optional)" error={errors.paidBy?.message}>
          <Input {...register('paidBy')} readOnly={readOnly} maxLength={PAID_BY_MAX} autoComplete="off" />
        </Field>
      )}
      <p className="text-small text-ink-3">
        Your answers show on the signal. If your broker is linked, we show what it says next to this.
      </p>
    </div>
  )
}
