// Shares that were sold but never bought in a file: what was held before it begins, or which sales to leave out.
import { dayText } from '#shared/rules/dates.ts'
import type { OpeningOffer } from '#shared/contracts/import-preview.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { type Choice, mistakesIn, type OpeningEntry } from './import-choice.ts'
import { FaultTable } from './import-faults.tsx'
import { counted, dayAfter } from './portfolio-words.ts'

export type OpeningProps = {
  opening: OpeningOffer
  choice: Choice
  onChoice: (choice: Choice) => void
}

export function ImportOpening({ opening, choice, onChoice }: OpeningProps) {
  const { day, positions, rows, rowCount } = opening
  const sales = counted(rowCount, 'row')
  const change = (symbol: string, entry: OpeningEntry) =>
    onChoice({ ...choice, openings: { ...choice.openings, [symbol]: entry } })
  return (
    <section aria-labelledby="opening" className="grid gap-3 rounded-control bg-sunken px-4 py-4">
      <div className="grid gap-1">
        <h3 id="opening" className="font-strong">
          Add what you held before {dayText(dayAfter(day))}
        </h3>
        <p className="text-small text-pretty text-ink-2">
          {rowCount === 1 ? 'One row sells' : `${sales} sell`} shares the file doesn’t show you buying. Enter
          what you held at the close on {dayText(day)}. We filled in the smallest numbers that work.
        </p>
      </div>
      {!choice.leavesSalesOut && (
        <ul className="grid gap-4">
          {positions.map((position) => (
            <OpeningPosition
              key={position.symbol}
              position={position}
              entry={choice.openings[position.symbol] ?? { quantity: '', price: '' }}
              onChange={(entry) => change(position.symbol, entry)}
            />
          ))}
        </ul>
      )}
      <Switch
        label={rowCount === 1 ? 'Leave this row out instead' : `Leave these ${sales} out instead`}
        hint={
          choice.leavesSalesOut
            ? 'Your record will be marked incomplete.'
            : 'Your record will say that you added opening positions, without amounts.'
        }
        checked={choice.leavesSalesOut}
        onCheckedChange={(leavesSalesOut) => onChoice({ ...choice, leavesSalesOut })}
      />
      <Disclosure label={rowCount === 1 ? 'Show the row' : `Show the ${sales}`}>
        <FaultTable caption="Rows that sell more than was held" faults={rows} faultCount={rowCount} />
      </Disclosure>
    </section>
  )
}

type PositionProps = {
  position: OpeningOffer['positions'][number]
  entry: OpeningEntry
  onChange: (entry: OpeningEntry) => void
}

function OpeningPosition({ position, entry, onChange }: PositionProps) {
  const { symbol, companyName, currency } = position
  const mistakes = mistakesIn(entry, position)
  return (
    <li className="grid gap-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Ticker symbol={symbol} />
        {companyName !== null && (
          <span className="min-w-0 text-small wrap-anywhere text-ink-2">{companyName}</span>
        )}
      </span>
      <div className="grid items-start gap-3 xs:grid-cols-2">
        <Field
          label={
            <>
              Shares<span className="sr-only"> of {symbol}</span>
            </>
          }
          error={mistakes.quantity}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={entry.quantity}
            onChange={(event) => onChange({ ...entry, quantity: event.target.value })}
          />
        </Field>
        <Field
          label={
            <>
              Cost per share<span className="sr-only"> of {symbol}</span>
            </>
          }
          mark={`(${currency}, optional)`}
          error={mistakes.price}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="Unknown"
            value={entry.price}
            onChange={(event) => onChange({ ...entry, price: event.target.value })}
          />
        </Field>
      </div>
    </li>
  )
}
