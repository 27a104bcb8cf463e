// A person's withdrawals, refunds, requests for one and answers why they canceled, as parts of their data export.
import { sql } from 'kysely'
import { section } from './section.ts'

export const REFUND_SECTIONS = [
  section(
    'withdrawals',
    'contracts from which you withdrew.',
    'subscriptionId number withdrawnAt startedAt paidInCents refundInCents paidTaxInCents refundTaxInCents usedDays periodDays keptUsedDays isDisputed settledAt',
    'withdrawnAt subscriptionId',
    (id) =>
      sql`(select w.* from withdrawals w join subscriptions s on s.id = w.subscription_id
        where s.subscriber_id = ${id}) as rows`,
  ),
  section(
    'refunds',
    'refunds of payments for subscriptions, to you and from you.',
    'subscriptionId side cause amountInCents taxInCents reason createdAt doneAt',
    'createdAt subscriptionId',
    (id) =>
      sql`(select r.*, case when s.subscriber_id = ${id} then 'to you' else 'from you' end as side
        from refunds r join subscriptions s on s.id = r.subscription_id
        where ${id} in (s.subscriber_id, s.creator_id) and r.dropped_at is null) as rows`,
  ),
  section(
    'refund-requests',
    'requests for a refund, by you and to you.',
    'subscriptionId side text createdAt answeredAt answeredBy isRefunded answer',
    'createdAt subscriptionId',
    (id) =>
      sql`(select r.*, case when s.subscriber_id = ${id} then 'by you' else 'to you' end as side
        from refund_requests r join subscriptions s on s.id = r.subscription_id
        where ${id} in (s.subscriber_id, s.creator_id)) as rows`,
  ),
  section(
    'cancel-reasons',
    'why you canceled subscriptions, where you answered.',
    'subscriptionId reason text answeredAt',
    'answeredAt subscriptionId',
    (id) =>
      sql`(select r.* from cancel_reasons r join subscriptions s on s.id = r.subscription_id
        where s.subscriber_id = ${id}) as rows`,
  ),
]
