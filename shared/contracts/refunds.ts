// Withdrawing from a subscription, refunds, and requests for one.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'

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
  /** Of the newest paid month. */
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
  cause: z.enum(REFUND_CAUSES),
  reason: z.string().nullable(),
  /** Whether Stripe has made it. */
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
  refunds: z.array(Refund),
  /** Null if the viewer hasn't asked for a refund. */
  request: RefundRequest.nullable(),
  mayAsk: z.boolean(),
})
export type Payment = z.output<typeof Payment>

const OfSubscription = z.object({ id: Id })

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
}
