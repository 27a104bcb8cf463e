// Asks for the cash held before a file begins, if its purchases cost more than it brings in.
import type { OpeningCashOffer } from '#shared/contracts/import-preview.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { amountIn, dayAfter } from '../format.ts'
import { type DraftChoice, openingCashError } from './import-choice.ts'

type OpeningCashProps = {
  offer: OpeningCashOffer
  choice: DraftChoice
  onChoice: (choice: DraftChoice) => void
}

export function OpeningCash({ offer, choice, onChoice }: OpeningCashProps) {
  const { day, currency, amount } = offer
  const isLeast = Number(choice.openingCash) === Number(amount)
  return (
    <section aria-labelledby="opening-cash" className="grid gap-3 rounded-control bg-sunken px-4 py-4">
      <div className="grid gap-1">
        <h3 id="opening-cash" className="font-strong">
          Cash you held before {dayText(dayAfter(day))}
        </h3>
        <p className="text-small text-pretty text-ink-2">
          Your purchases cost {amountIn(currency, Number(amount))} more than this file brings in. If you held
          more cash at the close on {dayText(day)}, enter all of it: your return is based on it.
        </p>
      </div>
      {!choice.isMargin && (
        <Field
          label="Cash"
          mark={`(${currency})`}
          hint={
            isLeast
              ? 'Your record will say “Opening cash assumed”.'
              : 'Your record will say that you added opening cash, without the amount.'
          }
          error={openingCashError(choice, offer) ?? undefined}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={choice.openingCash}
            onChange={(event) => onChoice({ ...choice, openingCash: event.target.value })}
          />
        </Field>
      )}
      <Switch
        label="I borrowed it from my broker (margin)"
        hint={
          choice.isMargin
            ? 'The debt counts, so gains and losses are larger. Your record will say that you use margin.'
            : 'Only for a margin account.'
        }
        checked={choice.isMargin}
        onCheckedChange={(isMargin) => onChoice({ ...choice, isMargin })}
      />
    </section>
  )
}
