// The constants of method 2, by which a person's record is rated (server/features/record/log/method-2.md).
import { TRADES_MIN } from '#shared/limits.ts'

/** The index funds of the comparison, and the T-bill fund, whose return is the risk-free rate. */
export const FUNDS = ['SPY', 'QQQ', 'IWM', 'TLT', 'GLD', 'VIXY', 'IBIT'] as const
export const CASH = 'BIL'
/** Regressors of a week: its exchange days, then one for each fund. */
export const REGRESSORS = 1 + FUNDS.length
/** These two are compared with SPY instead of T-bills, so that their slopes measure what they add to it. */
export const AGAINST_SPY: ReadonlySet<string> = new Set(['QQQ', 'IWM'])

/** A day's results are whole numbers of 1e-8, a week's of 1e-6, and weights of 1e-4 of a place. */
export const DAY_UNIT = 100_000_000
export const WEEK_UNIT = 1_000_000
export const PLACE = 10_000
/** Ten places make a full portfolio. */
export const PORTFOLIO = 10 * PLACE

/** The cost of entering and leaving a position, in 1e-8, by the median daily value in US dollars. */
export const ROUND_TRIP = { liquid: 100_000, other: 500_000, liquidFrom: 20_000_000 } as const
/** The borrow fee of a short per day, in 1e-8: 1, 4 or 12 % a year, by the mean daily move in 1e-8. */
export const BORROW_FEES = [
  { below: 2_000_000, fee: 3_968 },
  { below: 4_000_000, fee: 15_873 },
] as const
export const HIGHEST_BORROW_FEE = 47_619
/** The mean move covers this many exchange days up to the entry, and needs at least the minimum number of moves. */
export const MOVE_DAYS = 63
export const MOVES_MIN = 21

/**
 * Sealed trades count for everybody after this many days. A record has ended if it opened no position for as long and
 * has none open.
 */
export const LAG_DAYS = 91

/** The minimum counts of a rated record, in the order in which missing ones are listed. */
export const RATED_FROM = { trades: TRADES_MIN, entryDays: 10, activeDays: 60, weeks: 13 } as const
/** Records with at least this many trades belong to the family of tests, because they could have succeeded by luck. */
export const COUNTED_TRADES = 5

/**
 * The minimum yearly risk of a full portfolio, because cash-like positions have almost no measured risk but carry some.
 */
export const RISK_FLOOR = 0.03
export const YEAR_DAYS = 252
export const YEAR_WEEKS = 52
/** The displayed range leaves out this much probability on each side. */
export const RANGE_P = 0.05
/** A record is listed on the board if the low end of its yearly lead is at least this. */
export const LISTED_LOW = 0.01

export const SKILL = {
  weeks: 26,
  /** The highest p. */
  p: 0.01,
  /** The highest expected share of badges earned by luck (Benjamini and Hochberg). */
  falseDiscoveries: 0.1,
  /** The mean of this many latest weeks must be above zero. */
  recentWeeks: 156,
} as const

export const MONKEYS = {
  perCandidate: 199,
  onBoard: 1_000,
  /** The number of tickers with similar risk from which a monkey chooses. */
  pool: 20,
  /** The minimum number of tickers to choose from for a badge. */
  tickersMin: 100,
} as const
