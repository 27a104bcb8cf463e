// The first card of a ticker's page: name, price, the return of a period against SPY, and a chart with the
// signals.
import type { PricePeriod, TickerCalls, TickerPrices } from '#shared/contracts/tickers.ts'
import { dayText } from '#shared/rules/dates.ts'
import { directionOf, signedPercent } from '#shared/rules/percent.ts'
import { percent } from '#web/features/portfolio/performance/returns-text.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { hasSamplePrices } from '#web/lib/config.ts'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { CurveSkeleton, Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { TickerAvatar } from '#web/ui/ticker-avatar.tsx'
import { dollars, PRICES_FAILED } from './format.ts'
import { PriceChart } from './price-chart.tsx'
import type { usePricesOver } from './queries.ts'
import { marksOf } from './signal-marks.ts'
import { WatchButton } from './watch-button.tsx'

const PERIODS = [
  { value: '1M', label: '1M', spoken: '1 month' },
  { value: '6M', label: '6M', spoken: '6 months' },
  { value: '1Y', label: '1Y', spoken: '1 year' },
  { value: 'All', label: 'All', spoken: 'Up to 10 years' },
] as const
const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }
const NO_DAYS: TickerCalls['days'] = []

type TickerCardProps = {
  ticker: string
  period: PricePeriod
  onPeriodChange: (period: PricePeriod) => void
  prices: ReturnType<typeof usePricesOver>
  /** Undefined while they load, and if they couldn't be loaded. */
  calls: TickerCalls | undefined
}

export function TickerCard({ ticker, period, onPeriodChange, prices, calls }: TickerCardProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = prices
  return (
    <Card as="section" aria-labelledby="ticker" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Head ticker={ticker} prices={data} />
      {data?.renamed && (
        <p className="-mt-2 text-label text-pretty text-ink-2">
          Since {dayText(data.renamed.since)}, this share’s symbol is{' '}
          <TextLink href={paths.ticker(data.renamed.ticker)}>${data.renamed.ticker}</TextLink>.
        </p>
      )}
      {data ? (
        <div
          className="grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity aria-busy:opacity-60 aria-busy:delay-700"
          aria-busy={isPlaceholderData ? true : undefined}
        >
          <Prices prices={data} days={calls?.days ?? NO_DAYS} {...{ period, onPeriodChange }} />
        </div>
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load the prices.'}
        </ErrorState>
      ) : (
        <Loading label="Loading prices" className="gap-5">
          <Skeleton className="h-10 w-40" />
          <CurveSkeleton tall />
        </Loading>
      )}
    </Card>
  )
}

/** The lines keep their heights when the name is known. */
function Head({ ticker, prices }: { ticker: string; prices: TickerPrices | undefined }) {
  const hasPrices = !prices || prices.latest !== null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 items-center gap-3 max-tight:flex-wrap">
        <TickerAvatar ticker={ticker} />
        <div className="grid min-w-0">
          <h1 id="ticker" className="text-heading font-strong wrap-anywhere">
            {prices?.name ?? `$${ticker}`}
          </h1>
          <p className="min-h-5 text-small text-ink-2">
            {prices &&
              (prices.name !== null ? `$${ticker}, in US dollars` : 'We don’t know a name for this symbol.')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {hasSamplePrices() && hasPrices && <SampleBadge />}
        <WatchButton ticker={ticker} />
      </div>
    </div>
  )
}

type PricesProps = Pick<TickerCardProps, 'period' | 'onPeriodChange'> & {
  prices: TickerPrices
  days: TickerCalls['days']
}

function Prices({ prices, days, period, onPeriodChange }: PricesProps) {
  const { ticker, latest, points, isFetching, hasFailed } = prices
  if (!latest)
    return (
      <p role="status" className="text-ink-2">
        {isFetching
          ? 'Getting prices. This takes a minute or two the first time.'
          : hasFailed
            ? PRICES_FAILED
            : `We don’t have prices of $${ticker}.`}
      </p>
    )
  const [first, last] = [points[0], points.at(-1)]
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 gap-1 wrap-anywhere">
          <p className="text-display font-strong tabular-nums">{dollars(latest.close)}</p>
          <p className="text-small text-ink-2 tabular-nums">
            {latest.change !== null && (
              <>
                <Change ratio={latest.change} /> on {dayText(latest.day)}
              </>
            )}
            {first && last && first !== last && (
              <>
                {' · '}
                <Change ratio={last.own} /> since {dayText(first.day)}
                {last.benchmark !== null && `, SPY ${percent(last.benchmark)}`}
              </>
            )}
          </p>
        </div>
        <SegmentedControl
          size="sm"
          label="Period"
          className="w-full md:w-auto"
          options={PERIODS}
          value={period}
          onValueChange={onPeriodChange}
        />
      </div>
      {first && last && first !== last && (
        <PriceChart prices={prices} marks={marksOf(days, { first: first.day, last: last.day })} />
      )}
    </>
  )
}

const Change = ({ ratio }: { ratio: number }) => (
  <span className={classes('font-medium', FIGURE[directionOf(signedPercent(ratio))])}>{percent(ratio)}</span>
)
