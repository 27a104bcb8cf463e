// The records of people: their positions together, as a paper portfolio, and the board (docs/record.md). Ratios are decimal strings.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Instant, Paging, Ticker } from '../wire.ts'
import { Ratio, SignalOutcome } from './scores.ts'
import { TimeHorizon } from './signals.ts'
import { Author } from './users.ts'

/** What a record lacks to be ranked. */
export const MISSING = [
  'signals',
  'entry_days',
  'active_days',
  'days_on_record',
  'recent_signal',
  'public',
  'real_prices',
] as const

/** Positions with at least one day. Ahead and behind are against SPY over the same days. */
const PerPosition = z.object({
  /** How many positions these are. */
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
   * Positions by how far ahead of SPY they are, in steps. The second half of the bars is ahead; the first and the last also have all
   * beyond them. Null until it is calculated.
   */
  histogram: z.object({ step: Ratio, counts: z.array(z.int()) }).nullable(),
})

/** The paper portfolio against the mix of SPY and QQQ, for a year. */
const Paper = z.object({
  days: z.int(),
  activeDays: z.int(),
  mean: Ratio,
  error: Ratio,
  low: Ratio,
  high: Ratio,
  /** The deepest fall below an earlier high, from 0 to 1. */
  drawdown: Ratio,
  /** The same for somebody who entered and left one close after the author. Null until it is calculated. */
  dayLater: z.object({ mean: Ratio, low: Ratio, high: Ratio }).nullable(),
})

export const PersonRecord = z.object({
  username: z.string(),
  /** The random id in the log; null before the first signal is in it. */
  author: Id.nullable(),
  method: z.int(),
  sample: z.boolean(),
  /** The last close in these figures; null before the first. */
  asOf: Day.nullable(),
  /** The day of the first signal; null without one. */
  since: Day.nullable(),
  daysOnRecord: z.int(),
  /**
   * Each signal is in one of the seven after `posted`; withdrawn ones are counted there too. `sealed`: this viewer
   * doesn't pay, and the signal is premium and less than 90 days old. It is in no other count and no figure.
   */
  signals: z.object({
    posted: z.int(),
    opened: z.int(),
    added: z.int(),
    closed: z.int(),
    comments: z.int(),
    unscored: z.int(),
    pending: z.int(),
    sealed: z.int(),
    withdrawn: z.int(),
  }),
  /** `thin`: those in thin shares, which are in no yearly figure and in no count of `whyNot`. */
  positions: z.object({ total: z.int(), open: z.int(), closed: z.int(), thin: z.int().optional() }),
  /** Null with fewer than five positions, which say nothing. */
  perPosition: PerPosition.nullable(),
  paper: Paper.nullable(),
  /** How well stated confidence fits closed positions: Brier's score, from 0 (best) to 1. Left out below 20 of them. */
  calibration: z.object({ count: z.int(), brier: Ratio }).optional(),
  /** What subscribing costs a month, in US cents. Null for people without a price. */
  priceInCents: z.int().nullable(),
  ranked: z.boolean(),
  whyNot: z.array(z.object({ what: z.enum(MISSING), have: z.int().nullable(), need: z.int().nullable() })),
  beyondLuck: z.boolean(),
})
export type PersonRecord = z.output<typeof PersonRecord>

export const RecordDays = z.object({
  method: z.int(),
  sample: z.boolean(),
  /**
   * Every exchange day from that of the first entry. `places` is the sum of the weights of open positions. Empty with fewer
   * than five positions.
   */
  days: z.array(z.object({ day: Day, places: Ratio, excess: Ratio })),
})
export type RecordDays = z.output<typeof RecordDays>

const BoardPerson = z.object({
  rank: z.int(),
  username: z.string(),
  author: Author,
  isFollowing: z.boolean(),
  /** Whether they have set a price, without which nobody can subscribe. */
  hasPrice: z.boolean(),
  low: Ratio,
  mean: Ratio,
  high: Ratio,
  worst: Ratio,
  positions: z.int(),
  signals: z.int(),
  since: Day,
  daysOnRecord: z.int(),
  drawdown: Ratio,
  /** The time horizon that most of their signals have; null if most have none. */
  horizon: TimeHorizon.nullable(),
  beyondLuck: z.boolean(),
})

export const Board = z.object({
  method: z.int(),
  sample: z.boolean(),
  asOf: Day.nullable(),
  /** How many records are long enough. */
  ranked: z.int(),
  /** How many of those luck alone would list. */
  byLuck: z.int(),
  /** How many are listed: their low end is above zero. */
  listed: z.int(),
  /** Those who are listed; with a ticker, those of them who posted about it what is scored and not sealed. */
  people: z.array(BoardPerson),
})
export type Board = z.output<typeof Board>

export const Newcomers = z.object({
  sample: z.boolean(),
  total: z.int(),
  /** Whoever posted their first signal last comes first. */
  people: z.array(
    z.object({
      author: Author,
      isFollowing: z.boolean(),
      /** Signals that opened a position. */
      signals: z.int(),
      since: Day,
      /** Null with fewer than five positions. */
      ahead: z.int().nullable(),
      behind: z.int().nullable(),
    }),
  ),
  /** People who stopped posting, or deleted their accounts, after they opened at least five positions. */
  ended: z.object({
    total: z.int(),
    /** How many of them were behind the mix of SPY and QQQ. */
    behind: z.int(),
    people: z.array(
      z.object({
        /** Null for former members. */
        username: z.string().nullable(),
        lastPostedAt: Instant,
        positions: z.int(),
        mean: Ratio,
      }),
    ),
  }),
})
export type Newcomers = z.output<typeof Newcomers>

const ofPerson = { access: 'anyone', params: z.object({ username: z.string() }) } as const

export const rankings = {
  person: endpoint({
    ...ofPerson,
    method: 'GET',
    path: '/api/record/people/:username',
    summary: 'A person’s record: counts, results by position, and the paper portfolio',
    reply: PersonRecord,
  }),
  days: endpoint({
    ...ofPerson,
    method: 'GET',
    path: '/api/record/people/:username/days',
    summary: 'Each exchange day of a person’s paper portfolio, with the result beyond the mix of SPY and QQQ',
    reply: RecordDays,
  }),
  signals: endpoint({
    ...ofPerson,
    method: 'GET',
    path: '/api/record/people/:username/signals',
    summary: 'How each of a person’s signals did, newest first',
    query: z.object(Paging),
    reply: z.array(SignalOutcome),
  }),
  board: endpoint({
    method: 'GET',
    path: '/api/record/board',
    summary: 'People whose record luck alone doesn’t explain, by the low end of their yearly result',
    access: 'anyone',
    query: z.object({ ticker: Ticker.optional() }),
    reply: Board,
  }),
  newcomers: endpoint({
    method: 'GET',
    path: '/api/record/newcomers',
    summary: 'People whose record is too short to be ranked, and those who stopped',
    access: 'anyone',
    reply: Newcomers,
  }),
}
