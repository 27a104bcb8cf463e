// Subscriptions to one creator with random lives: months paid, refunded, disputed, missed, canceled, ended, restarted.
import fc from 'fast-check'
import { systemClock } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'

const DAY_MS = 86_400_000
const MONTH_MS = 30 * DAY_MS

const month = fc.record({
  refunded: fc.constantFrom(0, 0, 0, 0, 0.5, 1),
  dispute: fc.constantFrom(null, null, null, null, null, 'won', 'lost', 'needs_response', 'warning_closed'),
  paidAfterMs: fc.constantFrom(0, 3_600_000, 2 * DAY_MS),
})
const life = fc.record({
  /** The time since the end of the earlier subscription, or since the start of the period for the first one. */
  waitMs: fc.integer({ min: 1, max: 150 * 86_400 }).map((seconds) => seconds * 1000),
  price: fc.constantFrom(500, 505, 950, 10_000),
  feePercent: fc.constantFrom(10, 15),
  months: fc.array(month, { minLength: 0, maxLength: 9 }),
  end: fc.constantFrom(
    'renews',
    'renews',
    'canceled',
    'canceled',
    'failed',
    'unpaid',
    'past due',
    'paused',
    'draft',
  ),
  /** How long before the last period's end it was canceled. */
  noticeMs: fc.integer({ min: 0, max: 29 * 86_400 }).map((seconds) => seconds * 1000),
  knowsWhen: fc.boolean(),
  by: fc.constantFrom('subscriber' as const, 'creator' as const),
})
/** Each person's subscriptions to the creator, one after another. */
export const lives = fc.array(fc.array(life, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 9 })
type Life = (typeof lives extends fc.Arbitrary<infer All> ? All : never)[number][number]

/** Stores them as the sync would have. Nobody has a subscription after one that is still live. */
export async function insertLives(
  { db }: Pick<Deps, 'db'>,
  creatorId: string,
  persons: { id: string; lives: Life[] }[],
  now: Date,
): Promise<void> {
  for (const person of persons) {
    let at = now.getTime() - 500 * DAY_MS
    for (const one of person.lives) {
      const start = at + one.waitMs
      if (start >= now.getTime()) break
      const ended = await insertLife(db, creatorId, person.id, one, start, now)
      if (ended === null) break
      at = ended
    }
  }
}

/** Resolves with its end; null if it is still live. */
async function insertLife(
  db: Deps['db'],
  creatorId: string,
  subscriberId: string,
  { price, feePercent, months, end, noticeMs, knowsWhen, by }: Life,
  start: number,
  now: Date,
): Promise<number | null> {
  const id = systemClock.newId()
  const paid = months.filter((_, place) => start + place * MONTH_MS <= now.getTime())
  const until = start + paid.length * MONTH_MS
  const periodStart = (place: number) => start + place * MONTH_MS
  const isCurrent = until > now.getTime()
  const isOver = !isCurrent && (end === 'canceled' || end === 'failed')
  const current = isCurrent || end === 'paused' ? until - MONTH_MS : until
  const endsAt = end === 'canceled' ? until : end === 'failed' && isOver ? until + 7 * DAY_MS : null
  const didEnd = endsAt !== null && endsAt <= now.getTime()
  const canceledAt = end === 'canceled' ? Math.max(start, until - noticeMs) : endsAt
  const isUnpaid = !isCurrent && (end === 'unpaid' || end === 'past due' || (end === 'failed' && !didEnd))
  await db
    .insertInto('subscriptions')
    .values({
      id,
      subscriberId,
      creatorId,
      priceInCents: price,
      feePercent,
      stripeSubscriptionId: `sub_${id}`,
      status:
        paid.length === 0 && end === 'failed'
          ? 'incomplete_expired'
          : didEnd
            ? 'canceled'
            : isUnpaid
              ? end === 'unpaid'
                ? 'unpaid'
                : 'past_due'
              : 'active',
      currentPeriodStart: new Date(current),
      currentPeriodEnd: new Date(current + MONTH_MS),
      hasUnpaidInvoice: !isCurrent && end === 'draft',
      pausedFrom: end === 'paused' ? new Date(until) : null,
      isDisputed: paid.some(({ dispute }) => dispute === 'lost' || dispute === 'needs_response'),
      endsAt: endsAt === null || (!didEnd && end === 'failed') ? null : new Date(endsAt),
      endedBy: endsAt === null || (!didEnd && end === 'failed') ? null : end === 'failed' ? 'payments' : by,
      canceledAt:
        canceledAt !== null && canceledAt <= now.getTime() && knowsWhen ? new Date(canceledAt) : null,
      createdAt: new Date(start - 60_000),
      updatedAt: new Date(Math.min(canceledAt ?? start, now.getTime())),
    })
    .execute()
  for (const [place, { refunded, dispute, paidAfterMs }] of paid.entries()) {
    const feeInCents = Math.floor((price * feePercent + 50) / 100)
    await db
      .insertInto('payments')
      .values({
        stripeInvoiceId: `in_${id}_${place}`,
        stripePaymentIntentId: `pi_${id}_${place}`,
        stripeChargeId: `ch_${id}_${place}`,
        subscriptionId: id,
        amountInCents: price,
        feeInCents,
        refundedInCents: Math.round(price * refunded),
        feeRefundedInCents: Math.round(feeInCents * refunded),
        transferredInCents: price,
        reversedInCents: Math.round(price * refunded),
        disputeStatus: dispute,
        periodStart: new Date(periodStart(place)),
        periodEnd: new Date(periodStart(place + 1)),
        paidAt: new Date(Math.min(periodStart(place) + (place === 0 ? 0 : paidAfterMs), now.getTime())),
      })
      .execute()
  }
  return didEnd ? endsAt : null
}
