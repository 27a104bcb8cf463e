// The model of refunds: whole days, whole cents, and the fee in proportion.
import { type Bill, type Charge, DAY, endNow } from './model.ts'

export const isRefunded = ({ refunded }: Charge, priceInCents: number) => refunded >= priceInCents

/** Refunds part of a charge. Each part of the fee is rounded; the last one takes the rest. US cents. */
export function refundPart(charge: Charge, priceInCents: number, fee: number, cents: number): void {
  const part = Math.min(cents, priceInCents - charge.refunded)
  charge.refunded += part
  const ofFee = Math.min(fee - charge.feeRefunded, Math.round((fee * part) / priceInCents))
  charge.feeRefunded = charge.refunded === priceInCents ? fee : charge.feeRefunded + ofFee
}

/** The price of the days that are left; a day that has begun is used. US cents. */
export function unusedCents({ start, end }: Charge, priceInCents: number, now: number): number {
  const days = Math.round((end - start) / DAY)
  const used = Math.floor((now - start) / DAY) + 1
  return Math.ceil((priceInCents * Math.max(0, days - used)) / days)
}

/** What a withdrawal still refunds of a charge, unless the bank is returning it. */
export function refundWithdrawn(bill: Bill, charge: Charge, fee: number): void {
  const { withdrawn, priceInCents } = bill
  if (!withdrawn || charge.dispute === 'open' || charge.dispute === 'lost') return
  const due = withdrawn.keepsUsedDays ? unusedCents(charge, priceInCents, withdrawn.at) : priceInCents
  refundPart(charge, priceInCents, fee, Math.max(0, due - charge.refunded))
}

/** It ends at once, and nothing that is owed can be paid any more. */
export function withdraw(bill: Bill, now: number, keepsUsedDays: boolean, fee: number): void {
  if (bill.status !== 'canceled') endNow(bill, now)
  bill.owed = null
  bill.withdrawn = { at: now, keepsUsedDays }
  for (const charge of bill.charges) refundWithdrawn(bill, charge, fee)
}
