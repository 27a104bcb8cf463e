// The owner's choices before an import: the positions held before the file begins, and the rows to leave out.
import type {
  ImportChoice,
  OpeningCashOffer,
  OpeningOffer,
  Preview,
} from '#shared/contracts/import-preview.ts'
import { amountIn } from '../format.ts'

/** As typed. An empty price means that the cost is unknown. */
export type OpeningEntry = { quantity: string; price: string }
export type DraftChoice = {
  /** By symbol. */
  openings: Readonly<Record<string, OpeningEntry>>
  /**
   * The costs of received shares as typed, by symbol. If empty, the cost in the file applies, or the close on that day.
   */
  costs: Readonly<Record<string, string>>
  /** As typed. */
  openingCash: string
  isMargin: boolean
  leavesSalesOut: boolean
  leavesRowsOut: boolean
}

/** Prefilled with the smallest quantities that make the file consistent. */
export const initialChoice = ({ opening, openingCash }: Preview): DraftChoice => ({
  openings: Object.fromEntries(
    (opening?.positions ?? []).map(({ symbol, quantity }) => [symbol, { quantity, price: '' }]),
  ),
  costs: {},
  openingCash: openingCash?.amount ?? '',
  isMargin: false,
  leavesSalesOut: false,
  leavesRowsOut: false,
})

const NUMBER = /^\d{1,15}(\.\d{1,10})?$/

/** The error messages of an entry by field; empty if it is valid. */
export function entryErrors(
  { quantity, price }: OpeningEntry,
  { quantity: minimum, isShort }: OpeningOffer['positions'][number],
): Partial<OpeningEntry> {
  const isNumber = NUMBER.test(quantity.trim())
  return {
    ...(!isNumber && { quantity: 'Enter a number such as 12.5.' }),
    ...(isNumber &&
      Number(quantity) < Number(minimum) && {
        quantity: `You must have ${isShort ? 'owed' : 'held'} at least ${minimum}.`,
      }),
    ...(price.trim() !== '' &&
      !NUMBER.test(price.trim()) && { price: 'Enter a number such as 12.5, or leave it empty.' }),
  }
}

/** Why the opening cash can't be right, or null. */
export function openingCashError(
  { openingCash: typed, isMargin }: DraftChoice,
  { amount, currency }: OpeningCashOffer,
): string | null {
  if (isMargin) return null
  if (!NUMBER.test(typed.trim())) return 'Enter an amount such as 2500.00.'
  return Number(typed) < Number(amount)
    ? `Your purchases need at least ${amountIn(currency, Number(amount))}.`
    : null
}

/** Whether the owner says something about opening cash that the record would otherwise assume. */
export const saysMoreCash = (
  { openingCash: typed, isMargin }: DraftChoice,
  offer: OpeningCashOffer | null,
): boolean => offer !== null && (isMargin || Number(typed) !== Number(offer.amount))

/** Why a cost can't be read, or null. */
export const costError = (typed: string): string | null =>
  typed.trim() === '' || NUMBER.test(typed.trim()) ? null : 'Enter a number such as 12.5, or leave it empty.'

/** Whether every required choice is made. */
export function isComplete(
  { opening, openingCash, faultCount: issueCount }: Preview,
  choice: DraftChoice,
): boolean {
  if (Object.values(choice.costs).some((typed) => costError(typed) !== null)) return false
  if (openingCash && openingCashError(choice, openingCash) !== null) return false
  const hasInvalidEntry = opening?.positions.some((position) => {
    const entry = choice.openings[position.symbol]
    return !entry || Object.keys(entryErrors(entry, position)).length > 0
  })
  return (issueCount === 0 || choice.leavesRowsOut) && (choice.leavesSalesOut || hasInvalidEntry !== true)
}

export function importChoiceFrom(
  { opening, openingCash, faultCount: issueCount }: Preview,
  choice: DraftChoice,
): ImportChoice {
  const offered = choice.leavesSalesOut ? [] : (opening?.positions ?? [])
  return {
    openings: offered.map(({ symbol, quantity: minimum }) => {
      const { quantity, price } = choice.openings[symbol] ?? { quantity: minimum, price: '' }
      return { symbol, quantity: quantity.trim(), price: price.trim() === '' ? null : price.trim() }
    }),
    costs: Object.entries(choice.costs).flatMap(([symbol, typed]) =>
      typed.trim() === '' ? [] : [{ symbol, price: typed.trim() }],
    ),
    // The server recalculates the minimum with the figures when older files are added.
    openingCash: saysMoreCash(choice, openingCash) && !choice.isMargin ? choice.openingCash.trim() : null,
    isMargin: openingCash !== null && choice.isMargin,
    leaveOut: (issueCount > 0 && choice.leavesRowsOut) || (opening !== null && choice.leavesSalesOut),
  }
}
