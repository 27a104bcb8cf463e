// The months of revenue as a table, the newest first.
import type { Revenue } from '#shared/contracts/creators.ts'
import { dollars, monthName } from '#web/lib/money-and-dates.ts'
import { classes } from '#web/ui/classes.ts'

const HEADS = ['Gross', 'Fee', 'Net']

export function RevenueTable({ months }: { months: Revenue['months'] }) {
  return (
    // Focusable, because it scrolls sideways where large amounts meet small screens.
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
          {months.toReversed().map(({ month, grossInCents, feeInCents, netInCents }, place) => (
            <tr key={month} className={classes('border-t border-line', place === 0 && 'font-strong')}>
              <th
                scope="row"
                className={classes(
                  'py-2.5 pr-2 text-left whitespace-nowrap',
                  place === 0 ? 'font-strong' : 'font-regular',
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
