// Pure rules: what a status means for access, and what a subscription at Stripe means here.
import type Stripe from 'stripe'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#shared/rules/access.ts'
import { taxOn } from './tax/tax-rules.ts'

const DAY_MS = 86_400_000

type BillingState = {
  status: SubscriptionStatus
  currentPeriodStart: Date | null
  endsAt?: Date | null
  pausedFrom?: Date | null
  isDisputed?: boolean
}

/** When access ends for a past-due subscription: some days after the unpaid period began (spec answer 7). Else null. */
export function graceEnd({ status, currentPeriodStart }: BillingState, graceDays: number): Date | null {
  if (status !== 'past_due' || currentPeriodStart === null) return null
  return new Date(currentPeriodStart.getTime() + graceDays * DAY_MS)
}

/** Gives the same answer as the SQL function `is_paying`; a test compares them. */
export function isPaying(state: BillingState, now: Date, graceDays: number): boolean {
  const { endsAt, pausedFrom } = state
  if (state.isDisputed || (endsAt && endsAt <= now) || (pausedFrom && pausedFrom <= now)) return false
  if (state.status === 'active' || state.status === 'trialing') return true
  const end = graceEnd(state, graceDays)
  return end !== null && end > now
}

/** Statuses in which Stripe may still ask for money. */
export const LIVE = ['incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused'] as const
export const isLive = (status: string): boolean => (LIVE as readonly string[]).includes(status)

/** A payment is due: Stripe still retries it (`past_due`), or has given up. */
export const isOverdue = ({ status }: { status: string }): boolean =>
  status === 'past_due' || status === 'unpaid'

/**
 * When access ends for a subscription that is not being paid: at the end of the grace period, or of the last paid
 * period while renewals are paused. Null for any other subscription.
 */
export const unpaidAccessEndsAt = (state: BillingState, graceDays: number): Date | null =>
  state.pausedFrom ?? graceEnd(state, graceDays)

/** Comments stored with a cancellation at Stripe, from which every sync reads whose decision it was. */
export const CREATOR_ENDED = 'The creator stopped offering subscriptions.'
export const DISPUTE_ENDED = 'A payment was disputed.'
export const REFUND_ENDED = 'A payment was refunded.'
export const TAX_ENDED = 'The tax could not be calculated.'

/** The state of a subscription at Stripe, in our terms. */
export type StripeState = {
  status: SubscriptionStatus
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  endsAt: Date | null
  endedBy: 'subscriber' | 'creator' | 'payments' | null
  /** When the end was decided; null while it renews. */
  canceledAt: Date | null
  /** While renewals are paused: the end of the last paid period, judged by the latest invoice. */
  pausedFrom: Date | null
  hasUnpaidInvoice: boolean
  /** The creator's payout account; null for plans. */
  stripeAccountId: string | null
  /** On top of the price, by the latest invoice; null without tax, undefined while Stripe has no answer. */
  taxInCents: number | null | undefined
}

const dateOf = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)

/**
 * Expects `latest_invoice` expanded. A paused subscription stays `active` and moves from period to period without being
 * paid (https://docs.stripe.com/billing/subscriptions/pause-payment). Throws for a status that this version of the API
 * doesn't have.
 */
export function stateAtStripe(subscription: Stripe.Subscription): StripeState {
  const status = SUBSCRIPTION_STATUSES.find((known) => known === subscription.status)
  if (!status) throw new Error(`Unknown subscription status at Stripe: ${subscription.status}`)
  const [item] = subscription.items.data
  // Before the first payment there is no paid period.
  const hasPeriod = status !== 'incomplete' && status !== 'incomplete_expired'
  const willEnd =
    subscription.cancel_at ?? (subscription.cancel_at_period_end ? item?.current_period_end : null)
  const endsAt = dateOf(subscription.ended_at ?? willEnd)
  return {
    status,
    currentPeriodStart: hasPeriod ? dateOf(item?.current_period_start) : null,
    currentPeriodEnd: hasPeriod ? dateOf(item?.current_period_end) : null,
    endsAt: status === 'incomplete' ? null : endsAt,
    endedBy: endsAt === null || !hasPeriod ? null : whoEnded(subscription),
    canceledAt: endsAt === null || !hasPeriod ? null : dateOf(subscription.canceled_at),
    pausedFrom:
      subscription.pause_collection === null || !hasPeriod || status === 'canceled'
        ? null
        : dateOf(isLatestPaid(subscription) ? item?.current_period_end : item?.current_period_start),
    hasUnpaidInvoice: hasPeriod && isLive(status) && isLatestUnpaid(subscription),
    stripeAccountId: idOf(subscription.transfer_data?.destination),
    taxInCents: subscription.automatic_tax.enabled ? latestTax(subscription) : null,
  }
}

/** Whether the current period is paid. */
export const isLatestPaid = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === 'object' && invoice?.status === 'paid'

/**
 * Whether the current period may still be charged: its invoice is open, or a draft for about an hour after a renewal.
 */
const isLatestUnpaid = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === 'object' && (invoice?.status === 'draft' || invoice?.status === 'open')

const latestTax = ({ latest_invoice: invoice }: Stripe.Subscription): number | undefined =>
  typeof invoice === 'object' && invoice ? (taxOn(invoice) ?? undefined) : undefined

function whoEnded({ cancellation_details: details }: Stripe.Subscription): StripeState['endedBy'] {
  if (details?.comment === CREATOR_ENDED) return 'creator'
  if ([DISPUTE_ENDED, REFUND_ENDED, TAX_ENDED].includes(details?.comment ?? '')) return 'payments'
  return details?.reason === 'payment_failed' || details?.reason === 'payment_disputed'
    ? 'payments'
    : 'subscriber'
}

/**
 * A dispute costs access while it is open and after it is lost. An inquiry (`warning_…`) is not a dispute yet: the bank
 * takes no money, so nothing is reversed (https://docs.stripe.com/disputes/how-disputes-work#inquiries).
 */
export const costsAccess = (disputeStatus: string | null): boolean =>
  disputeStatus !== null &&
  !disputeStatus.startsWith('warning_') &&
  !['won', 'prevented'].includes(disputeStatus)

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const isDeletedCustomer = (
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): customer is Stripe.DeletedCustomer => customer.deleted === true

/** How a payment was split, and how much was refunded or reversed, in US cents. */
export type Split = {
  amountInCents: number
  feeInCents: number
  refundedInCents: number
  feeRefundedInCents: number
  /** The amount transferred to the creator's payout account, and how much of it was reversed. */
  transferredInCents: number
  reversedInCents: number
  /** Transferred again after a won dispute, less what was reversed of that. */
  returnedInCents: number
  /** Stripe refused to reverse the transfer of a refund. */
  reversalRefused: boolean
  stripeReturnId: string | null
  disputeStatus: string | null
}

/**
 * The amount that a creator still holds of a payment that Stripe took from us: its dispute is open or lost, or it was
 * refunded and the share could not be reversed, or had been transferred again after a won dispute. A refund that
 * someone made in the dashboard without a reversal was meant that way. US cents.
 */
export function owedInCents(payment: Split): number {
  const fee = payment.feeInCents - payment.feeRefundedInCents
  const held = payment.transferredInCents - payment.reversedInCents + payment.returnedInCents - fee
  if (costsAccess(payment.disputeStatus)) return held
  if (payment.refundedInCents === 0 || !(payment.reversalRefused || payment.stripeReturnId !== null)) return 0
  return Math.max(0, held - Math.max(0, payment.amountInCents - payment.refundedInCents - fee))
}
