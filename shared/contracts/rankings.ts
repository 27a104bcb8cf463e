// People's records: counts, ratings of both books, and the board (docs/record.md). Ratios are decimal text.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Instant, Paging, Ticker } from '../wire.ts'
import { BOOKS, Lead, PerPosition, Rating, TradeResults } from './ratings.ts'
import { Ratio, SignalOutcome } from './outcomes.ts'
import { HiddenBecause, TimeHorizon } from './signals.ts'
import { Author } from './users.ts'

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
  /**
   * How many of `count` monkeys, which traded on the same days with random tickers of similar risk, would be listed.
   */
  monkeys: z.object({ count: z.int(), listed: z.int() }),
  /**
   * The listed people, ordered by the probability of such a lead by luck alone. With a ticker: only those with a scored
   * signal about it.
   */
  people: z.array(BoardPerson),
  /** The ranks of people whom the viewer has blocked. Missing if there are none. */
  hiddenRanks: z.array(z.int()).optional(),
})
export type Board = z.output<typeof Board>

export const Newcomers = z.object({
  sample: z.boolean(),
  total: z.int(),
  /** Ordered by their first signal, newest first. */
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

/** A signal of a record. Neither text nor reason if the viewer may not read it. */
export const RecordSignal = SignalOutcome.extend({
  /** The beginning of the text, in one line. */
  excerpt: z.string().optional(),
  /** Why the text is no longer shown. */
  hidden: HiddenBecause.optional(),
  /** When a moderator hid it; missing otherwise. */
  hiddenAt: Instant.optional(),
})
export type RecordSignal = z.output<typeof RecordSignal>

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
    reply: z.array(RecordSignal),
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
