// The figures of a portfolio, each with what it means one press away.
import { RISK_FREE_RATE } from '#shared/limits.ts'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { ExplainedFigures, type ExplainedFigure } from '#web/ui/explained-figures.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { count, drawn, NOT_AVAILABLE } from './portfolio-words.ts'

/** What makes a return comparable; said at first sight everywhere. */
function headline(picture: PerformanceSummary): ExplainedFigure[] {
  const { symbol, performance } = picture.benchmark
  return [
    {
      label: `${symbol}, same days`,
      value: signed(performance),
      meaning: `The benchmark’s return from the first day on record to the last. ${symbol} is a fund that follows the S&P 500, the 500 largest companies of the United States.`,
    },
    {
      label: `Ahead of ${symbol}`,
      value: signed(picture.ahead),
      meaning: `The return minus that of ${symbol}, in percentage points. Below zero means behind.`,
    },
    {
      label: 'Days on record',
      value: count(picture.daysOnRecord),
      meaning: 'Calendar days from the first day on record to the last. A short record doesn’t say much.',
    },
    {
      label: 'Max drawdown',
      value: plain(picture.maxDrawdown),
      meaning: 'The largest drop from a high to a later low, at daily closes.',
    },
    {
      label: 'Volatility',
      value: plain(picture.volatility),
      meaning:
        'How much daily returns vary: their standard deviation. Shown per day until there’s a full year of data, then per year.',
    },
  ]
}

function further(picture: PerformanceSummary): ExplainedFigure[] {
  const { symbol } = picture.benchmark
  return [
    {
      label: 'Money-weighted',
      value: signed(picture.moneyWeighted),
      meaning: [picture.noMoneyWeighted, MONEY_WEIGHTED].filter(Boolean).join(' '),
    },
    {
      label: 'Sharpe ratio',
      value: plain(picture.sharpe),
      meaning: `The return above the risk-free rate per unit of volatility. Higher means better paid for the risk. ${RISK_FREE} ${PER_YEAR}`,
    },
    {
      label: 'Sortino ratio',
      value: plain(picture.sortino),
      meaning: `Like the Sharpe ratio, but only returns below the risk-free rate count as risk. ${PER_YEAR}`,
    },
    {
      label: 'Alpha',
      value: signed(picture.alpha),
      meaning: `The return that isn’t explained by moving with ${symbol}. ${PER_YEAR}`,
    },
    {
      label: 'Beta',
      value: plain(picture.beta),
      meaning: `How strongly the account moves with ${symbol}: 1.0 is as much, 0.5 half as much, below zero the opposite way.`,
    },
  ]
}

const MONEY_WEIGHTED =
  'What the money itself earned over the same time, counting the size and date of each deposit and withdrawal (the internal rate of return). Well-timed deposits raise this figure, but not the return above.'
const RISK_FREE = `The risk-free rate is ${RISK_FREE_RATE * 100}% a year, about that of three-month treasury bills.`
const PER_YEAR = 'Per year. Shown once there’s a full year on record.'

const missing = <span className="font-regular text-ink-2">{NOT_AVAILABLE}</span>
const signed = (text: string | null) => (text === null ? missing : drawn(text))
/** A size has no sign of its own; only less than nothing has. */
const plain = (text: string | null) => (text === null ? missing : drawn(text.replace(/^\+/, '')))

/** All of them, in two columns where there is room. */
export function Figures({ picture }: { picture: PerformanceSummary }) {
  return (
    <div className="border-t border-line pt-2 md:grid md:grid-cols-2 md:gap-x-10">
      <ExplainedFigures items={headline(picture)} />
      <div className="border-t border-line md:border-t-0">
        <ExplainedFigures items={further(picture)} />
      </div>
    </div>
  )
}

/** The first ones, and the others on request. */
export function HeadlineFigures({ picture }: { picture: PerformanceSummary }) {
  return (
    <div className="border-t border-line pt-2">
      <ExplainedFigures items={headline(picture)} />
      <Disclosure label="More figures">
        <ExplainedFigures items={further(picture)} />
      </Disclosure>
    </div>
  )
}
