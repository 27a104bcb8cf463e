// A creator's business: subscribers, monthly recurring revenue, churn and reasons. docs/money.md has the definitions.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CANCEL_REASONS } from '../rules/cancel-reasons.ts'
import { readable, text, Id, Instant, Paging } from '../wire.ts'
import { PAYOUT_STATES } from './creators.ts'
import { Author } from './users.ts'

/** The file with all subscribers. */
export const SUBSCRIBERS_CSV_PATH = '/api/studio/subscribers.csv'
export const CANCEL_WORDS_MAX = 280

/** `renewing` is what monthly recurring revenue counts; the order is that of precedence. */
export const SUBSCRIBER_STATES = ['ended', 'ending', 'due', 'paused', 'refunded', 'renewing'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

/** Monthly prices and how they are split. US cents. */
const Monthly = z.object({ grossInCents: z.int(), feeInCents: z.int(), netInCents: z.int() })

/** Counts of a period. `atStart + started + returned - left` is `atEnd`. */
const Counts = z.object({
  atStart: z.int(),
  /** People who subscribed for the first time. */
  started: z.int(),
  /** People who subscribed again after an earlier subscription had ended. */
  returned: z.int(),
  left: z.int(),
  /** Of those at the start, how many left in the period. */
  lost: z.int(),
  atEnd: z.int(),
})

/** A ratio, and its 95 % confidence interval (Wilson). */
const Churn = z.object({ rate: z.number(), low: z.number(), high: z.number() })

const StudioMonth = Counts.extend({
  /** Such as `2026-11`, in UTC. */
  month: z.string(),
  /** Monthly recurring revenue at the end of the month, or now. */
  recurring: Monthly,
  /** What was received in the month, less refunds and disputes. */
  received: Monthly,
  /** Null without subscribers at the start. */
  churn: Churn.nullable(),
})

export const Studio = z.object({
  asOf: Instant,
  /** Subscriptions now, by state; all but `ended` add up to the subscribers. */
  states: z.record(z.enum(SUBSCRIBER_STATES), z.int()),
  recurring: Monthly,
  last30Days: Counts.extend({ churn: Churn.nullable() }),
  /** Twelve, the current one last. */
  months: z.array(StudioMonth),
  reasons: z.object({
    /** Cancellations by subscribers in the last twelve months. */
    canceled: z.int(),
    /** Answers of the last twelve months in full groups of five, so that no single answer can be identified. */
    answers: z.int(),
    counts: z.array(z.object({ reason: z.enum(CANCEL_REASONS), count: z.int() })),
    /** What some wrote, in no particular order. */
    words: z.array(z.string()),
  }),
  /**
   * The newest six, newest first, as the provider last reported them. `amount` is in the smallest unit of `currency`.
   */
  payouts: z.array(
    z.object({
      amount: z.int(),
      currency: z.string(),
      status: z.enum(PAYOUT_STATES),
      arrivesAt: Instant,
    }),
  ),
})
export type Studio = z.output<typeof Studio>
export type StudioMonth = z.output<typeof StudioMonth>

/** A subscription to the viewer. */
export const Subscriber = z.object({
  id: Id,
  /** Null for a former member, and for a person whom the viewer may not see. */
  person: Author.nullable(),
  isFormer: z.boolean(),
  /** The first payment. */
  since: Instant,
  priceInCents: z.int(),
  state: z.enum(SUBSCRIBER_STATES),
  /** When it ended or will end. */
  endsAt: Instant.nullable(),
  /** Paid so far, refunds taken off, and how much was refunded. US cents. */
  paidInCents: z.int(),
  refundedInCents: z.int(),
})
export type Subscriber = z.output<typeof Subscriber>

export const SUBSCRIBER_FILTERS = ['all', 'current', 'ended'] as const
export type SubscriberFilter = (typeof SUBSCRIBER_FILTERS)[number]

export const CancelReason = z.object({
  reason: z.enum(CANCEL_REASONS, 'reason must be one of the list'),
  text: readable(
    text('text is missing')
      .trim()
      .max(CANCEL_WORDS_MAX, `text can have at most ${CANCEL_WORDS_MAX} characters`),
    'text',
    { hasLines: true },
  ).default(''),
})

export const studio = {
  overview: endpoint({
    method: 'GET',
    path: '/api/studio',
    summary:
      'The viewer’s subscribers and revenue as a creator: now, in the last 30 days, and in each of 12 months',
    access: 'member',
    reply: Studio,
  }),
  subscribers: endpoint({
    method: 'GET',
    path: '/api/studio/subscribers',
    summary: 'The viewer’s subscribers with what they have paid, newest first',
    access: 'member',
    query: z.object({
      ...Paging,
      show: z.enum(SUBSCRIBER_FILTERS, 'show must be all, current or ended').default('all'),
      search: text('search is missing').trim().max(100, 'search can have at most 100 characters').default(''),
    }),
    reply: z.array(Subscriber),
  }),
  balance: endpoint({
    method: 'GET',
    path: '/api/stripe/connect/balance',
    summary: 'The balance of the viewer’s payout account, as the provider knows it now',
    access: 'member',
    reply: z.object({
      hasAccount: z.boolean(),
      /** What the next payout sends, and what isn't cleared yet. US cents; null if it isn't known. */
      availableInCents: z.int().nullable(),
      pendingInCents: z.int().nullable(),
    }),
  }),
  dashboardLink: endpoint({
    method: 'POST',
    path: '/api/stripe/connect/dashboard-link',
    summary: 'The link to the provider’s page with the viewer’s payouts, fees and statements; it works once',
    access: 'member',
    limit: 'checkout',
    reply: z.object({ url: z.string() }),
  }),
  cancelReason: endpoint({
    method: 'PUT',
    path: '/api/subscriptions/:id/cancel-reason',
    summary:
      'Answers why the viewer canceled a subscription; the creator sees it without a name, with others’ answers',
    access: 'member',
    limit: 'billing',
    params: z.object({ id: Id }),
    body: CancelReason,
    reply: z.object({ reason: z.enum(CANCEL_REASONS) }),
  }),
}
