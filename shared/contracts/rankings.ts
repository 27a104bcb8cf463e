// People's records: all positions of a person as a paper portfolio, and the board (docs/record.md). Ratios
// are decimal text.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Instant, Paging, Ticker } from '../wire.ts'
import { Ratio, SignalOutcome } from './scores.ts'
import { TimeHorizon } from './signals.ts'
import { Author } from './users.ts'

/** Requirements of the ranking that a record may lack. */
export const MISSING = [
  'signals',
  'entry_days',
  'active_days',
  'days_on_record',
  'recent_signal',
  'public',
  'real_prices',
] as const

/** Positions with at least one day, compared with SPY over the same days. */
const PerPosition = z.object({
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

/** The paper portfolio's yearly result relative to the mix of SPY and QQQ. */
const Paper = z.object({
  days: z.int(),
  activeDays: z.int(),
  mean: Ratio,
  error: Ratio,
  low: Ratio,
  high: Ratio,
  /** The deepest fall below an earlier high, from 0 to 1. */
  drawdown: Ratio,
  /** The same for a follower who enters and exits one close after the author. Null until it is calculated. */
  dayLater: z.object({ mean: Ratio, low: Ratio, high: Ratio }).nullable(),
})

export const PersonRecord = z.object({
  username: z.string(),
  /** The author's random id in the log; null before their first signal is logged. */
  author: Id.nullable(),
  method: z.int(),
  sample: z.boolean(),
  /** The last close in these figures; null before the first. */
  asOf: Day.nullable(),
  /** The day of the first signal; null without one. */
  since: Day.nullable(),
  daysOnRecord: z.int(),
  /**
   * Each signal is in exactly one of the seven counts after `posted`, including withdrawn ones. `sealed`: premium
   * signals of the last 90 days, if the viewer isn't a subscriber. They are in no other count and no figure.
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
  /** `thin`: positions in illiquid shares, which count in no yearly figure and not for `whyNot`. */
  positions: z.object({ total: z.int(), open: z.int(), closed: z.int(), thin: z.int().optional() }),
  /** Null with fewer than five positions, which would be meaningless. */
  perPosition: PerPosition.nullable(),
  paper: Paper.nullable(),
  /**
   * How well stated confidence matches closed positions: the Brier score, from 0 (best) to 1. Missing with
   * fewer than 20.
   */
  calibration: z.object({ count: z.int(), brier: Ratio }).optional(),
  /** The monthly price of a subscription, in US cents. Null for people without a price. */
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
   * Every exchange day since the first entry. `places`: the sum of the weights of open positions. Empty with fewer than
   * five positions.
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
  /** The time horizon of most of their signals; null if there is no majority. */
  horizon: TimeHorizon.nullable(),
  beyondLuck: z.boolean(),
})

export const Board = z.object({
  method: z.int(),
  sample: z.boolean(),
  asOf: Day.nullable(),
  /** The number of records that are long enough. */
  ranked: z.int(),
  /** How many of these luck alone would list. */
  byLuck: z.int(),
  /** How many are listed, which are those with a lower bound above zero. */
  listed: z.int(),
  /** The listed people. With a ticker: only those with a scored, unsealed signal about it. */
  people: z.array(BoardPerson),
})
export type Board = z.output<typeof Board>

export const Newcomers = z.object({
  sample: z.boolean(),
  total: z.int(),
  /** By their first signal, newest first. */
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
  /** People who stopped posting or deleted their accounts after they had opened at least five positions. */
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
