// What a person decides before a file is imported: the positions held before it begins, and the rows to leave out.
import type { ImportChoice, OpeningOffer, Preview } from '#shared/contracts/import-preview.ts'

/** As typed; an empty price means that the cost is unknown. */
export type OpeningEntry = { quantity: string; price: string }
export type Choice = {
  /** By symbol. */
  openings: Readonly<Record<string, OpeningEntry>>
  leavesSalesOut: boolean
  leavesRowsOut: boolean
}

/** Prefilled with the fewest shares that fit. */
export const choiceFor = ({ opening }: Preview): Choice => ({
  openings: Object.fromEntries(
    (opening?.positions ?? []).map(({ symbol, quantity }) => [symbol, { quantity, price: '' }]),
  ),
  leavesSalesOut: false,
  leavesRowsOut: false,
})

const NUMBER = /^\d{1,15}(\.\d{1,10})?$/

/** What is wrong with an entry, by field; empty where nothing is. */
export function mistakesIn(
  { quantity, price }: OpeningEntry,
  { quantity: least }: OpeningOffer['positions'][number],
): Partial<OpeningEntry> {
  const isCount = NUMBER.test(quantity.trim())
  return {
    ...(!isCount && { quantity: 'Enter a number such as 12.5.' }),
    ...(isCount && Number(quantity) < Number(least) && { quantity: `You must have held at least ${least}.` }),
    ...(price.trim() !== '' &&
      !NUMBER.test(price.trim()) && { price: 'Enter a number such as 12.5, or leave it empty.' }),
  }
}

/** Whether nothing is left to decide. */
export function isDecided({ opening, faultCount }: Preview, choice: Choice): boolean {
  const hasMistake = opening?.positions.some((position) => {
    const entry = choice.openings[position.symbol]
    return !entry || Object.keys(mistakesIn(entry, position)).length > 0
  })
  return (faultCount === 0 || choice.leavesRowsOut) && (choice.leavesSalesOut || hasMistake !== true)
}

export function choiceToSend({ opening, faultCount }: Preview, choice: Choice): ImportChoice {
  const added = choice.leavesSalesOut ? [] : (opening?.positions ?? [])
  return {
    openings: added.map(({ symbol, quantity: least }) => {
      const { quantity, price } = choice.openings[symbol] ?? { quantity: least, price: '' }
      return { symbol, quantity: quantity.trim(), price: price.trim() === '' ? null : price.trim() }
    }),
    leaveOut: (faultCount > 0 && choice.leavesRowsOut) || (opening !== null && choice.leavesSalesOut),
  }
}
