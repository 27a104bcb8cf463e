// The figures of one record of a person: how its trades turned out, and its rating. Ratios are decimal text.
import { z } from 'zod'
import { Day } from '../wire.ts'
import { Ratio } from './outcomes.ts'

/** What a record may lack to be rated. */
export const MISSING = ['trades', 'entry_days', 'active_days', 'weeks'] as const
/**
 * Trades that anyone could read in the log when they were posted, and trades that were sealed then. Neither book
 * affects the other.
 */
export const BOOKS = ['open', 'sealed'] as const

/** Positions with at least one day, compared with SPY over the same days. */
export const PerPosition = z.object({
  /** The number of positions. */
  count: z.int(),
  mean: Ratio,
  median: Ratio,
  meanExcess: Ratio,
  medianExcess: Ratio,
  /** Null if no position is ahead, or none behind. */
  averageWin: Ratio.nullable(),
  averageLoss: Ratio.nullable(),
  worst: Ratio,
  wins: z.int(),
  hitRate: Ratio,
  /** The Wilson interval of the hit rate, at 95 %. */
  hitLow: Ratio,
  hitHigh: Ratio,
  /**
   * The number of positions per range of their result relative to SPY, in steps. The second half of the bars is ahead
   * of SPY; the first and the last bar include everything beyond them. Null until it is calculated.
   */
  histogram: z.object({ step: Ratio, counts: z.array(z.int()) }).nullable(),
})

/** How the trades of one book turned out against SPY over the same days. */
export const TradeResults = z.object({
  /** Trades with at least one day. */
  count: z.int(),
  open: z.int(),
  /** Trades ahead of SPY. */
  wins: z.int(),
  meanExcess: Ratio,
  medianExcess: Ratio,
  /** Null if no trade is ahead, or none behind. */
  averageWin: Ratio.nullable(),
  averageLoss: Ratio.nullable(),
  /** The Wilson interval of the share ahead, at 95 %. */
  hitLow: Ratio,
  hitHigh: Ratio,
  /** `day`: the day of its exit, or of its last close while it is open. */
  worst: z.object({ excess: Ratio, return: Ratio, ticker: z.string(), day: Day }),
  /** As in `perPosition`. */
  histogram: z.object({ step: Ratio, counts: z.array(z.int()) }).nullable(),
})
export type TradeResults = z.output<typeof TradeResults>

/** A lead over the market, with its likely range. */
export const Lead = { mean: Ratio, low: Ratio, high: Ratio }

/** The rating of one book: weekly paper results after costs, against the mix of index funds that moved most like them. */
export const Rating = z.object({
  book: z.enum(BOOKS),
  /**
   * Whether this is the current sealed record, which only its author and subscribers see. Others see it 91 days later.
   */
  isEarly: z.boolean(),
  /** The last day of the last whole week in it. */
  asOf: Day,
  /** The first day of its first week. */
  since: Day,
  /** The day of the last exit of a record without open positions for 91 days. */
  endedOn: Day.nullable(),
  /** Signals that opened a position in a liquid share. */
  trades: z.int(),
  missing: z.array(z.object({ what: z.enum(MISSING), have: z.int(), need: z.int() })),
  /** Null with too few weeks. */
  figures: z
    .object({
      ...Lead,
      /** Whether the result is annual. Below 52 weeks, it covers the whole time. */
      yearly: z.boolean(),
      weeks: z.int(),
      /** Exchange days. */
      days: z.int(),
      /** Degrees of freedom. */
      df: z.int(),
      /** With 2 decimals. */
      t: z.string(),
      /** The chance of such a lead by luck alone, with 6 decimals. */
      p: z.string(),
      /** The slopes of the results on SPY, QQQ − SPY, IWM − SPY, TLT, GLD, VIXY and IBIT. */
      slopes: z.array(Ratio),
      /** The deepest fall of the portfolio itself below an earlier high, from 0 to 1. */
      drawdown: Ratio,
      /** The lead of a follower who enters and exits one close after the author. */
      dayLater: z.object(Lead).nullable(),
    })
    .nullable(),
  isRated: z.boolean(),
  isLikelySkill: z.boolean(),
  /**
   * How many of a candidate's monkeys the record was ahead of at the month-end of its last test. Null without a test.
   */
  monkeys: z.object({ count: z.int(), beaten: z.int(), day: Day }).nullable(),
})
export type Rating = z.output<typeof Rating>
