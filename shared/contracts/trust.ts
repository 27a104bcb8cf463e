// How far a portfolio's figures can be believed: where they come from, what was checked, and what happened to the record.
import { z } from 'zod'
import { Instant } from '../wire.ts'

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.string()

/**
 * Where the figures come from (answer 30). `live`: every account is linked, and every connection works; `stopped`: not
 * every connection works any more; `sample`: sample data, or valued at sample prices.
 */
export const Trust = z.object({
  kind: z.enum(['live', 'stopped', 'imported', 'sample']),
  /** The broker's name, such as "Schwab"; of several accounts that of the one `at` is about. */
  broker: z.string(),
  /** How many accounts it is made of, and of how many brokers. */
  accounts: z.int(),
  brokers: z.int(),
  /** Since when the first is connected, or when the file was imported that has waited longest for a newer one. */
  at: Instant,
  /** When the first of its connections stopped working; null while all do. */
  until: Instant.nullable(),
  /** Whether all accounts came over connections to brokers, a sample broker's included. */
  isLinked: z.boolean(),
  /** Whether the owner said what the columns of a file mean, and named its broker. */
  isMapped: z.boolean().default(false),
})
export type Trust = z.output<typeof Trust>

/**
 * How much of what imported files say was compared with a real market, and how much of that disagrees. There is nothing
 * to compare with sample prices, and of linked accounts.
 */
export const Checks = z.object({
  /** Buys and sells; those outside the range in which the market traded that day. */
  trades: z.object({ checked: z.int(), outside: z.int() }),
  /** Dividends; those the company didn't pay, or not as much. */
  dividends: z.object({ checked: z.int(), unmatched: z.int() }),
})
export type Checks = z.output<typeof Checks>

/**
 * What happened to a record that others could see. `public`: since that day; `account_added`: another account became part
 * of it; `deleted`: accounts it was made of were deleted; `restarted`: it was shown anew after that, or its past changed.
 */
export const RecordEvent = z.object({
  kind: z.enum(['public', 'account_added', 'deleted', 'restarted']),
  day: Day,
})
export type RecordEvent = z.output<typeof RecordEvent>

/**
 * A trade outside the market's range of that day, or a dividend the company didn't pay; for the owner alone. Prices are
 * for one share, in `currency`; of a dividend `recorded` is null where the shares are not known, `low` always, and `high`
 * is what was paid, null for nothing.
 */
export const Difference = z.object({
  kind: z.enum(['trade', 'dividend']),
  day: Day,
  symbol: z.string(),
  currency: z.string(),
  recorded: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Difference = z.output<typeof Difference>
