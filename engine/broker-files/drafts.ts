// A draft: the content of an export's row, before it is checked and gets its id.
import { Decimal } from 'decimal.js'
import type { ActivityType } from '#engine/portfolio/activity.ts'

/** A translated row. A missing field means null or zero. */
export type Draft = {
  type: ActivityType
  day: string
  /** `HH:MM:SS`, or empty. */
  time?: string
  symbol?: string | null
  companyName?: string | null
  /** Unsigned for a buy or sell, otherwise the change in shares. */
  quantity?: Decimal | null
  /** The broker marks the row as a short sale or a written option, or as closing one. */
  isShort?: boolean
  /** Per share in `currency`. Calculated from `cash` if missing. */
  price?: Decimal | null
  /** The change of cash after fees. For a buy or sell, calculated from the price if missing. */
  cash?: Decimal | null
  fee?: Decimal | null
  ratio?: Decimal | null
  currency?: string
  /** The broker's own id of this row. */
  key?: string
  /** A repeated key is the same activity again, not an error. */
  isRepeatable?: boolean
  /** Rows of one day with the same value are the two halves of a split: old shares out, new shares in. */
  splitPair?: string
  /** An option that ended. The position held decides whether it counts as bought or sold back. */
  isOptionEnd?: boolean
  /** An option trade that the broker doesn't mark as opening or closing. Other rows of the file decide. */
  isSideUnknown?: boolean
  /** Cancels an earlier trade and is its opposite. If the file has both, neither counts. */
  isCancellation?: boolean
  /** Rows within a few days with the same value are sides of one merger or redemption: shares out, shares in, cash. */
  corporateAction?: string
}

export const ZERO = new Decimal(0)

/** A deposit or a withdrawal, by its sign. */
export const flow = (cash: Decimal): Pick<Draft, 'type' | 'cash'> => ({
  type: cash.isNegative() ? 'withdrawal' : 'deposit',
  cash,
})

/** A charge, or its refund if positive. */
export const charge = (cash: Decimal): Pick<Draft, 'type' | 'cash' | 'fee'> => ({
  type: 'fee',
  cash,
  fee: Decimal.max(cash.neg(), 0),
})

/**
 * One side of an exchange between two of the account's currencies. The other side is a separate row of the same day.
 */
export const exchange = (cash: Decimal): Pick<Draft, 'type' | 'cash' | 'symbol'> => ({
  type: 'transfer',
  cash,
  symbol: null,
})

/** Shares that came in or left without a purchase or a sale. */
export const shareTransfer = (quantity: Decimal): Pick<Draft, 'type' | 'quantity'> => ({
  type: 'transfer',
  quantity,
})

/** Shares that a company issues to shareholders, such as stock dividends and spin-offs, as a dividend in shares. */
export const stockDividend = (quantity: Decimal): Pick<Draft, 'type' | 'quantity'> => ({
  type: quantity.isNegative() ? 'transfer' : 'dividend',
  quantity,
})

/** Shares that a split added or removed. */
export const splitShares = (quantity: Decimal): Pick<Draft, 'type' | 'quantity'> => ({
  type: 'split',
  quantity,
})

/** The opposite of a trade, as the broker records its cancellation, regardless of the amounts' signs. */
export function cancellationOf(draft: Draft): Draft {
  const isSale = draft.type === 'buy'
  const sum = draft.cash?.abs() ?? null
  return {
    ...draft,
    type: isSale ? 'sell' : 'buy',
    cash: sum && (isSale ? sum : sum.neg()),
    isCancellation: true,
  }
}

/**
 * Options that expired or were assigned or exercised. The sign is that of the change: positive if a written option
 * ends.
 */
export const closedOption = (
  quantity: Decimal,
): Pick<Draft, 'type' | 'isShort' | 'quantity' | 'price' | 'cash'> => ({
  type: quantity.isNegative() ? 'sell' : 'buy',
  isShort: !quantity.isNegative(),
  quantity,
  price: ZERO,
  cash: ZERO,
})

/** Income from a share, or the tax on it if negative. */
export const income = (cash: Decimal): Pick<Draft, 'type' | 'cash'> => ({ type: 'dividend', cash })

/** One row as up to two drafts: the shares, and the cash that came with them. */
export const sharesAndCash = (
  shared: Pick<Draft, 'day'> & Partial<Draft>,
  shares: Omit<Draft, 'day'> | null,
  cash: Decimal | null,
): Draft[] => [
  ...(shares ? [{ ...shared, ...shares }] : []),
  ...(cash ? [{ ...shared, ...income(cash) }] : []),
]
