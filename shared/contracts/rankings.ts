// People's records: counts, ratings of both books, and the board (docs/record.md). Ratios are decimal text.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Instant, Paging, Ticker } from '../wire.ts'
import { Ratio, SignalOutcome } from './scores.ts'
import { TimeHorizon } from './signals.ts'
import { Author } from './users.ts'

/** What a record may lack to be rated. */
export const MISSING = ['trades', 'entry_days', 'active_days', 'weeks'] as const
/** Trades that stood in the log at the post, and trades that were sealed then. Neither affects the other. */
export const BOOKS = ['open', 'sealed'] as const

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

/** How the trades of one book turned out against SPY over the same days. */
const TradeResults = z.object({
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
  /** `day`: of its exit, or of its last close while it is open. */
  worst: z.object({ excess: Ratio, return: Ratio, ticker: z.string(), day: Day }),
  /** As in `perPosition`. */
  histogram: z.object({ step: Ratio, counts: z.array(z.int()) }).nullable(),
})
export type TradeResults = z.output<typeof TradeResults>

/** A lead over the market, with its likely range. */
const Lead = { mean: Ratio, low: Ratio, high: Ratio }

/** The rating of one book: weekly paper results after costs, against the mix of index funds that moved most like them. */
export const Rating = z.object({
  book: z.enum(BOOKS),
  /** The sealed record up to date, which only its author and subscribers see. Others see it 91 days later. */
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
      /** Whether the result is a year's. Below 52 weeks it is that of the whole time. */
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
      /** How much of SPY, QQQ − SPY, IWM − SPY, TLT, GLD, VIXY and IBIT the results moved like. */
      slopes: z.array(Ratio),
      /** The deepest fall of the portfolio itself below an earlier high, from 0 to 1. */
      drawdown: Ratio,
      /** The lead of a follower who enters and exits one close after the author. */
      dayLater: z.object(Lead).nullable(),
    })
    .nullable(),
  isRated: z.boolean(),
  isLikelySkill: z.boolean(),
})
export type Rating = z.output<typeof Rating>

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
   * Each signal is in exactly one of the seven counts after `posted`, including withdrawn ones. `sealed`: sealed
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
  /** `thin`: positions in illiquid shares, which count in no rating. */
  positions: z.object({ total: z.int(), open: z.int(), closed: z.int(), thin: z.int().optional() }),
  /** Null with fewer than five positions, which would be meaningless. */
  perPosition: PerPosition.nullable(),
  /** Null before a book's first whole week with a position. */
  books: z.object({ open: Rating.nullable(), sealed: Rating.nullable() }),
  /** Null with fewer than five trades that have a result. */
  results: z.object({ open: TradeResults.nullable(), sealed: TradeResults.nullable() }),
  /**
   * Premium signals by the time of their post, without withdrawn ones. `sealedFrom`: the post of the oldest one that doesn't
   * count for this viewer yet. `latest` is null if there never was one.
   */
  premium: z.object({
    last30: z.int(),
    last90: z.int(),
    latest: Instant.nullable(),
    sealedFrom: Instant.nullable(),
  }),
  /**
   * How well stated confidence matches closed positions: the Brier score, from 0 (best) to 1. Missing with
   * fewer than 20.
   */
  calibration: z.object({ count: z.int(), brier: Ratio }).optional(),
  /** The monthly price of a subscription, in US cents. Null for people without a price. */
  priceInCents: z.int().nullable(),
})
export type PersonRecord = z.output<typeof PersonRecord>

export const RecordWeeks = z.object({
  method: z.int(),
  sample: z.boolean(),
  records: z.array(
    z.object({
      book: z.enum(BOOKS),
      /** `day`: the week's last. `places`: the average sum of open weights. `result`: beyond T-bills; `excess`: beyond the mix. */
      weeks: z.array(z.object({ day: Day, places: Ratio, result: Ratio, excess: Ratio })),
    }),
  ),
})
export type RecordWeeks = z.output<typeof RecordWeeks>

const BoardPerson = z.object({
  rank: z.int(),
  book: z.enum(BOOKS),
  username: z.string(),
  author: Author,
  isFollowing: z.boolean(),
  /** Whether they have set a price, without which nobody can subscribe. */
  hasPrice: z.boolean(),
  ...Lead,
  yearly: z.boolean(),
  days: z.int(),
  /** The worst trade of this book against SPY. */
  worst: z.object({ excess: Ratio, return: Ratio }).nullable(),
  /** Scored trades of this book. */
  positions: z.int(),
  signals: z.int(),
  since: Day,
  drawdown: Ratio,
  /** The time horizon of most of their signals; null if there is no majority. */
  horizon: TimeHorizon.nullable(),
  isLikelySkill: z.boolean(),
})

export const Board = z.object({
  method: z.int(),
  sample: z.boolean(),
  asOf: Day.nullable(),
  /** The number of rated records, and how many of them are at least 1 % a year ahead at the low end. */
  rated: z.int(),
  listed: z.int(),
  /** How many of so many monkeys, which traded on the same days with random tickers of like risk, would be listed. */
  monkeys: z.object({ count: z.int(), listed: z.int() }),
  /** The listed people, by the chance of their lead by luck. With a ticker: only those with a scored signal about it. */
  people: z.array(BoardPerson),
  /** The ranks of people whom the viewer has blocked. Missing if there are none. */
  hiddenRanks: z.array(z.int()).optional(),
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
    /** How many of them were behind the market. */
    behind: z.int(),
    people: z.array(
      z.object({
        /** Null for former members. */
        username: z.string().nullable(),
        lastPostedAt: Instant,
        positions: z.int(),
        mean: Ratio,
        yearly: z.boolean(),
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
    summary: 'A person’s record: counts, results by position, and the ratings of both books',
    reply: PersonRecord,
  }),
  days: endpoint({
    ...ofPerson,
    method: 'GET',
    path: '/api/record/people/:username/days',
    summary: 'Each week of a person’s records, with the result beyond the mix of index funds',
    reply: RecordWeeks,
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
    summary: 'People at least 1 % a year ahead of the market, by the chance of their lead by luck',
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
