// Subscriptions to creators: the offer, payment, the lists of both sides, canceling and resuming.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SUBSCRIPTION_STATUSES } from '../rules/access.ts'
import { Id, Instant, Paging } from '../wire.ts'
import { User } from './users.ts'

/** The query with which Stripe's billing page links back after a card was replaced. */
export const BACK_FROM_BILLING = 'billing=back'

export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES)

/** A monthly price and how it is split; the two shares add up to the price. US cents. */
export const Split = z.object({
  priceInCents: z.int(),
  creatorShareInCents: z.int(),
  platformFeeInCents: z.int(),
  platformFeePercent: z.int(),
})
export type Split = z.output<typeof Split>

/** A creator as shown to a person who may subscribe. */
export const Offer = Split.extend({ creator: User })
export type Offer = z.output<typeof Offer>

/** A subscription as both sides see it. A side whose profile the viewer may not see is null (spec answer 18). */
export const Subscription = z.object({
  id: Id,
  subscriberId: Id.nullable(),
  creatorId: Id.nullable(),
  subscriber: User.nullable(),
  creator: User.nullable(),
  /** The price that the subscriber agreed to. It stays if the creator changes theirs (spec answer 9). */
  priceInCents: z.int(),
  /** The tax on top of it, by the latest invoice; missing if the sale isn't taxed. */
  taxInCents: z.int().optional(),
  status: SubscriptionStatus,
  /** Whether it unlocks premium signals now: paid, or past due within the grace period (spec answer 7). */
  hasAccess: z.boolean(),
  currentPeriodStart: Instant.nullable(),
  currentPeriodEnd: Instant.nullable(),
  /** When it ends; null while it renews. */
  endsAt: Instant.nullable(),
  /** Who ended it; null while it renews. */
  endedBy: z.enum(['subscriber', 'creator', 'payments']).nullable(),
  /** When access ends while a payment is due; null if none is. */
  graceEndsAt: Instant.nullable(),
  /**
   * When access pauses because the creator can't be paid: the end of the paid period. Null while renewals
   * aren't paused.
   */
  pausedFrom: Instant.nullable(),
  /**
   * Whether the current period isn't paid: for about an hour after a renewal, and while a payment is due. Canceling
   * then ends it immediately.
   */
  hasUnpaidInvoice: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Subscription = z.output<typeof Subscription>

/** The end of the paid period; null if there is none, or it isn't paid yet. */
export const PaidUntil = Instant.nullable()
const ToCreator = z.object({ creatorId: Id })
/** The browser confirms the payment with `clientSecret`; the monthly charge is `priceInCents` and the tax on top of it. */
const ClientSecret = z.object({
  clientSecret: z.string(),
  priceInCents: z.int(),
  /** Missing while prices are without tax. */
  taxInCents: z.int().optional(),
})
const OfOne = z.object({ id: Id })

export const billing = {
  status: endpoint({
    method: 'GET',
    path: '/api/subscriptions/status/:id',
    summary: 'Whether the viewer may read the premium signals of this creator as a subscriber',
    access: 'member',
    params: OfOne,
    reply: z.object({ isSubscribed: z.boolean() }),
  }),
  offer: endpoint({
    method: 'GET',
    path: '/api/subscriptions/offer/:id',
    summary: 'The creator’s monthly price and how it is split; fails when the creator can’t take subscribers',
    access: 'member',
    params: OfOne,
    reply: Offer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/subscriptions/create',
    summary: 'Creates a subscription, or resumes an unfinished one; it starts when the payment is confirmed',
    access: 'member',
    limit: 'checkout',
    needsVerifiedEmail: true,
    body: ToCreator,
    reply: ClientSecret,
  }),
  userSubscription: endpoint({
    method: 'POST',
    path: '/api/stripe/user-subscription',
    summary: 'Same as /api/subscriptions/create, with the creator’s name',
    access: 'member',
    limit: 'checkout',
    needsVerifiedEmail: true,
    body: ToCreator,
    reply: ClientSecret.extend({ creatorName: z.string() }),
  }),
  subscribeToCreator: endpoint({
    method: 'POST',
    path: '/api/subscribe/creator',
    summary: 'Same as /api/subscriptions/create',
    access: 'member',
    limit: 'checkout',
    needsVerifiedEmail: true,
    body: ToCreator,
    reply: ClientSecret,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/subscriptions/check',
    summary: 'Syncs a subscription with Stripe, for a page that has just paid',
    access: 'member',
    body: ToCreator,
    reply: z.object({
      isSubscribed: z.boolean(),
      status: SubscriptionStatus.nullable(),
      paidUntil: PaidUntil,
    }),
  }),
  toCreator: endpoint({
    method: 'GET',
    path: '/api/subscriptions/creator/:id',
    summary: 'The viewer’s subscribers, newest first',
    access: 'member',
    params: OfOne,
    query: z.object(Paging),
    reply: z.array(Subscription),
  }),
  ofSubscriber: endpoint({
    method: 'GET',
    path: '/api/subscriptions/subscriber/:id',
    summary: 'The viewer’s own subscriptions, newest first',
    access: 'member',
    params: OfOne,
    query: z.object(Paging),
    reply: z.array(Subscription),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/subscriptions/:id',
    summary:
      'Cancels a subscription at the end of the paid period, or immediately if its current period isn’t paid',
    access: 'member',
    limit: 'billing',
    params: OfOne,
    reply: Subscription,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/subscriptions/:id/resume',
    summary: 'Undoes the cancellation of a subscription that hasn’t ended yet',
    access: 'member',
    limit: 'billing',
    params: OfOne,
    reply: Subscription,
  }),
  portal: endpoint({
    method: 'POST',
    path: '/api/billing-portal',
    summary: 'Opens the viewer’s billing page at the provider: cards, invoices, open payments',
    access: 'member',
    limit: 'checkout',
    reply: z.object({ url: z.string() }),
  }),
  fixPayment: endpoint({
    method: 'POST',
    path: '/api/billing/fix-payment',
    summary: 'Opens the provider’s page to fix a due payment: replace the card, or confirm it with the bank',
    access: 'member',
    limit: 'checkout',
    reply: z.object({ url: z.string() }),
  }),
  payDue: endpoint({
    method: 'POST',
    path: '/api/billing/pay-due',
    summary:
      'Pays the viewer’s newest due invoices with the card that replaced the declined one; once per card',
    access: 'member',
    limit: 'checkout',
    reply: z.object({
      /** The number of successful payments. */
      paid: z.int(),
      /** The number of successful payments for something that isn't active, for example because it just ended. */
      inactive: z.int(),
      /** The number of payments that weren't attempted, because the card is still the declined one. */
      unchanged: z.int(),
      /** The bank's message about a declined card. */
      declined: z.string().nullable(),
      /** Stripe's page for confirming a payment, if the bank requires it. */
      confirmUrl: z.string().nullable(),
    }),
  }),
}
