// Turns closes, dividends and splits into what scoring needs of each day on which a share traded.
import { Decimal } from 'decimal.js'

/**
 * A day on which a share traded. `dividend`: cash per share, as shares are counted at this close. `ratio`: the number
 * of these shares per share at the previous close. Growth since the previous close is (close + dividend) × ratio /
 * previous close.
 */
export type DayInput = {
  day: string
  close: Decimal
  dividend: Decimal
  ratio: Decimal
  /** The share no longer traded: the close is its final value, as an administrator entered it. */
  isFinal: boolean
  /** Shares traded, as a number or text. Null if unknown. Only decides which shares are illiquid. */
  volume: Decimal | string | null
}
/** A close as the market reports it. */
export type Close = { day: string; close: Decimal; volume?: Decimal | string | null; isFinal?: boolean }

const [ZERO, ONE] = [new Decimal(0), new Decimal(1)]

/** Neither a dividend nor a split. */
export const NO_EVENT = { dividend: ZERO, ratio: ONE } as const
export const hasNoEvent = ({ dividend, ratio }: Pick<DayInput, 'dividend' | 'ratio'>): boolean =>
  dividend.isZero() && (ratio === ONE || ratio.equals(ONE))

/**
 * All lists ascend by day. Dividends and splits of a day without a close count at the next close. A dividend is per
 * share of its own day, so later splits divide it. Dividends of one day add up, splits multiply. Days that aren't
 * exchange days are left out.
 */
export function dayInputs(
  closes: readonly Close[],
  dividends: readonly { day: string; amount: Decimal }[],
  splits: readonly { day: string; ratio: Decimal }[],
  exchangeDays: ReadonlySet<string>,
): DayInput[] {
  const inputs: DayInput[] = []
  let [paid, split] = [0, 0]
  for (const { day, close, volume = null, isFinal = false } of closes) {
    if (!exchangeDays.has(day) || close.isZero() || close.isNegative()) continue
    let [dividend, ratio] = [ZERO, ONE]
    // The events since the previous close, in order of day. A split comes before a dividend of the same day.
    for (;;) {
      const [nextPaid, nextSplit] = [dividends[paid], splits[split]]
      const isSplitDue = nextSplit !== undefined && nextSplit.day <= day
      const isPaidDue = nextPaid !== undefined && nextPaid.day <= day
      if (isSplitDue && (!isPaidDue || nextSplit.day <= nextPaid.day)) {
        ratio = ratio.times(nextSplit.ratio)
        dividend = dividend.div(nextSplit.ratio)
        split += 1
      } else if (isPaidDue) {
        dividend = dividend.plus(nextPaid.amount)
        paid += 1
      } else break
    }
    // Events before the first close aren't growth.
    if (inputs.length === 0) [dividend, ratio] = [ZERO, ONE]
    inputs.push({ day, close, dividend, ratio, isFinal, volume })
  }
  return inputs
}
