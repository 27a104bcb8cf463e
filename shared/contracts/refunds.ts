// Withdrawing from a subscription, refunds, and requests for one.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, readable, text } from '../wire.ts'

/** The file with the receipt of a withdrawal. */
export const WITHDRAWAL_PDF_PATH = '/api/subscriptions/:id/withdrawal.pdf'
export const withdrawalPdf = (subscriptionId: string): string =>
  WITHDRAWAL_PDF_PATH.replace(':id', encodeURIComponent(subscriptionId))

export const REFUND_CAUSES = [
  'withdrawal',
  'creator',
  'request',
  'operator',
  'block',
  'leaving',
  'fraud',
  'other',
] as const
export const REFUND_REASON_MAX = 500
export const REFUND_REQUEST_MAX = 1000

/** Money in US cents. */
const Sums = {
  startedAt: Instant,
  paidInCents: z.int(),
  refundInCents: z.int(),
  /** The tax in the payment and in the refund; missing if the sale wasn't taxed. */
  paidTaxInCents: z.int().optional(),
  refundTaxInCents: z.int().optional(),
  /** The used days of the newest paid month. */
  usedDays: z.int(),
  periodDays: z.int(),
  /** Whether the used days are kept, because the payer asked for immediate access. */
  keptUsedDays: z.boolean(),
  /** Whether the bank is already returning a payment. */
  isDisputed: z.boolean(),
}

/** The receipt of a withdrawal. */
export const Withdrawal = z.object({
  ...Sums,
  subscriptionId: Id,
  /** Such as W-2026-00418. */
  number: z.string(),
  withdrawnAt: Instant,
  creator: z.string(),
  name: z.string(),
  email: z.string(),
  priceInCents: z.int(),
})
export type Withdrawal = z.output<typeof Withdrawal>

/** A subscription of the viewer from which they may withdraw now. */
export const Withdrawable = z.object({
  ...Sums,
  subscriptionId: Id,
  creator: z.string(),
  priceInCents: z.int(),
  /** The last day, in UTC, `YYYY-MM-DD`. */
  lastDay: z.string(),
})
export type Withdrawable = z.output<typeof Withdrawable>

export const Refund = z.object({
  at: Instant,
  amountInCents: z.int(),
  /** The tax in the amount; missing if the sale wasn't taxed, and until Stripe has made the refund. */
  taxInCents: z.int().optional(),
  cause: z.enum(REFUND_CAUSES),
  reason: z.string().nullable(),
  /** Whether Stripe has made the refund. */
  isDone: z.boolean(),
})

export const RefundRequest = z.object({
  id: Id,
  text: z.string(),
  createdAt: Instant,
  /** When an administrator decides, if the creator hasn't. */
  escalatesAt: Instant,
  answeredAt: Instant.nullable(),
  isRefunded: z.boolean().nullable(),
  answer: z.string().nullable(),
})
export type RefundRequest = z.output<typeof RefundRequest>

/** A payment that the viewer made. */
export const Payment = z.object({
  subscriptionId: Id,
  /** Null if the viewer may not see the creator. */
  creator: z.string().nullable(),
  paidAt: Instant,
  periodStart: Instant,
  periodEnd: Instant,
  amountInCents: z.int(),
  /** The tax in the amount; missing if the sale wasn't taxed. */
  taxInCents: z.int().optional(),
  refunds: z.array(Refund),
  /** Null if the viewer hasn't asked for a refund. */
  request: RefundRequest.nullable(),
  mayAsk: z.boolean(),
})
export type Payment = z.output<typeof Payment>

const OfSubscription = z.object({ id: Id })

/** The whole payment, or its unused days. */
export const REFUND_PARTS = ['full', 'unused'] as const
const Part = z.enum(REFUND_PARTS, 'part must be full or unused')
const words = (name: string, max: number) =>
  readable(
    text(`${name} is missing`)
      .trim()
      .min(1, `${name} is missing`)
      .max(max, `${name} can have at most ${max} characters`),
    name,
    { hasLines: true },
  )

/** What a creator can refund of a subscriber's newest payment. US cents. */
export const RefundTerms = z.object({
  subscriptionId: Id,
  /** Null if the creator may not see the subscriber. */
  subscriber: z.string().nullable(),
  paidAt: Instant,
  amountInCents: z.int(),
  /** The part that isn't refunded yet, and how much of it the creator would pay. */
  fullInCents: z.int(),
  fullFromPayoutsInCents: z.int(),
  unusedInCents: z.int(),
  unusedFromPayoutsInCents: z.int(),
  unusedDays: z.int(),
  periodDays: z.int(),
  isDisputed: z.boolean(),
})
export type RefundTerms = z.output<typeof RefundTerms>

/** A request as the creator, or an administrator, sees it. */
export const OpenRequest = RefundRequest.pick({
  id: true,
  text: true,
  createdAt: true,
  escalatesAt: true,
}).extend({
  terms: RefundTerms,
  creator: z.string().nullable(),
})
export type OpenRequest = z.output<typeof OpenRequest>

/** `none` declines; then the answer says why. */
export const RefundAnswer = z.object({
  decision: z.enum([...REFUND_PARTS, 'none'], 'decision must be full, unused or none'),
  answer: words('answer', REFUND_REASON_MAX),
})
export const OfRequest = z.object({ id: Id })
export const Answered = z.object({ isRefunded: z.boolean() })

export const refunds = {
  history: endpoint({
    method: 'GET',
    path: '/api/billing/history',
    summary: 'The viewer’s payments with their refunds, newest first, and what they may withdraw from',
    access: 'member',
    reply: z.object({
      withdrawable: z.array(Withdrawable),
      withdrawals: z.array(Withdrawal),
      payments: z.array(Payment),
    }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/subscriptions/:id/withdraw',
    summary:
      'Withdraws from a subscription within 14 days: it ends now and is refunded; a second call returns the same receipt',
    access: 'member',
    limit: 'billing',
    params: OfSubscription,
    reply: Withdrawal,
  }),
  terms: endpoint({
    method: 'GET',
    path: '/api/subscriptions/:id/refund',
    summary: 'What the viewer, as the creator, can refund of a subscriber’s newest payment',
    access: 'member',
    params: OfSubscription,
    reply: RefundTerms,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/subscriptions/:id/refund',
    summary:
      'Refunds a subscriber’s newest payment, as the creator: all of it, or the unused days, which ends the subscription',
    access: 'member',
    limit: 'billing',
    params: OfSubscription,
    body: z.object({
      part: Part,
      reason: words('reason', REFUND_REASON_MAX),
      /** Unused days are refunded only if the subscription ends. */
      end: z.boolean('end must be true or false').default(false),
    }),
    reply: z.object({ refundInCents: z.int() }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/subscriptions/:id/refund-request',
    summary: 'Asks the creator for a refund of the newest payment; after five days administrators decide',
    access: 'member',
    limit: 'billing',
    params: OfSubscription,
    body: z.object({ text: words('text', REFUND_REQUEST_MAX) }),
    reply: RefundRequest,
  }),
  requests: endpoint({
    method: 'GET',
    path: '/api/refund-requests',
    summary: 'Requests for a refund that the viewer, as the creator, hasn’t answered, oldest first',
    access: 'member',
    reply: z.array(OpenRequest),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/refund-requests/:id/answer',
    summary: 'Answers a request for a refund, as the creator',
    access: 'member',
    limit: 'billing',
    params: OfRequest,
    body: RefundAnswer,
    reply: Answered,
  }),
}
