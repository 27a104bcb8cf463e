// What any broker tells of an account, in one set of words; each adapter translates its broker's own words at the edge.
import type { Decimal } from 'decimal.js'

/** `transfer`: shares that came in or left without being bought or sold. */
export const ACTIVITY_TYPES = [
  'buy',
  'sell',
  'dividend',
  'interest',
  'fee',
  'deposit',
  'withdrawal',
  'split',
  'transfer',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** One thing that happened in an account. Signs are the account's: what comes in is positive, what leaves is negative. */
export type Activity = {
  /** The same row of the same account has the same id, however often and in whatever longer file it is read. */
  id: string
  type: ActivityType
  /** `YYYY-MM-DD`, the broker's own calendar day. */
  day: string
  /** Upper case, as on the exchange, such as `BRK.B`; null for cash alone. */
  symbol: string | null
  companyName: string | null
  /** Change of shares: bought and received positive, sold and delivered negative; of a split the shares added. */
  quantity: Decimal
  /**
   * Told by the broker itself: shares are sold that are owed from then on (a short sale, an option written), or those
   * owed are bought back or end. Such a sale needs nothing that is held.
   */
  isShort?: true
  /** Per share, in `currency`; null where there is none. */
  price: Decimal | null
  /** Change of cash in `currency`, after fees. */
  cash: Decimal
  /** The fees within `cash`, never negative. */
  fee: Decimal
  /** New shares for each old one; null for anything but a split. */
  ratio: Decimal | null
  /** ISO 4217. */
  currency: string
  /** 1 for the first line of a file; null for what came over a connection. */
  line: number | null
}

/** What is held now, where the broker says so itself. */
export type Position = {
  symbol: string
  companyName: string | null
  /** Negative for what was sold short. */
  quantity: Decimal
  /** What one share cost on average; null where the broker doesn't say. */
  averageCost: Decimal | null
  price: Decimal | null
  currency: string
}

/** What a broker's statement says the account held when its period began and ended, as far as it says so. */
export type Statement = {
  /** First and last day the statement covers, `YYYY-MM-DD`. */
  from: string
  to: string
  /** At the close before `from`. */
  opening: StatementBalance
  /** At the close of `to`. */
  closing: StatementBalance
}

/** Null where the statement doesn't say. */
export type StatementBalance = {
  positions: Position[] | null
  cash: { currency: string; amount: Decimal }[] | null
  netAssetValue: { currency: string; amount: Decimal } | null
}
