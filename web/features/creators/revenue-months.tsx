// The last twelve months of revenue, as bars and as a table.
import type { Revenue } from '#shared/contracts/creators.ts'
import { dollars, monthName } from '#web/lib/money-and-dates.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

export function RevenueMonths({ months }: { months: Revenue['months'] }) {
  const first = months[0]
  const last = months.at(-1)
  if (!first || !last) return null
  const highest = months.reduce((best, month) => (month.netInCents > best.netInCents ? month : best), last)
  const summary = [
    `Net revenue by month, ${monthName(first.month, 'withYear')} to ${monthName(last.month, 'withYear')}.`,
    `Highest: ${dollars(highest.netInCents)} in ${monthName(highest.month, 'withYear')}.`,
    `This month: ${dollars(last.netInCents)}.`,
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <BarChart
        label={summary.join(' ')}
        nothing="Payments from the last 12 months appear here."
        items={months.map(({ month, netInCents }) => ({
          label: monthName(month, 'short'),
          value: netInCents,
          current: month === last.month,
        }))}
      />
      <p className="text-caption text-pretty text-ink-3">
        Net by month (UTC), last 12 months: payments received, less refunds, disputes and the fee.
      </p>
      <div>
        <Disclosure label="Show as table">
          <MonthsTable months={months} />
        </Disclosure>
      </div>
    </div>
  )
}

const HEADS = ['Gross', 'Fee', 'Net']

function MonthsTable({ months }: { months: Revenue['months'] }) {
  return (
    // Focusable, because large amounts make it scroll sideways on small screens.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Revenue by month" tabIndex={0} className="overflow-x-auto rounded-badge">
      <table className="w-full text-label tabular-nums max-xs:text-small">
        <caption className="sr-only">Revenue by month, newest first</caption>
        <thead>
          <tr className="text-small text-ink-3">
            <th scope="col" className="py-2 pr-2 text-left font-medium">
              Month
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="py-2 pl-2 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, grossInCents, feeInCents, netInCents }, index) => (
            <tr key={month} className={classes('border-t border-line', index === 0 && 'font-strong')}>
              <th
                scope="row"
                className={classes(
                  'py-2.5 pr-2 text-left whitespace-nowrap',
                  index === 0 ? 'font-strong' : 'font-regular',
                )}
              >
                {monthName(month, 'withYear')}
              </th>
              {[grossInCents, feeInCents, netInCents].map((cents, column) => (
                <td key={HEADS[column]} className="py-2.5 pl-2 text-right whitespace-nowrap">
                  {dollars(cents)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
