// How signals have done so far (docs/record.md). Ratios are decimal text, so that all readers use the same figures.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Instant } from '../wire.ts'

/** With 8 decimals: `0.04200000` is 4.2 %. */
export const Ratio = z.string()
/** With 4 decimals. */
const Coefficient = z.string()
/** US dollars as the exchange published them. */
export const Price = z.string()

/** `linked`: the signal only adds to positions or closes them. `sealed`: this viewer may not see the trade yet. */
export const SCORE_STATUSES = ['pending', 'open', 'closed', 'linked', 'unscored', 'sealed'] as const
/** Why a signal or one of its tickers isn't scored. */
export const UNSCORED_REASONS = [
  'comment',
  'no_ticker',
  'not_us_share',
  'no_prices',
  'taking_profits',
  'no_position',
] as const
export const EXIT_REASONS = ['horizon', 'opposite', 'stopped-trading'] as const

/** The effect of a signal on one of its tickers. Figures are null unless it opens a position that has begun. */
export const OutcomePart = z.object({
  ticker: z.string(),
  /** 1: long, -1: short. */
  side: z.literal([1, -1]),
  /** Null if this ticker isn't scored; `reason` says why. */
  does: z.enum(['opens', 'adds', 'closes']).nullable(),
  reason: z.enum(UNSCORED_REASONS).nullable(),
  weight: Coefficient,
  /** Set by method 1 only: the exposure to SPY, and to QQQ minus SPY. */
  beta: Coefficient.nullable(),
  tilt: Coefficient.nullable(),
  entryDay: Day.nullable(),
  entryClose: Price.nullable(),
  /** The close of `asOf`, or of the exit. */
  lastClose: Price.nullable(),
  exitDay: Day.nullable(),
  exitReason: z.enum(EXIT_REASONS).nullable(),
  /** The signal whose position this one adds to or closes. */
  of: Id.nullable(),
  /** Exchange days since the entry. */
  tradingDays: z.int().nullable(),
  return: Ratio.nullable(),
  benchmark: Ratio.nullable(),
  excess: Ratio.nullable(),
})
export type OutcomePart = z.output<typeof OutcomePart>

export const SignalOutcome = z.object({
  signalId: Id,
  /** The author's random id in the log; null before the signal is logged. */
  author: Id.nullable(),
  logIndex: z.int().nullable(),
  method: z.int(),
  /** Calculated from sample prices. */
  sample: z.boolean(),
  /** The last close in these figures; null before the first. */
  asOf: Day.nullable(),
  postedAt: Instant,
  status: z.enum(SCORE_STATUSES),
  /** Why an unscored signal isn't scored. */
  reason: z.enum(UNSCORED_REASONS).nullable(),
  /** The day at whose close a pending signal enters. */
  entersOn: Day.nullable(),
  /** The last day of an open position, unless it is closed or extended before. */
  endsOn: Day.nullable(),
  /** The latest day on which a sealed trade is opened. */
  opensBy: Day.nullable(),
  /** Weighted means over the parts that open a position. `benchmark` is SPY's return for either side. */
  return: Ratio.nullable(),
  benchmark: Ratio.nullable(),
  excess: Ratio.nullable(),
  parts: z.array(OutcomePart),
  /**
   * Whether the author stated that the signal is a paid promotion. Missing otherwise, or if the viewer may
   * not read it.
   */
  isPaidPromotion: z.literal(true).optional(),
})
export type SignalOutcome = z.output<typeof SignalOutcome>

/** What a signal's card shows of its outcome. Lists of signals contain no more, because they are read most often. */
export const ListedOutcome = SignalOutcome.pick({
  status: true,
  reason: true,
  entersOn: true,
  opensBy: true,
  return: true,
  benchmark: true,
}).extend({
  parts: z.array(
    OutcomePart.pick({
      ticker: true,
      side: true,
      does: true,
      of: true,
      entryClose: true,
      lastClose: true,
      tradingDays: true,
    }),
  ),
})
export type ListedOutcome = z.output<typeof ListedOutcome>

/** The number of signals on a page. */
export const OUTCOMES_MAX = 100

export const outcomes = {
  list: endpoint({
    method: 'GET',
    path: '/api/record/outcomes',
    summary: 'How signals did so far; those that the viewer may not see are left out',
    access: 'anyone',
    query: z.object({
      /** Comma-separated. */
      ids: z.string().transform((list, context) => {
        const ids = z.array(Id).max(OUTCOMES_MAX).safeParse(list.split(','))
        if (ids.success) return ids.data
        context.addIssue({ code: 'custom', message: `ids must be up to ${OUTCOMES_MAX} ids of signals` })
        return z.NEVER
      }),
    }),
    reply: z.array(SignalOutcome),
  }),
}
