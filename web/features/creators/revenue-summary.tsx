// Revenue summary: what this month brought, the twelve months behind it, and what subscribers pay a month.
import type { Revenue } from '#shared/contracts/creators.ts'
import { dollars, monthOf } from '#web/features/billing/subscription-words.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { EditPriceDialog } from './edit-price-dialog.tsx'
import { useRevenue } from './queries.ts'
import { RevenueFigures, RevenueFiguresSkeleton } from './revenue-figures.tsx'
import { RevenueTable } from './revenue-table.tsx'

export function RevenueSummary() {
  const { data, error, isFetching, refetch } = useRevenue()
  const edit = useDialog('edit-price')
  return (
    <Card as="section" aria-labelledby="revenue" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div className="grid gap-1">
            <h2 id="revenue" className="text-label font-medium text-ink-2">
              Revenue summary
            </h2>
            {data ? (
              <p className="text-display font-strong tabular-nums">{dollars(thisMonth(data).netInCents)}</p>
            ) : (
              !error && <Skeleton className="my-1 h-8 w-36" />
            )}
          </div>
          <Button variant="outline" aria-haspopup="dialog" onClick={edit.open}>
            Edit price
          </Button>
        </div>
        {data && (
          <p className="text-small text-pretty text-ink-2 tabular-nums">{sentence(thisMonth(data))}</p>
        )}
        {!data && !error && (
          <span className="flex h-5 items-center">
            <Skeleton className="h-3 w-3/5" />
          </span>
        )}
      </div>
      {data ? (
        <Months months={data.months} />
      ) : error ? (
        !isUnauthorized(error) && (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load your revenue.'}
          </ErrorState>
        )
      ) : (
        <Loading label="Loading revenue" className="gap-2!">
          <Skeleton className="h-38 md:h-42" />
          <span className="flex h-10 items-center xs:h-5">
            <Skeleton className="h-3 w-4/5" />
          </span>
          <span className="flex h-target items-center">
            <Skeleton className="w-28" />
          </span>
        </Loading>
      )}
      {data && <RevenueFigures revenue={data} />}
      {!data && !error && <RevenueFiguresSkeleton />}
      <EditPriceDialog />
    </Card>
  )
}

type Month = Revenue['months'][number]

/** The contract promises twelve months, the current one last. */
const NOTHING: Month = { month: '1970-01', grossInCents: 0, feeInCents: 0, netInCents: 0 }
const thisMonth = ({ months }: Revenue): Month => months.at(-1) ?? NOTHING

const sentence = ({ month, grossInCents, feeInCents }: Month): string =>
  grossInCents === 0
    ? `Nothing received in ${monthOf(month, 'long')} yet.`
    : `Your share of ${dollars(grossInCents)} received so far in ${monthOf(month, 'long')}, after a platform fee of ${dollars(feeInCents)}`

function Months({ months }: { months: Revenue['months'] }) {
  const first = months[0] ?? NOTHING
  const last = months.at(-1) ?? NOTHING
  const highest = months.reduce((best, month) => (month.netInCents > best.netInCents ? month : best), last)
  const summary = [
    `Net revenue by month, ${monthOf(first.month, 'withYear')} to ${monthOf(last.month, 'withYear')}.`,
    `Highest: ${dollars(highest.netInCents)} in ${monthOf(highest.month, 'withYear')}.`,
    `This month: ${dollars(last.netInCents)}.`,
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <BarChart
        label={summary.join(' ')}
        nothing="Payments from the last 12 months appear here."
        items={months.map(({ month, netInCents }) => ({
          label: monthOf(month, 'short'),
          value: netInCents,
          current: month === last.month,
        }))}
      />
      <p className="text-caption text-pretty text-ink-3">
        Net by month (UTC), last 12 months: payments received, less refunds, disputes and the fee.
      </p>
      <div>
        <Disclosure label="Show as table">
          <RevenueTable months={months} />
        </Disclosure>
      </div>
    </div>
  )
}
