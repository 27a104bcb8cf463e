// One signal with everything that its result is calculated from (docs/record.md).
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Instant } from '../wire.ts'
import { OutcomePart, Price, Ratio, SignalOutcome } from './outcomes.ts'

/** What was corrected: a day's price, or a fact that an administrator entered. */
export const CAUSES = ['close', 'dividend', 'split', 'final_value'] as const

/** Figures that were published and then changed because of a correction. */
export const Restatement = z.object({
  at: Instant,
  /** Empty if prices were published late. */
  causes: z.array(z.object({ symbol: z.string(), day: Day, what: z.enum(CAUSES) })),
  /** The figures before the correction, as of the close of this day. */
  asOf: Day,
  return: Ratio,
  benchmark: Ratio,
  excess: Ratio,
})
export type Restatement = z.output<typeof Restatement>

export const PositionDay = z.object({
  day: Day,
  /** Null if the data's license forbids showing prices. */
  close: Price.nullable(),
  /** Cash per share; `0` on most days. */
  dividend: Price,
  /** New shares per old share; `1` on most days. */
  ratio: z.string(),
  growth: Ratio,
  /** The growth of SPY. */
  benchmark: Ratio,
})

/** The stated target or stop of a signal with one position, for viewers who may read the signal. */
export const Level = z.object({
  kind: z.enum(['target', 'stop']),
  /** As it was posted. */
  price: Price,
  /** Per share as counted at the last close: divided by the splits since the post. */
  adjusted: Price,
  /** The day of the first close at or beyond it while the position was open. */
  reachedOn: Day.nullable(),
})
export type Level = z.output<typeof Level>

/** What the author's linked broker reports about a ticker before and after the post. Never amounts. */
export const HoldingFact = z.enum(['held_before', 'bought_same_day', 'bought_after', 'none'])
export type HoldingFact = z.output<typeof HoldingFact>

/** `days` begins after the entry and has every exchange day. */
const ScorePart = OutcomePart.extend({
  days: z.array(PositionDay),
  /** Newest first. */
  restated: z.array(Restatement).optional(),
  /**
   * The value of one share after it stopped trading, and its source as an administrator entered it. `value`:
   * as `close`.
   */
  finalValue: z.object({ day: Day, value: Price.nullable(), source: z.string() }).optional(),
  /** The share was illiquid at the entry, so the position isn't ranked. */
  isThin: z.boolean().optional(),
  /** Missing without a linked broker, if the broker doesn't show it, or if the viewer may not know (docs/record.md). */
  holding: z.object({ fact: HoldingFact, isSample: z.boolean() }).optional(),
})
export const SignalScore = SignalOutcome.extend({
  parts: z.array(ScorePart),
  /** Missing without a target or a stop, and before the entry. */
  levels: z.array(Level).optional(),
})
export type SignalScore = z.output<typeof SignalScore>

export const scores = {
  signal: endpoint({
    method: 'GET',
    path: '/api/record/signals/:id',
    summary: 'How one signal did, with every price that the result is calculated from',
    access: 'anyone',
    params: z.object({ id: Id }),
    reply: SignalScore,
  }),
  signalByMethod: endpoint({
    method: 'GET',
    path: '/api/record/signals/:id/by-method',
    summary:
      'The same by one method, such as one that is no longer used; not found if it didn’t score the signal',
    access: 'anyone',
    params: z.object({ id: Id }),
    query: z.object({ method: z.coerce.number().int().min(0).max(999) }),
    reply: SignalScore,
  }),
}
