// Checks whether a signal's target and stop were reached at a close of its position. Only for display: no figure
// depends on it.
import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { newYorkDay } from '#engine/market/exchange-days.ts'
import type { SignalDetails } from '#shared/contracts/signal-details.ts'
import type { Level } from '#shared/contracts/scores.ts'
import type { DayInput } from './day-inputs.ts'

type Position = {
  details: SignalDetails | null
  postedAt: Date
  /** 1: long, -1: short. */
  side: 1 | -1
  /** From the entry to the exit or the last close, ascending. */
  inputs: readonly Pick<DayInput, 'day' | 'close' | 'ratio'>[]
}

/**
 * A target is reached at the first close at or beyond it in the direction of the position, a stop in the opposite
 * direction. Both are per share as counted on the day of the post in New York, so later splits divide them.
 */
export function levelsOf({ details, postedAt, side, inputs }: Position): z.input<typeof Level>[] {
  const postDay = newYorkDay(postedAt)
  let made = new Decimal(1)
  // Per share as counted on the day of the post.
  const closes = inputs.map(({ day, close, ratio }) => {
    if (day > postDay) made = made.times(ratio)
    return { day, close: close.times(made) }
  })
  const levelOf = (kind: 'target' | 'stop', direction: number): z.input<typeof Level>[] => {
    const price = details?.[kind]
    if (price === undefined) return []
    const reached = closes.find(({ close }) => close.comparedTo(price) * direction >= 0)
    const adjusted = new Decimal(price).div(made).toDecimalPlaces(4).toFixed()
    return [{ kind, price, adjusted, reachedOn: reached?.day ?? null }]
  }
  return [...levelOf('target', side), ...levelOf('stop', -side)]
}
