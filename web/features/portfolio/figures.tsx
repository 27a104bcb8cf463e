// The figures of a portfolio, each with what it means one press away.
import { RISK_FREE_RATE } from '#shared/limits.ts'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { Ledger, type LedgerLine } from '#web/ui/ledger.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { count, drawn, NOT_AVAILABLE } from './portfolio-words.ts'

/** What makes a return comparable; said at first sight everywhere. */
function headline(picture: PerformanceSummary): LedgerLine[] {
  const { symbol, performance } = picture.benchmark
  return [
    {
      label: `${symbol}, same days`,
      value: signed(performance),
      meaning: `What the benchmark returned from the first day on record to the last. ${symbol} is a fund that follows the S&P 500, the 500 largest companies of the United States.`,
    },
    {
      label: `Ahead of ${symbol}`,
      value: signed(picture.ahead),
      meaning: `The return less that of ${symbol}, in percentage points. Below zero it is behind.`,
    },
    {
      label: 'Days on record',
      value: count(picture.daysOnRecord),
      meaning: 'Calendar days from the first day on record to the last. A short record says little.',
    },
    {
      label: 'Max drawdown',
      value: plain(picture.maxDrawdown),
      meaning: 'The deepest fall from a high to a low after it, at the close of a day.',
    },
    {
      label: 'Volatility',
      value: plain(picture.volatility),
      meaning:
        'How far daily returns lie apart: their standard deviation. With less than a year on record it is said per day, later per year.',
    },
  ]
}

function further(picture: PerformanceSummary): LedgerLine[] {
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
      meaning: `The return above the risk-free rate, for each unit of volatility: higher means better paid risk. ${RISK_FREE} ${PER_YEAR}`,
    },
    {
      label: 'Sortino ratio',
      value: plain(picture.sortino),
      meaning: `The same, with only what fell short of the risk-free rate counted as risk. ${PER_YEAR}`,
    },
    {
      label: 'Alpha',
      value: signed(picture.alpha),
      meaning: `What is left of the return once the part that follows from moving with ${symbol} is taken away. ${PER_YEAR}`,
    },
    {
      label: 'Beta',
      value: plain(picture.beta),
      meaning: `How strongly the account moved with ${symbol}: at 1.0 as much, at 0.5 half as much, below zero against it.`,
    },
  ]
}

const MONEY_WEIGHTED =
  'What the money itself earned over the same time, with the moment and size of each deposit and withdrawal counted (the internal rate of return). Luck with the moment of paying in shows here, and not in the return above.'
const RISK_FREE = `The risk-free rate is ${RISK_FREE_RATE * 100}% a year, about that of three-month treasury bills.`
const PER_YEAR = 'Stated per year, and only with a full year on record.'

const missing = <span className="font-regular text-ink-2">{NOT_AVAILABLE}</span>
const signed = (text: string | null) => (text === null ? missing : drawn(text))
/** A size has no sign of its own; only less than nothing has. */
const plain = (text: string | null) => (text === null ? missing : drawn(text.replace(/^\+/, '')))

/** All of them, in two columns where there is room. */
export function Figures({ picture }: { picture: PerformanceSummary }) {
  return (
    <div className="border-t border-line pt-2 md:grid md:grid-cols-2 md:gap-x-10">
      <Ledger items={headline(picture)} />
      <div className="border-t border-line md:border-t-0">
        <Ledger items={further(picture)} />
      </div>
    </div>
  )
}

/** The first ones, and the others on request. */
export function HeadlineFigures({ picture }: { picture: PerformanceSummary }) {
  return (
    <div className="border-t border-line pt-2">
      <Ledger items={headline(picture)} />
      <Disclosure label="More figures">
        <Ledger items={further(picture)} />
      </Disclosure>
    </div>
  )
}
