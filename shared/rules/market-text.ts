// How a trade did next to the market, as text: "SPY −1.3%", "behind by 1.4 pts" (docs/record.md).
import type { ListedOutcome } from '../contracts/outcomes.ts'
import { percentOf } from './percent.ts'
import { printedDifference } from './printed-difference.ts'

type Compared = Pick<ListedOutcome, 'benchmark' | 'parts'>

/** The market's return on the same trade: SPY's return, or that of shorting SPY. A ratio. */
export function marketReturn({ benchmark, parts }: Compared): string {
  const ratio = benchmark ?? '0'
  if (!isShort({ parts })) return ratio
  return ratio.startsWith('-') ? ratio.slice(1) : `-${ratio}`
}

/** "SPY −1.3%", "Shorting SPY −3.6%". */
export const marketText = (compared: Compared): string =>
  `${isShort(compared) ? 'Shorting SPY' : 'SPY'} ${percentOf(marketReturn(compared))}`

const isShort = ({ parts }: Pick<Compared, 'parts'>): boolean =>
  parts.some(({ does, side }) => does === 'opens' && side === -1)

/** "ahead by 6.2 pts", "behind by 1.4 pts", "level with SPY": the difference of the two figures as they are printed. */
export function differenceText(own: string, market: string): string {
  const points = printedDifference(own, market)
  if (points.startsWith('+0.0 ')) return 'level with the market'
  return `${points.startsWith('−') ? 'behind' : 'ahead'} by ${points.slice(1)}`
}

/** Whether one of its positions has run for an exchange day. Before that, there is no result. */
export const hasDay = ({ parts }: Pick<ListedOutcome, 'parts'>): boolean =>
  parts.some(({ tradingDays }) => (tradingDays ?? 0) > 0)
