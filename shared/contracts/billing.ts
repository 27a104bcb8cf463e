// Subscriptions of members to creators: the offer, paying, the lists of both sides, ending and keeping one.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SUBSCRIPTION_STATUSES } from '../rules/access.ts'
import { Id, Instant, Paging } from '../wire.ts'
import { User } from './users.ts'

/** In the address of the page that the provider's page leads back to once a card was replaced. */
export const BACK_FROM_BILLING = 'billing=back'

export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES)

/** What a month costs and where the money goes; the two shares add up to the price. All in US cents. */
export const Split = z.object({
  priceInCents: z.int(),
  creatorShareInCents: z.int(),
  platformFeeInCents: z.int(),
  platformFeePercent: z.int(),
})
export type Split = z.output<typeof Split>

/** A creator as somebody who may subscribe sees them. */
export const Offer = Split.extend({ creator: User })
export type Offer = z.output<typeof Offer>

/** A subscription as both of its sides see it. A side whose profile the viewer may not know is null (answer 18). */
export const Subscription = z.object({
  id: Id,
  subscriberId: Id.nullable(),
  creatorId: Id.nullable(),
  subscriber: User.nullable(),
  creator: User.nullable(),
  /** What was agreed to; a later change of the creator's price does not touch it (answer 9). */
  priceInCents: z.int(),
  status: SubscriptionStatus,
  /** Whether it opens premium signals now: paid, or past due within the days of grace (answer 7). */
  hasAccess: z.boolean(),
  currentPeriodStart: Instant.nullable(),
  currentPeriodEnd: Instant.nullable(),
  /** The moment after which it is not renewed any more; null while it renews. */
  endsAt: Instant.nullable(),
  /** Who decided that it ends; null while it renews. */
  endedBy: z.enum(['subscriber', 'creator', 'payments']).nullable(),
  /** The last moment of access while a payment is due; null when none is. */
  graceEndsAt: Instant.nullable(),
  /** Renewals are paused while the creator can't be paid: the end of the last paid period, when access pauses. Else null. */
  pausedFrom: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Subscription = z.output<typeof Subscription>

const ToCreator = z.object({ creatorId: Id })
/** With this the browser confirms the payment; `priceInCents` is what will be charged each month. */
const ClientSecret = z.object({ clientSecret: z.string(), priceInCents: z.int() })
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
    body: ToCreator,
    reply: ClientSecret,
  }),
  userSubscription: endpoint({
    method: 'POST',
    path: '/api/stripe/user-subscription',
    summary: 'Same as /api/subscriptions/create, with the creator’s name',
    access: 'member',
    limit: 'checkout',
    body: ToCreator,
    reply: ClientSecret.extend({ creatorName: z.string() }),
  }),
  subscribeToCreator: endpoint({
    method: 'POST',
    path: '/api/subscribe/creator',
    summary: 'Same as /api/subscriptions/create',
    access: 'member',
    limit: 'checkout',
    body: ToCreator,
    reply: ClientSecret,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/subscriptions/check',
    summary: 'Syncs a subscription with Stripe, for a page that has just paid',
    access: 'member',
    body: ToCreator,
    reply: z.object({ isSubscribed: z.boolean(), status: SubscriptionStatus.nullable() }),
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
    summary: 'Cancels a subscription at the end of the paid period; one that was never paid ends immediately',
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
    summary: 'Pays the viewer’s due invoices with the card that replaced the declined one; once per card',
    access: 'member',
    limit: 'checkout',
    reply: z.object({
      /** How many payments went through. */
      paid: z.int(),
      /** How many were not tried, since the card is still the one that was refused. */
      unchanged: z.int(),
      /** The bank's words about a card that was declined. */
      declined: z.string().nullable(),
      /** The provider's page where a payment is confirmed, when the bank asks for it. */
      confirmUrl: z.string().nullable(),
    }),
  }),
}
