// Creator Mode: the plan, the payout account, the price and the revenue.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, text } from '../wire.ts'
import { PaidUntil, SubscriptionStatus } from './billing.ts'
import { SubscriptionPriceInCents } from './users.ts'

/** The viewer's creator plan. Money in US cents. */
export const Plan = z.object({
  status: SubscriptionStatus,
  priceInCents: z.int(),
  /** The tax on top of it, by the latest invoice; missing if the sale isn't taxed. */
  taxInCents: z.int().optional(),
  currentPeriodStart: Instant.nullable(),
  currentPeriodEnd: Instant.nullable(),
  /** When it ends; null while it renews. */
  endsAt: Instant.nullable(),
  /** When Creator Mode ends while a payment is due; null if none is. */
  graceEndsAt: Instant.nullable(),
  /** Whether the current period isn't paid, as for a subscription. */
  hasUnpaidInvoice: z.boolean(),
})
export type Plan = z.output<typeof Plan>

/** Stripe's status of the account's capabilities: the worse one of transfers and payouts. `none` without an account. */
export const PAYOUT_STATUSES = ['none', 'pending', 'restricted', 'unsupported', 'active'] as const

/** Stripe's statuses of a payout to a creator's bank. One that was paid may still fail, when the bank sends it back. */
export const PAYOUT_STATES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

export const PayoutAccount = z.object({
  /** Whether it can receive subscribers' payments. */
  connected: z.boolean(),
  /** Our id of the account; null without one. Stripe's ids stay on the server. */
  accountId: z.string().nullable(),
  standing: z.enum(PAYOUT_STATUSES),
  /** What Stripe requires from the creator, in plain English such as "Date of birth". */
  due: z.array(z.string()),
  /** The deadline; null if Stripe sets none. */
  dueAt: Instant.nullable(),
  /** Payouts stopped working: the creator can't post or take new subscribers, and renewals are paused. */
  onHold: z.boolean(),
})
export type PayoutAccount = z.output<typeof PayoutAccount>

export const PayoutCountry = z.object({
  /** As an ISO code such as `DE`; null until it is chosen. */
  country: z.string().nullable(),
  /** The payout account exists, and keeps its country. */
  isFixed: z.boolean(),
  /** Where creators can be paid and may sell, by name. */
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type PayoutCountry = z.output<typeof PayoutCountry>

/** The revenue of one month in US cents, excluding refunds and lost or open disputes. */
const Month = z.object({
  /** Such as `2026-11`, in UTC. */
  month: z.string(),
  grossInCents: z.int(),
  feeInCents: z.int(),
  netInCents: z.int(),
})

export const Revenue = z.object({
  /** Subscriptions that are paid for the current month. */
  activeSubscribers: z.int(),
  /** The sum of their monthly payments, and how it is split. */
  monthly: Month.omit({ month: true }),
  /** The balance of the payout account; null if Stripe can't be reached. */
  nextPayout: z.object({ amountInCents: z.int() }).nullable(),
  /** The last twelve calendar months, the current one last. */
  months: z.array(Month),
})
export type Revenue = z.output<typeof Revenue>

const PriceChange = z.object({ priceInCents: SubscriptionPriceInCents })

export const creators = {
  status: endpoint({
    method: 'GET',
    path: '/api/creator-status',
    summary: 'Whether the viewer has a paid creator plan',
    access: 'member',
    reply: z.object({ isCreator: z.boolean() }),
  }),
  plan: endpoint({
    method: 'GET',
    path: '/api/creator-subscription',
    summary: 'The viewer’s creator plan, or null if there never was one',
    access: 'member',
    reply: Plan.nullable(),
  }),
  startPlan: endpoint({
    method: 'POST',
    path: '/api/stripe/creator-subscription',
    summary:
      'Creates the creator plan, or resumes an unfinished one; it starts when the payment is confirmed',
    access: 'member',
    limit: 'checkout',
    needsVerifiedEmail: true,
    /** `taxInCents`: on top of the plan's price; missing while prices are without tax. */
    reply: z.object({ clientSecret: z.string(), taxInCents: z.int().optional() }),
  }),
  checkPlan: endpoint({
    method: 'POST',
    path: '/api/creator-subscription/check',
    summary: 'Syncs the creator plan with Stripe, for a page that has just paid',
    access: 'member',
    reply: z.object({ isCreator: z.boolean(), status: SubscriptionStatus.nullable(), paidUntil: PaidUntil }),
  }),
  cancelPlan: endpoint({
    method: 'DELETE',
    path: '/api/creator-subscription/cancel',
    summary:
      'Cancels the creator plan at the end of the paid period, or immediately if that period isn’t paid',
    access: 'member',
    limit: 'billing',
    reply: Plan,
  }),
  resumePlan: endpoint({
    method: 'POST',
    path: '/api/creator-subscription/resume',
    summary: 'Undoes the cancellation of the creator plan',
    access: 'member',
    limit: 'billing',
    reply: Plan,
  }),
  accountStatus: endpoint({
    method: 'GET',
    path: '/api/stripe/connect/account-status',
    summary: 'Whether the viewer’s payout account can receive money; reads Stripe until it can',
    access: 'member',
    reply: PayoutAccount,
  }),
  payoutCountry: endpoint({
    method: 'GET',
    path: '/api/creator/payout-country',
    summary: 'Where the viewer is paid as a creator, and the countries to choose from',
    access: 'member',
    reply: PayoutCountry,
  }),
  setPayoutCountry: endpoint({
    method: 'PUT',
    path: '/api/creator/payout-country',
    summary: 'Chooses the country in which the viewer is paid, before there is a payout account',
    access: 'member',
    limit: 'billing',
    body: z.object({ country: text('Choose a country').regex(/^[A-Z]{2}$/, 'Choose a country') }),
    reply: PayoutCountry,
  }),
  createAccount: endpoint({
    method: 'POST',
    path: '/api/stripe/connect/create-account',
    summary: 'Creates the viewer’s payout account, or returns the existing one',
    access: 'member',
    limit: 'checkout',
    reply: PayoutAccount,
  }),
  createAccountLink: endpoint({
    method: 'POST',
    path: '/api/stripe/connect/create-account-link',
    summary: 'The link to the provider’s page for setting up the payout account',
    access: 'member',
    limit: 'checkout',
    reply: z.object({ url: z.string() }),
  }),
  setupPricing: endpoint({
    method: 'POST',
    path: '/api/creator/setup-pricing',
    summary: 'Sets the monthly price for new subscribers',
    access: 'member',
    limit: 'billing',
    body: PriceChange,
    reply: PriceChange,
  }),
  updatePrice: endpoint({
    method: 'PUT',
    path: '/api/creator/subscription-price',
    summary: 'Changes the monthly price for new subscribers; existing ones keep theirs',
    access: 'member',
    limit: 'billing',
    body: PriceChange,
    reply: PriceChange,
  }),
  revenue: endpoint({
    method: 'GET',
    path: '/api/creator/revenue',
    summary: 'The viewer’s revenue: per month now, and for each of the last twelve months',
    access: 'member',
    reply: Revenue,
  }),
}
