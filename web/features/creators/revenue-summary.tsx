// The revenue summary: this month's share, the last twelve months, and what subscribers pay per month.
import type { Revenue } from '#shared/contracts/creators.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { price } from '#shared/rules/money.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useConfig } from '#web/lib/config.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { dollars, monthName } from '#web/lib/money-and-dates.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ExplainedFigures } from '#web/ui/explained-figures.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { EditPriceDialog } from './edit-price-dialog.tsx'
import { useRevenue } from './queries.ts'
import { RevenueMonths } from './revenue-months.tsx'

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
          <div className="flex flex-wrap gap-2">
            <Button asChild variant="soft">
              <a href={paths.studio}>Open Studio</a>
            </Button>
            <Button variant="outline" aria-haspopup="dialog" onClick={edit.open}>
              Edit price
            </Button>
          </div>
        </div>
        {data && (
          <p className="text-small text-pretty text-ink-2 tabular-nums">{shareText(thisMonth(data))}</p>
        )}
        {!data && !error && (
          <span className="flex h-5 items-center">
            <Skeleton className="h-3 w-3/5" />
          </span>
        )}
      </div>
      {data ? (
        <RevenueMonths months={data.months} />
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

/** Only for the type checker: the contract promises twelve months, the current one last. */
const NO_MONTH: Month = { month: '1970-01', grossInCents: 0, feeInCents: 0, netInCents: 0 }
const thisMonth = ({ months }: Revenue): Month => months.at(-1) ?? NO_MONTH

const shareText = ({ month, grossInCents, feeInCents }: Month): string =>
  grossInCents === 0
    ? `Nothing received in ${monthName(month, 'long')} yet.`
    : `Your share of ${dollars(grossInCents)} received so far in ${monthName(month, 'long')}, after a platform fee of ${dollars(feeInCents)}`

function RevenueFigures({ revenue }: { revenue: Revenue }) {
  const { activeSubscribers, monthly, nextPayout } = revenue
  const { hasPrice, stripeOnboardingCompleted, subscriptionPriceInCents } = useViewer()
  const feePercent = useConfig().data?.platformFeePercent
  return (
    <div className="grid gap-3 border-t border-line pt-2">
      <ExplainedFigures
        items={[
          {
            label: 'Your price',
            value: hasPrice ? `${price(subscriptionPriceInCents)}/month` : 'Not set',
            meaning: 'What a new subscriber pays. Existing subscribers keep the price they agreed to.',
          },
          {
            label: 'Active subscribers',
            value: formatCount(activeSubscribers),
            meaning: 'Subscriptions paid for the current month.',
          },
          {
            label: 'Gross per month',
            value: dollars(monthly.grossInCents),
            meaning: 'What subscribers who renew pay per month, each at the price they agreed to.',
          },
          {
            label: 'Platform fee',
            value: dollars(-monthly.feeInCents),
            meaning: `What ${PRODUCT_NAME} keeps of it${feePercent === undefined ? '' : `, ${feePercent}% of each payment`}.`,
          },
          {
            label: 'Net per month',
            value: dollars(monthly.netInCents),
            meaning: 'Your share: gross less the platform fee.',
            strong: true,
          },
          {
            label: 'Next payout',
            value: nextPayout ? (
              dollars(nextPayout.amountInCents)
            ) : (
              <span className="font-regular text-ink-2">
                {stripeOnboardingCompleted ? 'Not available right now' : 'Once payouts are set up'}
              </span>
            ),
            meaning: 'Your balance at the payment provider, which sends it to your bank.',
          },
        ]}
      />
      <p className="text-caption text-pretty text-ink-3">
        Past-due, unfinished and refunded payments aren’t counted.
      </p>
    </div>
  )
}

const LINES = [1, 2, 3, 4, 5, 6]

/** As high as the figures and the note below them. */
function RevenueFiguresSkeleton() {
  return (
    <div className="grid gap-3 border-t border-line pt-2">
      <div className="divide-y divide-line">
        {LINES.map((line) => (
          <div key={line} className="flex min-h-target items-center justify-between gap-4">
            <Skeleton className="w-32" />
            <Skeleton className="w-16" />
          </div>
        ))}
      </div>
      <span className="flex h-4 items-center">
        <Skeleton className="h-3 w-3/5" />
      </span>
    </div>
  )
}
