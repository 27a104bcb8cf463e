// The platform's part of an invoice, and what goes to the connected account.
import type { Subscription } from '../objects/subscriptions.ts'

/** In cents, rounded half up; Stripe takes up to four decimals of a percent. */
export function feeOf(subscription: Subscription, amount: number): number | null {
  const percent = subscription.application_fee_percent
  return percent === null ? null : partOf(amount, percent)
}

export function transferOf(
  subscription: Subscription,
  amount: number,
): { destination: string | null; transferAmount: number | null } {
  const { transfer_data: transfer } = subscription
  if (!transfer) return { destination: null, transferAmount: null }
  const percent = transfer.amount_percent
  return {
    destination: transfer.destination,
    transferAmount: percent === null ? null : partOf(amount, percent),
  }
}

// Whole ten-thousandths of a percent: 0.1 + 0.2 never matters.
const partOf = (amount: number, percent: number) => {
  const parts = Math.round(percent * 10_000)
  return Math.floor((amount * parts + 500_000) / 1_000_000)
}
