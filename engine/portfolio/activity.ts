// The common vocabulary for broker accounts. Each adapter translates its broker's own words to it.
import type { Decimal } from 'decimal.js'

/** `transfer`: shares that came in or left without a purchase or a sale. */
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

/** For a row of type `exchange`: what a merger or a spin-off did to a share, per share. */
export type Exchange = {
  kind: 'merger' | 'spin_off'
  /** The day of the event according to the market. */
  day: string
  /** The share that left, or that is kept after a spin-off, and the new one. */
  of: string
  into: string | null
  ratio: Decimal | null
  /** In US dollars. */
  cash: Decimal | null
  /** The totals that the broker itself lists: shares that came in or left (negative), and cash. */
  listed: { shares: Decimal | null; out: Decimal | null; cash: Decimal | null }
  /** The shares of `of` that were held. */
  held: Decimal
}

/** One activity in an account. Signs are the account's: incoming is positive, outgoing negative. */
export type Activity = {
  /** Stays the same when the row is read again, even from a longer file. */
  id: string
  /** `exchange`: made from a corporate action that the market reports, never stored. */
  type: ActivityType | 'exchange'
  exchange?: Exchange
  /** `YYYY-MM-DD`, the broker's own calendar day. */
  day: string
  /** Upper case, as on the exchange, such as `BRK.B`. Null for cash alone. */
  symbol: string | null
  companyName: string | null
  /**
   * The change in shares: positive for purchases and deliveries in, negative for sales and deliveries out. For a split,
   * the shares added.
   */
  quantity: Decimal
  /**
   * Set by the broker: this sale opens a short position (a short sale, a written option), or this row closes one. Such
   * a sale needs no held shares.
   */
  isShort?: true
  /** Per share, in `currency`. Null if there is none. */
  price: Decimal | null
  /** For shares that came in without a purchase: the owner's stated cost of one share, in `currency`. */
  ownerCost?: Decimal
  /** The change of cash in `currency`, after fees. */
  cash: Decimal
  /** The fees within `cash`, never negative. */
  fee: Decimal
  /** New shares per old share. Null for anything but a split. */
  ratio: Decimal | null
  /** ISO 4217. */
  currency: string
  /** 1 for the first line of a file. Null for data from a connection. */
  line: number | null
}

/** A current holding as the broker reports it. */
export type Position = {
  symbol: string
  companyName: string | null
  /** Negative for a short position. */
  quantity: Decimal
  /** Average cost per share. Null if the broker doesn't report it. */
  averageCost: Decimal | null
  price: Decimal | null
  currency: string
}

/** Current positions and cash, as the broker reports them. */
export type Balance = { positions: Position[]; cash: { currency: string; amount: Decimal }[] }

/** An account's balances at the beginning and end of a statement's period, as far as it reports them. */
export type Statement = {
  /** The first and last day the statement covers, `YYYY-MM-DD`. */
  from: string
  to: string
  /** At the close before `from`. */
  opening: StatementBalance
  /** At the close of `to`. */
  closing: StatementBalance
}

/** Null if the statement doesn't report it. */
export type StatementBalance = {
  positions: Position[] | null
  cash: { currency: string; amount: Decimal }[] | null
  netAssetValue: { currency: string; amount: Decimal } | null
}
