// Turns closes, dividends and splits into what scoring needs of each day on which a share traded.
import { Decimal } from 'decimal.js'

/**
 * A day on which a share traded. `dividend`: cash for one share as counted at this close. `ratio`: how many of these shares one
 * share at the close before has become. Growth since the close before is (close + dividend) × ratio / close before.
 */
export type DayInput = {
  day: string
  close: Decimal
  dividend: Decimal
  ratio: Decimal
  /** The share didn't trade any more: the close is what an administrator says it was worth. */
  isFinal: boolean
  /** Shares traded, a number or its text. Null if unknown. Only decides which shares are thin. */
  volume: Decimal | string | null
}
/** A close as the market has it. */
export type Close = { day: string; close: Decimal; volume?: Decimal | string | null; isFinal?: boolean }

const [ZERO, ONE] = [new Decimal(0), new Decimal(1)]

/** Neither a dividend nor a split. */
export const NO_EVENT = { dividend: ZERO, ratio: ONE } as const
export const hasNoEvent = ({ dividend, ratio }: Pick<DayInput, 'dividend' | 'ratio'>): boolean =>
  dividend.isZero() && (ratio === ONE || ratio.equals(ONE))

/**
 * All ascend by day. Dividends and splits of days without a close count at the next close: a dividend is per share of its own
 * day, so later splits divide it. Several of one day add up (dividends) or multiply (splits). Days that aren't exchange days
 * are left out.
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
    // The events since the close before, in the order of their days; a split comes before a dividend of the same day.
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
    // What happened before the first close is nobody's growth.
    if (inputs.length === 0) [dividend, ratio] = [ZERO, ONE]
    inputs.push({ day, close, dividend, ratio, isFinal, volume })
  }
  return inputs
}
