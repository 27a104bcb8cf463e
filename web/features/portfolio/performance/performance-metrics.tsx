// The metrics of a portfolio's performance; pressing one explains it. The rarer ones are behind "More
// figures".
import { RISK_FREE_RATE } from '#shared/limits.ts'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { directionOf, withMinusSign } from '#shared/rules/percent.ts'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { type KeyFigure, KeyFigures } from '#web/ui/key-figures.tsx'
import { NOT_AVAILABLE } from '../format.ts'
import { MetricsSkeleton } from '../portfolio-skeleton.tsx'
import { usePerformanceOf } from '../queries.ts'

/**
 * The figures that make a return comparable, always visible. With the return itself, six fit above the fold.
 */
function keyMetrics(summary: PerformanceSummary): KeyFigure[] {
  const { symbol, performance } = summary.benchmark
  return [
    {
      label: `${symbol}, same days`,
      value: signed(performance),
      meaning: `The benchmark’s return from the first day on record to the last. ${symbol} is a fund that follows the S&P 500, the 500 largest companies of the United States.`,
    },
    {
      label: `Ahead of ${symbol}`,
      value: signed(summary.ahead),
      meaning: `The return minus that of ${symbol}, in percentage points. Below zero means behind.`,
    },
    {
      label: 'Max drawdown',
      value: unsigned(summary.maxDrawdown),
      meaning: 'The largest drop from a high to a later low, at daily closes.',
    },
    {
      label: 'Volatility',
      value: unsigned(summary.volatility),
      meaning:
        'How much daily returns vary: their standard deviation. Shown per day until there’s a full year of data, then per year.',
    },
    {
      label: 'Money-weighted',
      value: signed(summary.moneyWeighted),
      meaning: [summary.noMoneyWeighted, MONEY_WEIGHTED].filter(Boolean).join(' '),
    },
    {
      label: 'Days on record',
      value: formatCount(summary.daysOnRecord),
      meaning: 'Calendar days from the first day on record to the last. A short record doesn’t say much.',
    },
  ]
}

function moreMetrics(summary: PerformanceSummary): KeyFigure[] {
  const { symbol } = summary.benchmark
  return [
    {
      label: 'Sharpe ratio',
      value: unsigned(summary.sharpe),
      meaning: `The return above the risk-free rate per unit of volatility. Higher means better paid for the risk. ${RISK_FREE} ${PER_YEAR}`,
    },
    {
      label: 'Sortino ratio',
      value: unsigned(summary.sortino),
      meaning: `Like the Sharpe ratio, but only returns below the risk-free rate count as risk. ${PER_YEAR}`,
    },
    {
      label: 'Alpha',
      value: signed(summary.alpha),
      meaning: `The return that isn’t explained by moving with ${symbol}. ${PER_YEAR}`,
    },
    {
      label: 'Beta',
      value: unsigned(summary.beta),
      meaning: `How strongly the account moves with ${symbol}: 1.0 is as much, 0.5 half as much, below zero the opposite way.`,
    },
  ]
}

const MONEY_WEIGHTED =
  'What the money itself earned over the same time, counting the size and date of each deposit and withdrawal (the internal rate of return). Well-timed deposits raise this figure, but not the return above.'
const RISK_FREE = `The risk-free rate is ${RISK_FREE_RATE * 100}% a year, about that of three-month treasury bills.`
const PER_YEAR = 'Per year. Shown once there’s a full year on record.'

const missing = <span className="font-regular text-ink-2">{NOT_AVAILABLE}</span>
const signed = (text: string | null) => (text === null ? missing : withMinusSign(text))
/** For sizes such as volatility: no plus sign, but a minus if negative. */
const unsigned = (text: string | null) => (text === null ? missing : withMinusSign(text.replace(/^\+/, '')))

export function PerformanceMetrics({ summary }: { summary: PerformanceSummary }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <KeyFigures items={keyMetrics(summary)} />
      <div className="border-t border-line pt-1">
        <Disclosure label="More figures" summary="Sharpe, Sortino, alpha, beta">
          <KeyFigures items={moreMetrics(summary)} />
        </Disclosure>
      </div>
    </div>
  )
}

type KeyFiguresCardProps = { person: { id: string; performance: string } }

/**
 * The metrics in the column beside a profile. Empty without a return. The card in the main column shows
 * errors.
 */
export function KeyFiguresCard({ person }: KeyFiguresCardProps) {
  const { data, isPending } = usePerformanceOf(person.id)
  // A person with a return also has figures, so space is reserved for them.
  const isExpected = isPending && directionOf(person.performance) !== 'flat'
  if (!data?.picture && !isExpected) return null
  return (
    <Card as="section" aria-labelledby="key-figures" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="key-figures" className="text-title font-strong">
        Key figures
      </h2>
      {data?.picture ? <PerformanceMetrics summary={data.picture} /> : <MetricsSkeleton />}
    </Card>
  )
}
