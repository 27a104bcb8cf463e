// The life cycles of the subscriptions to a creator: when each began, was canceled and ended, and its current state.
import { type RawBuilder, sql } from 'kysely'

/** `graceDays`: for how many days an unpaid renewal still gives access. */
export type Studio = { creatorId: string; now: Date; graceDays: number }

/** Whether a payment counts as revenue: it isn't fully refunded and has no open or lost dispute. `p`: its row. */
export const COUNTS = sql<boolean>`((p.refunded_in_cents < p.amount_in_cents or p.amount_in_cents = 0)
  and (p.dispute_status is null or p.dispute_status in ('won', 'prevented') or p.dispute_status like 'warning\\_%'))`

/**
 * A subquery. `started_at`: the first payment. `over_at`: the end, if it has ended. `canceled_at`: the time of the
 * cancellation or, in rows from before that was stored, of the last change. `is_open`: the current month isn't paid yet
 * but may still be, as in the hour after a renewal. `only` narrows the rows of `subscriptions s`. Attempts that were
 * never paid are left out.
 */
export const livesOf = (
  { creatorId, now, graceDays }: Studio,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(
  select l.*, case
      when over_at is not null then 'ended'
      when canceled_at is not null then 'ending'
      when status in ('past_due', 'unpaid') then 'due'
      when paused_from is not null then 'paused'
      when is_disputed or not (is_open or is_paid) then 'refunded'
      else 'renewing' end as state
  from (
    select s.id, s.subscriber_id, s.price_in_cents, s.fee_percent, s.status, s.paused_from, s.is_disputed, s.ends_at,
      s.ended_by, s.created_at, coalesce(p.first_paid_at, s.created_at) as started_at,
      coalesce(p.paid, 0)::int as paid_in_cents, coalesce(p.refunded, 0)::int as refunded_in_cents,
      case when s.status = 'canceled' then least(coalesce(s.ends_at, s.updated_at), ${now})
           when s.ends_at <= ${now} then s.ends_at
           when s.status = 'unpaid' then least(p.paid_until + make_interval(days => ${graceDays}), ${now}) end as over_at,
      case when s.status = 'canceled' or s.ends_at is not null
           then least(coalesce(s.canceled_at, s.updated_at), s.ends_at, ${now}) end as canceled_at,
      s.status = 'active' and (s.has_unpaid_invoice or p.payments = 0 or s.current_period_end < ${now}) as is_open,
      case when p.payments = 0 then s.created_at when s.has_unpaid_invoice then s.current_period_start
           else s.current_period_end end as open_from,
      coalesce(p.is_paid, false) as is_paid
    from subscriptions s cross join lateral (
      select count(*) as payments, min(p.paid_at) as first_paid_at, max(p.period_end) as paid_until,
        sum(p.amount_in_cents) as paid, sum(p.refunded_in_cents) as refunded,
        bool_or(p.period_start <= ${now} and p.period_end > ${now} and ${COUNTS}) as is_paid
      from payments p where p.subscription_id = s.id) p
    where s.creator_id = ${creatorId} and s.status not in ('incomplete', 'incomplete_expired')
      and (p.payments > 0 or s.status = 'active') and ${only}) l)`
