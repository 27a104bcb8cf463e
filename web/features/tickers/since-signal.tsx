// The card "Since the signal": what the signal returned in one of its tickers, or else what the ticker did
// since, beside SPY, with a chart.
import { type ReactNode, useMemo } from 'react'
import type { TickerPrices } from '#shared/contracts/tickers.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { directionOf, signedPercent } from '#shared/rules/percent.ts'
import { percent } from '#web/features/portfolio/performance/returns-text.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useNow } from '#web/lib/now.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { ChartMark } from '#web/ui/line-chart-marks.tsx'
import { Select } from '#web/ui/select.tsx'
import { CurveSkeleton, Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { dollars, entryText, PRICES_FAILED } from './format.ts'
import { PriceChart, type PriceLevel } from './price-chart.tsx'
import type { useTickerPrices } from './queries.ts'

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }

/** The result of the signal's position in the ticker. */
export type PositionResult = {
  /** "+5.7 pts": ahead of the market. */
  ahead: string
  /** "Short $INTC +2.1% · Shorting SPY −3.6%". */
  facts: string
  tradingDays: number
  /** The chart ends there. */
  exitDay: string | null
  isShort: boolean
}

type SinceSignalProps = {
  ticker: string
  /** All tickers of the signal. One is shown at a time. */
  tickers: readonly string[]
  onTickerChange: (ticker: string) => void
  prices: ReturnType<typeof useTickerPrices>
  /** The signal itself and its author's later ones. */
  marks: readonly ChartMark[]
  isBuy: boolean
  /** Undefined while it loads; null if the signal has no position in the ticker. */
  result: PositionResult | null | undefined
  /** The levels that the author stated, each with its outcome as a sentence. */
  levels?: readonly PriceLevel[]
  levelTexts?: readonly string[]
}

export function SinceSignal(props: SinceSignalProps) {
  const { ticker, tickers, onTickerChange, prices, ...shown } = props
  const { result } = shown
  const { data, error, isFetching, refetch } = prices
  const days = result?.tradingDays ?? data?.tradingDays ?? 0
  return (
    <Card as="section" aria-labelledby="since-signal" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="since-signal" className="text-label font-medium text-ink-2">
          ${ticker} {result?.exitDay ? 'from entry to exit' : 'since the signal'}
          {days > 0 && `, ${formatCount(days)} trading ${days === 1 ? 'day' : 'days'}`}
        </h2>
        {tickers.length > 1 && (
          <div className="w-32">
            <Select
              aria-label="Ticker"
              options={tickers.map((value) => ({ value, label: `$${value}` }))}
              value={ticker}
              onValueChange={onTickerChange}
            />
          </div>
        )}
      </div>
      {data && result !== undefined ? (
        <Prices prices={data} {...shown} />
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load the prices.'}
        </ErrorState>
      ) : (
        <Loading label="Loading prices" className="gap-5">
          <Skeleton className="h-10 w-32" />
          <CurveSkeleton tall />
        </Loading>
      )}
    </Card>
  )
}

type PricesProps = Pick<SinceSignalProps, 'marks' | 'isBuy' | 'result' | 'levels' | 'levelTexts'> & {
  prices: TickerPrices
}

function Prices(props: PricesProps) {
  const { prices } = props
  const { ticker, name, latest, isFetching, hasFailed, entryAt, points } = prices
  const nowMs = useNow()
  if (points.length > 0) return <Returns {...props} />
  if (entryAt && entryAt.getTime() > nowMs && (latest || isFetching))
    return <Message title="Pending">Entry at {entryText(entryAt, new Date(nowMs))}.</Message>
  if (latest) return <Message title="Pending">There’s no price since the post yet.</Message>
  if (isFetching) return <Message title="Getting prices">This takes a minute or two the first time.</Message>
  if (hasFailed) return <Message title="No prices yet">{PRICES_FAILED}</Message>
  return (
    <Message title="No prices">
      We don’t have prices of {name === null ? `$${ticker}` : `${name} ($${ticker})`}.
    </Message>
  )
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="status" className="grid gap-1 wrap-anywhere">
    <p className="text-title font-strong">{title}</p>
    <p className="text-small text-ink-2">{children}</p>
  </div>
)

/** "5.7 pts ahead of the market". */
function Ahead({ text }: { text: string }) {
  const direction = /^.0\.0 /.test(text) ? 'flat' : text.startsWith('−') ? 'loss' : 'gain'
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className={classes('text-display font-strong tabular-nums', FIGURE[direction])}>
        {text.slice(1)}
      </span>
      <span className="text-lead text-ink-2">{direction === 'loss' ? 'behind' : 'ahead of'} the market</span>
    </p>
  )
}

function Returns({ prices: all, marks, isBuy, result, levels, levelTexts = [] }: PricesProps) {
  const exitDay = result?.exitDay ?? null
  const prices = useMemo(
    () => (exitDay === null ? all : { ...all, points: all.points.filter(({ day }) => day <= exitDay) }),
    [all, exitDay],
  )
  const { ticker, points } = prices
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  if (first === last)
    return (
      <Message title={dollars(first.close)}>
        Close of {dayText(first.day)}, from which the return counts. The first result comes with the next
        close.
      </Message>
    )
  const { own } = last
  const facts =
    result?.facts ?? (last.benchmark !== null && `SPY ${percent(last.benchmark)} over the same days`)
  return (
    <>
      <div className="grid gap-1">
        {result ? (
          <Ahead text={result.ahead} />
        ) : (
          <p
            className={classes(
              'text-display font-strong tabular-nums',
              // A rise after a sell is no gain for a follower.
              FIGURE[isBuy ? directionOf(signedPercent(own)) : 'flat'],
            )}
          >
            {percent(own)}
          </p>
        )}
        {facts && <p className="text-small text-pretty text-ink-2 tabular-nums">{facts}</p>}
      </div>
      {levelTexts.length > 0 && (
        <p className="text-small text-pretty text-ink-2 tabular-nums">{levelTexts.join(' ')}</p>
      )}
      <PriceChart prices={prices} marks={marks} {...(levels && { levels })} />
      <p className="text-caption text-pretty wrap-anywhere text-ink-3">
        ${ticker} closed at {dollars(first.close)} on {dayText(first.day)}, where the chart begins, and at{' '}
        {dollars(last.close)} on {dayText(last.day)}. Returns include dividends
        {result ? '. Calculated, not from a real account.' : ', and are the ticker’s, not an account’s.'}
        {result?.isShort && ' The line is the ticker’s: a short gains when it falls.'}
      </p>
    </>
  )
}
