// The numbers of method 2: how a person's record is rated (server/features/record/log/method-2.md).
import { TRADES_MIN } from '#shared/limits.ts'

/** The index funds of the comparison, and the fund of T-bills that earns what a safe dollar earns. */
export const FUNDS = ['SPY', 'QQQ', 'IWM', 'TLT', 'GLD', 'VIXY', 'IBIT'] as const
export const CASH = 'BIL'
/** Regressors of a week: its exchange days, then one for each fund. */
export const REGRESSORS = 1 + FUNDS.length
/** These two are compared with SPY instead of T-bills, so that their slopes say what they add to it. */
export const AGAINST_SPY: ReadonlySet<string> = new Set(['QQQ', 'IWM'])

/** A day's results are whole numbers of 1e-8, a week's of 1e-6, and weights of 1e-4 of a place. */
export const DAY_UNIT = 100_000_000
export const WEEK_UNIT = 1_000_000
export const PLACE = 10_000
/** Ten places make a full portfolio. */
export const PORTFOLIO = 10 * PLACE

/** What both trades of a position cost, in 1e-8, by the median daily value in US dollars. */
export const ROUND_TRIP = { liquid: 100_000, other: 500_000, liquidFrom: 20_000_000 } as const
/** What a short costs a day, in 1e-8: 1, 4 or 12 % a year, by the mean daily move in 1e-8. */
export const BORROW_FEES = [
  { below: 2_000_000, fee: 3_968 },
  { below: 4_000_000, fee: 15_873 },
] as const
export const HIGHEST_BORROW_FEE = 47_619
/** The mean move is that of this many exchange days up to the entry, and needs at least the minimum. */
export const MOVE_DAYS = 63
export const MOVES_MIN = 21

/** Sealed trades count for everybody after these days; a record without a position for the same time has ended. */
export const LAG_DAYS = 91

/** A record is rated from these counts on, in the order in which a missing one is named. */
export const RATED_FROM = { trades: TRADES_MIN, entryDays: 10, activeDays: 60, weeks: 13 } as const
/** Records with at least this many trades belong to the family, because luck had a chance with them. */
export const COUNTED_TRADES = 5

/** The least risk of a full portfolio, a year: cash-like positions have almost no measured risk, but carry some. */
export const RISK_FLOOR = 0.03
export const YEAR_DAYS = 252
export const YEAR_WEEKS = 52
/** The displayed range leaves out this much probability on each side. */
export const RANGE_P = 0.05
/** The least yearly lead at the low end that lists a record on the board. */
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
  /** The tickers of like risk among which a monkey chooses. */
  pool: 20,
  /** With fewer tickers to choose from there is no badge. */
  tickersMin: 100,
} as const
