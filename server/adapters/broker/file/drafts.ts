// What a row of an export says, before it is checked and gets its id.
import { Decimal } from 'decimal.js'
import type { ActivityType } from '../port.ts'

/** What a translator makes of a row. Left out is the same as null or zero. */
export type Draft = {
  type: ActivityType
  day: string
  /** `HH:MM:SS`, or empty. */
  time?: string
  symbol?: string | null
  companyName?: string | null
  /** Of a buy or sell without its sign, of anything else the change. */
  quantity?: Decimal | null
  /** The broker says that shares are sold short or options written, or that such are bought back or end. */
  isShort?: boolean
  /** Per share in `currency`; worked out from `cash` where it is left out. */
  price?: Decimal | null
  /** Change of cash after fees; of a buy or sell worked out from the price where it is left out. */
  cash?: Decimal | null
  fee?: Decimal | null
  ratio?: Decimal | null
  currency?: string
  /** The broker's own id of this row. */
  key?: string
  /** The same key again says nothing new, and is no mistake. */
  once?: boolean
  /** Rows with the same word on the same day are the two halves of one split: old shares out, new shares in. */
  leg?: string
  /** An option that ended: whether it was bought or sold back is told by what was held. */
  ends?: boolean
  /** A trade of an option of which the broker doesn't say whether it opens or closes: other rows of the file tell. */
  untold?: boolean
  /** Takes an earlier trade back and is its opposite: where the file has both, neither counts. */
  cancels?: boolean
  /** Rows of a few days with the same word are sides of one merger or redemption: shares out, shares in, cash for them. */
  deal?: string
}

export const ZERO = new Decimal(0)

/** Cash that came from outside or left, by its sign. */
export const flow = (cash: Decimal): Pick<Draft, 'type' | 'cash'> => ({
  type: cash.isNegative() ? 'withdrawal' : 'deposit',
  cash,
})

/** A charge, or with a positive sum its return. */
export const charge = (cash: Decimal): Pick<Draft, 'type' | 'cash' | 'fee'> => ({
  type: 'fee',
  cash,
  fee: Decimal.max(cash.neg(), 0),
})

/** One side of an exchange between two of the account's currencies; the other is a row of its own on the same day. */
export const exchange = (cash: Decimal): Pick<Draft, 'type' | 'cash' | 'symbol'> => ({
  type: 'transfer',
  cash,
  symbol: null,
})

/** Shares that came in or left without being bought or sold. */
export const moved = (quantity: Decimal): Pick<Draft, 'type' | 'quantity'> => ({ type: 'transfer', quantity })

/** Shares a company hands out for those held, such as stock dividends and spin-offs: a dividend in shares. */
export const handedOut = (quantity: Decimal): Pick<Draft, 'type' | 'quantity'> => ({
  type: quantity.isNegative() ? 'transfer' : 'dividend',
  quantity,
})

/** Shares that a split added or took. */
export const splitBy = (quantity: Decimal): Pick<Draft, 'type' | 'quantity'> => ({ type: 'split', quantity })

/** The opposite of a trade, as the broker books it to take the trade back, whichever sign the sums then have. */
export function cancelled(draft: Draft): Draft {
  const isSale = draft.type === 'buy'
  const sum = draft.cash?.abs() ?? null
  return { ...draft, type: isSale ? 'sell' : 'buy', cash: sum && (isSale ? sum : sum.neg()), cancels: true }
}

/** Options that expired, or were assigned or exercised. The sign says how many are held then: with a plus written ones end. */
export const ended = (
  quantity: Decimal,
): Pick<Draft, 'type' | 'isShort' | 'quantity' | 'price' | 'cash'> => ({
  type: quantity.isNegative() ? 'sell' : 'buy',
  isShort: !quantity.isNegative(),
  quantity,
  price: ZERO,
  cash: ZERO,
})

/** Money for holding a share, or the tax on it with a negative sum. */
export const income = (cash: Decimal): Pick<Draft, 'type' | 'cash'> => ({ type: 'dividend', cash })
