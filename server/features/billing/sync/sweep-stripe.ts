// Hourly job: reads undelivered events, and syncs rows that were not synced for a day.
import { isDatabaseUnavailable } from '#server/db/open.ts'
import { stripeEventOf } from '#server/adapters/stripe-events.ts'
import { stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { enqueueEndOfBlocked } from '../lifecycle/end-blocked.ts'
import { enqueueCancellation, enqueuePauseOrResume } from './enqueue-renewal-changes.ts'
import { enqueueWaitingRefunds } from '../refunds/enqueue-settlement.ts'
import { receiveEvent, SNAPSHOT_EVENTS } from './receive-event.ts'
import { STRIPE_EVENTS_DAYS } from '#shared/limits.ts'
import { LIVE } from '../rules.ts'
import {
  type BillingDeps,
  disputesToRetry,
  refundedShares,
  subscriptionsOfBlocked,
  subscriptionsToCancel,
  subscriptionsToPauseOrResume,
  TABLES,
} from '../store.ts'
import { syncBillingRecord } from './sync-billing-record.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Stripe expires an unpaid first payment after 23 hours (https://docs.stripe.com/billing/subscriptions/overview). */
const UNFINISHED_MS = 23 * HOUR_MS
/** Rows in one round; the next round comes within the hour. */
const ROWS_MAX = 500
/** Each round rereads the last minutes of the previous one, so that no event is missed between two rounds. */
const OVERLAP_MS = 10 * 60_000

/**
 * `syncAccount` comes from the creators feature. A row for which Stripe didn't respond is first in the next round. A
 * row that fails for any other reason waits as long as a synced one, so it blocks no others. Throws when the database
 * is unavailable.
 */
export async function sweepStripe(
  deps: BillingDeps,
  syncAccount: (accountId: string) => Promise<void>,
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .deleteFrom('stripeEvents')
    .where('receivedAt', '<', before(STRIPE_EVENTS_DAYS * DAY_MS))
    .execute()
  for (const table of Object.values(TABLES)) {
    await db
      .updateTable(table)
      .set({ status: 'incomplete_expired', updatedAt: now })
      .where('status', '=', 'incomplete')
      .where('stripeSubscriptionId', 'is', null)
      .where('createdAt', '<', before(UNFINISHED_MS))
      .execute()
    const stale = await db
      .selectFrom(table)
      .select('stripeSubscriptionId')
      .where('status', 'in', LIVE)
      .where('stripeSubscriptionId', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('checkedAt', '<', before(DAY_MS)),
          // Near a renewal the newest card has to be set; after it the webhook may have been lost.
          eb.and([eb('currentPeriodEnd', '<', before(-2 * HOUR_MS)), eb('checkedAt', '<', before(HOUR_MS))]),
        ]),
      )
      .orderBy('checkedAt')
      .limit(ROWS_MAX)
      .execute()
    for (const { stripeSubscriptionId: id } of stale) {
      const about = { subscription: id }
      if (!(await isAnswered(deps, about, () => syncBillingRecord(deps, id ?? '', 'everything')))) continue
      await db
        .updateTable(table)
        .set({ checkedAt: now })
        .where('stripeSubscriptionId', '=', id)
        .where('checkedAt', '<', now)
        .execute()
    }
  }
  const accounts = await db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('stripeAccountId', 'is not', null)
    .where('payoutsCheckedAt', '<', before(DAY_MS))
    .orderBy('payoutsCheckedAt')
    .limit(ROWS_MAX)
    .execute()
  for (const { stripeAccountId: id } of accounts) {
    if (!(await isAnswered(deps, { account: id }, () => syncAccount(id ?? '')))) continue
    await db
      .updateTable('users')
      .set({ payoutsCheckedAt: now })
      .where('stripeAccountId', '=', id)
      .where('payoutsCheckedAt', '<', now)
      .execute()
  }
  for (const { stripeChargeId: charge, stripeSubscriptionId: id } of await disputesToRetry(db).execute())
    await isAnswered(deps, { charge }, () => syncBillingRecord(deps, id ?? '', charge))
  for (const { stripeChargeId: charge, stripeSubscriptionId: id } of await refundedShares(db).execute())
    await isAnswered(deps, { charge }, () => syncBillingRecord(deps, id ?? '', charge))
  for (const { id } of await subscriptionsToCancel(db, now).execute()) await enqueueCancellation(db, id)
  for (const { id } of await subscriptionsToPauseOrResume(db, now).execute())
    await enqueuePauseOrResume(db, id)
  for (const { id } of await subscriptionsOfBlocked(db).execute()) await enqueueEndOfBlocked(db, id)
  await enqueueWaitingRefunds(deps)
  await isAnswered(deps, {}, () => readUndelivered(deps))
}

/** Stores the events that Stripe could not deliver since the last round. */
async function readUndelivered(deps: BillingDeps): Promise<void> {
  const { db, clock, stripe } = deps
  const now = clock.now()
  const cursor = await db.selectFrom('stripeEnvironment').select('eventsReadTo').executeTakeFirst()
  if (!cursor) return
  const from = Math.floor((cursor.eventsReadTo.getTime() - OVERLAP_MS) / 1000)
  const events = stripe.events.list({
    created: { gte: from },
    delivery_success: false,
    types: [...SNAPSHOT_EVENTS],
    limit: 100,
  })
  for await (const event of events) await receiveEvent(deps, stripeEventOf(event))
  await db.updateTable('stripeEnvironment').set({ eventsReadTo: now }).execute()
}

/**
 * False when Stripe didn't respond. An unexpected error is logged and counts as a response, because it isn't Stripe's.
 */
async function isAnswered(
  { log }: BillingDeps,
  about: Record<string, string | null>,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (stripeErrorKind(error) === 'unsure') {
      log.warn(
        { event: 'stripe_call_failed', ...about, error: stripeErrorMessage(error) },
        'Stripe did not respond; the next sweep retries',
      )
      return false
    }
    if (isDatabaseUnavailable(error)) throw error
    log.error({ event: 'stripe_sweep_failed', ...about, err: error }, 'the Stripe sweep failed for one item')
    return true
  }
}
