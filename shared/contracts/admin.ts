// What administrators read and do: figures of the day, the waitlist, payments, jobs, webhook events, emails and the audit log.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Answered, OfRequest, OpenRequest, RefundAnswer } from './refunds.ts'
import { ACT_REASON_MAX, INVITE_MAX } from '../limits.ts'
import { Id, Instant, text } from '../wire.ts'

export const ActReason = text('Say why')
  .trim()
  .min(1, 'Say why')
  .max(ACT_REASON_MAX, `At most ${ACT_REASON_MAX} characters`)

/** Figures since midnight in New York, unless noted otherwise. Money in US cents. */
export const Overview = z.object({
  at: Instant,
  newPeople: z.int(),
  /** On the same day a week earlier, up to the same time. */
  newPeopleWeekBefore: z.int(),
  people: z.int(),
  signals: z.int(),
  /** All entries of the public log. */
  logSize: z.int(),
  payments: z.int(),
  paidInCents: z.int(),
  refunds: z.int(),
  refundedInCents: z.int(),
  /** Open now. */
  disputes: z.int(),
  emailsSent: z.int(),
  /** All addresses that have bounced or complained. */
  emailsSuppressed: z.int(),
  emailsWaiting: z.int(),
  failedJobs: z.int(),
  oldestFailedAt: Instant.nullable(),
  waitingEvents: z.int(),
  openCases: z.int(),
  lateCases: z.int(),
  waitlist: z.int(),
})
export type Overview = z.output<typeof Overview>

export const WaitlistPage = z.object({
  /** The oldest 200 without an invitation. */
  waiting: z.array(z.object({ id: Id, email: z.string(), createdAt: Instant })),
  total: z.int(),
  invited: z.int(),
})
export const InviteCounts = z.object({
  sent: z.int(),
  removed: z.int(),
  registered: z.int(),
  waiting: z.int(),
})

export const AdminPayment = z.object({
  /** The invoice's id at the payment provider. */
  id: z.string(),
  subscriber: z.string(),
  creator: z.string(),
  amountInCents: z.int(),
  refundedInCents: z.int(),
  refundFailedInCents: z.int(),
  disputeStatus: z.string().nullable(),
  paidAt: Instant,
})
export type AdminPayment = z.output<typeof AdminPayment>

export const FailedJob = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.int(),
  attemptsMax: z.int(),
  /** The first line of the last error. */
  error: z.string(),
  createdAt: Instant,
  /** The time of the next automatic retry; null if there is none. */
  nextAt: Instant.nullable(),
})
export type FailedJob = z.output<typeof FailedJob>

export const WaitingEvent = z.object({ id: z.string(), type: z.string(), receivedAt: Instant })
export type WaitingEvent = z.output<typeof WaitingEvent>

export const EMAIL_STATES = ['sent', 'waiting', 'refused', 'expired'] as const
export const AdminEmail = z.object({
  id: Id,
  template: z.string(),
  /** With most of the name masked, such as "m…@example.com". */
  recipient: z.string(),
  state: z.enum(EMAIL_STATES),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type AdminEmail = z.output<typeof AdminEmail>

export const AuditEntry = z.object({
  id: Id,
  createdAt: Instant,
  event: z.string(),
  /** The username of a person, or who acted instead: visitor, operator or system. */
  actor: z.string(),
  /** The account that it is about. */
  person: z.string().nullable(),
  target: z.string().nullable(),
  quantity: z.int().nullable(),
  reason: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const ExternalId = z.string().regex(/^\w{1,100}$/, 'Not a valid id')

export const admin = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/overview',
    summary: 'The figures of the day; for administrators',
    access: 'member',
    reply: Overview,
  }),
  waitlist: endpoint({
    method: 'GET',
    path: '/api/admin/waitlist',
    summary: 'The waitlist, oldest first; for administrators',
    access: 'member',
    reply: WaitlistPage,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/waitlist/invitations',
    summary: 'Emails the longest waiting that they can register, once each; for administrators',
    access: 'member',
    body: z.object({
      limit: z
        .int('limit must be a whole number')
        .min(1, 'At least 1')
        .max(INVITE_MAX, `At most ${INVITE_MAX}`),
    }),
    reply: InviteCounts,
  }),
  payments: endpoint({
    method: 'GET',
    path: '/api/admin/payments',
    summary: 'The last 200 payments, of one person or of everybody, newest first; for administrators',
    access: 'member',
    query: z.object({ user: text('user is missing').trim().max(30, 'user is too long').default('') }),
    reply: z.array(AdminPayment),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/payments/:id/refunds',
    summary: 'Refunds a payment in full; with `end` its subscription ends at once; for administrators',
    access: 'member',
    params: z.object({ id: ExternalId }),
    body: z.object({ reason: ActReason, end: z.boolean('end must be true or false').default(false) }),
    reply: z.object({ refundedInCents: z.int(), owedInCents: z.int() }),
  }),
  refundRequests: endpoint({
    method: 'GET',
    path: '/api/admin/refund-requests',
    summary: 'Requests for a refund that creators left open for five days, oldest first; for administrators',
    access: 'member',
    reply: z.array(OpenRequest),
  }),
  answerRefundRequest: endpoint({
    method: 'POST',
    path: '/api/admin/refund-requests/:id/answer',
    summary: 'Answers such a request; for administrators',
    access: 'member',
    params: OfRequest,
    body: RefundAnswer,
    reply: Answered,
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/api/admin/jobs',
    summary: 'Jobs that failed at least once, and payment events that wait; for administrators',
    access: 'member',
    reply: z.object({ jobs: z.array(FailedJob), events: z.array(WaitingEvent) }),
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/:id/retries',
    summary: 'Runs a failed job again, with all its attempts; for administrators',
    access: 'member',
    params: z.object({ id: z.string().regex(/^\d{1,19}$/, 'Not a valid id') }),
    reply: z.object({ isRetried: z.boolean() }),
  }),
  retryEvent: endpoint({
    method: 'POST',
    path: '/api/admin/events/:id/retries',
    summary: 'Processes a stored payment event again; for administrators',
    access: 'member',
    params: z.object({ id: ExternalId }),
    reply: z.object({ isRetried: z.boolean() }),
  }),
  emails: endpoint({
    method: 'GET',
    path: '/api/admin/emails',
    summary: 'The last 200 emails with their states, newest first; for administrators',
    access: 'member',
    query: z.object({
      state: z
        .enum([...EMAIL_STATES, 'all'], 'state must be all, sent, waiting, refused or expired')
        .default('all'),
    }),
    reply: z.array(AdminEmail),
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'The audit log, newest first, at most 200 entries; for administrators',
    access: 'member',
    query: z.object({
      user: text('user is missing').trim().max(30, 'user is too long').default(''),
      event: text('event is missing')
        .trim()
        .regex(/^[\w.-]{0,60}$/, 'Not an event')
        .default(''),
    }),
    reply: z.array(AuditEntry),
  }),
}
