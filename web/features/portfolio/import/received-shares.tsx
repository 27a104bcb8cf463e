// Shares in a file that came in without a purchase, and what the owner says they cost.
import type { Preview } from '#shared/contracts/import-preview.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { counted } from '../format.ts'
import { costError, type DraftChoice } from './import-choice.ts'

type ReceivedSharesProps = {
  received: Preview['received']
  choice: DraftChoice
  onChoice: (choice: DraftChoice) => void
}

export function ReceivedShares({ received, choice, onChoice }: ReceivedSharesProps) {
  return (
    <Disclosure label={`What received shares cost: ${counted(received.length, 'ticker')}`}>
      <p className="text-small text-pretty text-ink-2">
        Shares that came in without a purchase count as a contribution at the close of their day, and are
        never a gain. Their cost only matters for the return since purchase. If you leave it empty, it is the
        price in the file, or that close.
      </p>
      <ul className="grid items-start gap-3 xs:grid-cols-2">
        {received.map(({ symbol, quantity, currency }) => {
          const typed = choice.costs[symbol] ?? ''
          return (
            <li key={`${symbol} ${currency}`}>
              <Field
                label={`Cost per share of ${symbol}`}
                mark={`(${currency}, optional)`}
                hint={`${quantity} came in.`}
                error={costError(typed) ?? undefined}
              >
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="That day’s close"
                  value={typed}
                  onChange={(event) =>
                    onChoice({ ...choice, costs: { ...choice.costs, [symbol]: event.target.value } })
                  }
                />
              </Field>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}
