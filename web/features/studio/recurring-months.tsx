// Recurring revenue of twelve months as bars, and everything about each month as a table with its definitions.
import type { Studio, StudioMonth } from '#shared/contracts/studio.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { dollars, monthName } from '#web/lib/money-and-dates.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Table } from '#web/ui/table.tsx'
import { percent, rangeText } from './percent-text.ts'

export function RecurringMonths({ months }: Pick<Studio, 'months'>) {
  const first = months[0]
  const last = months.at(-1)
  if (!first || !last) return null
  return (
    <Card
      as="section"
      aria-labelledby="recurring"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <div className="grid gap-1">
        <h2 id="recurring" className="text-title font-strong">
          Recurring revenue
        </h2>
        <p className="text-small text-pretty text-ink-2">
          At each month’s end (UTC), without canceled and past due. {monthName(last.month, 'long')} so far:{' '}
          {dollars(last.recurring.grossInCents)}.
        </p>
      </div>
      <BarChart
        label={`Recurring revenue by month, ${monthName(first.month, 'withYear')} to ${monthName(last.month, 'withYear')}: from ${dollars(first.recurring.grossInCents)} to ${dollars(last.recurring.grossInCents)}.`}
        nothing="What subscribers pay a month appears here."
        items={months.map(({ month, recurring }) => ({
          label: monthName(month, 'short'),
          value: recurring.grossInCents,
          current: month === last.month,
        }))}
      />
      <div className="-mb-2 grid grid-cols-[minmax(0,1fr)]">
        <Disclosure label="Show as table">
          <Table
            caption="Recurring revenue and subscribers by month, newest first"
            heads={HEADS}
            rows={months.toReversed().map((month) => ({ key: month.month, cells: cellsOf(month) }))}
          />
        </Disclosure>
        <Disclosure label="What these mean">
          <dl className="grid gap-3 text-small text-pretty text-ink-2">
            {MEANINGS.map(([name, meaning]) => (
              <div key={name}>
                <dt className="font-strong text-ink">{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </div>
    </Card>
  )
}

const HEADS = ['Month', 'Recurring', 'New', 'Back', 'Left', 'Churn', 'Likely range', 'Subscribers']

const cellsOf = ({ month, recurring, started, returned, left, churn, atEnd }: StudioMonth) => [
  monthName(month, 'withYear'),
  dollars(recurring.grossInCents),
  formatCount(started),
  formatCount(returned),
  formatCount(left),
  churn ? percent(churn.rate) : '—',
  churn ? rangeText(churn) : '—',
  formatCount(atEnd),
]

const MEANINGS = [
  [
    'Recurring',
    'The monthly prices of subscriptions whose paid month covers the end of the month, and that weren’t canceled by then. A month that was refunded in full or disputed isn’t paid, so a later refund changes the month it returns.',
  ],
  ['New', 'People whose first payment to you was in the month.'],
  ['Back', 'People who paid again with a new subscription after an earlier one had ended.'],
  ['Left', 'Subscriptions that ended in the month: canceled and run out, or not paid.'],
  [
    'Churn',
    'Of the subscribers at the beginning of the month, the share who left in it. The likely range has a 95% chance to include the true rate: the fewer subscribers, the wider.',
  ],
  [
    'Subscribers',
    'At the end of the month: those at its beginning, plus new and back, less those who left. All months are in UTC.',
  ],
] as const
