// The model of money: price and tax, and refunds by whole days and whole cents, with the fee and the tax in proportion.
import { splitPrice } from '#shared/rules/money.ts'
import { type Bill, type Charge, DAY, endNow } from './model.ts'

/** What is charged for a month. */
export const totalOf = ({ priceInCents, taxInCents }: Pick<Bill, 'priceInCents' | 'taxInCents'>) =>
  priceInCents + taxInCents
/** The platform's share of the price, and the tax. */
export const feeAt = (percent: number, { priceInCents, taxInCents }: Bill): number =>
  splitPrice(priceInCents, percent).platformFeeInCents + taxInCents
export const isRefunded = ({ refunded }: Charge, bill: Bill) => refunded >= totalOf(bill)
/** The tax in what was refunded of a charge. */
export const taxRefunded = ({ refunded }: Charge, bill: Bill): number =>
  Math.round((bill.taxInCents * refunded) / totalOf(bill))

/** Refunds part of a charge. Each part of the fee is rounded; the last one takes the rest. US cents. */
export function refundPart(charge: Charge, bill: Bill, fee: number, cents: number): void {
  const total = totalOf(bill)
  const part = Math.min(cents, total - charge.refunded)
  charge.refunded += part
  const ofFee = Math.min(fee - charge.feeRefunded, Math.round((fee * part) / total))
  charge.feeRefunded = charge.refunded === total ? fee : charge.feeRefunded + ofFee
}

/** The price of the remaining days, in US cents; a day that has begun is used. */
export function unusedCents({ start, end }: Charge, bill: Bill, now: number): number {
  const days = Math.round((end - start) / DAY)
  const used = Math.floor((now - start) / DAY) + 1
  return Math.ceil((totalOf(bill) * Math.max(0, days - used)) / days)
}

/** Refunds the rest of a charge after a withdrawal, unless the bank is returning it. */
export function refundWithdrawn(bill: Bill, charge: Charge, fee: number): void {
  const { withdrawn } = bill
  if (!withdrawn || charge.dispute === 'open' || charge.dispute === 'lost') return
  const due = withdrawn.keepsUsedDays ? unusedCents(charge, bill, withdrawn.at) : totalOf(bill)
  refundPart(charge, bill, fee, Math.max(0, due - charge.refunded))
}

/** Ends the subscription at once. Nothing that is owed can be paid after that. */
export function withdraw(bill: Bill, now: number, keepsUsedDays: boolean, fee: number): void {
  if (bill.status !== 'canceled') endNow(bill, now)
  bill.owed = null
  bill.withdrawn = { at: now, keepsUsedDays }
  for (const charge of bill.charges) refundWithdrawn(bill, charge, fee)
}
