// A portfolio's track record: the source of its figures, our checks of them, its events, and what is missing.
import { z } from 'zod'
import { Day, Instant } from '../wire.ts'

/**
 * Where the figures come from (spec answer 30). `live`: every account is linked and every connection works; `stopped`:
 * some connections no longer work; `sample`: sample data, or valued at sample prices.
 */
export const RecordSource = z.object({
  kind: z.enum(['live', 'stopped', 'imported', 'sample']),
  /** The broker's name, such as "Schwab". With several accounts, the broker of the account that `at` is about. */
  broker: z.string(),
  /** The number of accounts, and of their brokers. */
  accounts: z.int(),
  brokers: z.int(),
  /** When the first account was connected. For files, the latest import of the account with the oldest data. */
  at: Instant,
  /** When the first connection stopped working; null while all work. */
  until: Instant.nullable(),
  /** Whether all accounts come from connections to brokers, including a sample broker. */
  isLinked: z.boolean(),
  /** Whether the owner mapped the columns of a file and entered its broker. */
  isMapped: z.boolean().default(false),
})
export type RecordSource = z.output<typeof RecordSource>

/**
 * How many transactions from imported files were compared with market data, and how many of them disagree. Linked
 * accounts and portfolios with sample prices are not compared.
 */
export const CheckCounts = z.object({
  /**
   * Buys and sells. `outside`: at a price outside the market's range of that day. `areNearBest`: so close to each day's
   * best price that luck would explain it less than once in 1,000 times.
   */
  trades: z.object({ checked: z.int(), outside: z.int(), areNearBest: z.boolean().default(false) }),
  /** Dividends. `unmatched`: the company paid none, or less. */
  dividends: z.object({ checked: z.int(), unmatched: z.int() }),
})
export type CheckCounts = z.output<typeof CheckCounts>

/**
 * An event in a record that others could see. `public`: the record became public; `account_added`: an account was added;
 * `deleted`: accounts were deleted; `restarted`: it became public again after that, or its past changed.
 */
export const RecordEvent = z.object({
  kind: z.enum(['public', 'account_added', 'deleted', 'restarted']),
  day: Day,
})
export type RecordEvent = z.output<typeof RecordEvent>

/**
 * A trade outside the market's range of that day, or a dividend that the company didn't pay. For the owner only. Prices
 * are per share, in `currency`. For a dividend, `recorded` is null if the number of shares is unknown, `low` is always
 * null, and `high` is what the company paid, null if nothing.
 */
export const MarketDifference = z.object({
  kind: z.enum(['trade', 'dividend']),
  day: Day,
  symbol: z.string(),
  currency: z.string(),
  recorded: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type MarketDifference = z.output<typeof MarketDifference>

/** What is missing from a record, or was added to the broker's rows. Without amounts, so anyone may see it. */
export const Completeness = z.object({
  /** Rows of imported files that the owner left out, because they can't be read or can't have happened. */
  rowsLeftOut: z.int(),
  /** Whether the owner added opening positions, because the files begin later. */
  openingAdded: z.boolean(),
  /**
   * `assumed`: the purchases cost more than the files bring in, so the least cash that covers them was added before the first
   * row. `added`: the owner entered it.
   */
  openingCash: z.enum(['assumed', 'added']).nullable().default(null),
  /** Whether the owner says that the broker lends to an account, so that its cash may be below zero. */
  isMargin: z.boolean().default(false),
  /** The last day of the newest statement that the record was reconciled with. */
  reconciledTo: Day.nullable(),
})
export type Completeness = z.output<typeof Completeness>
