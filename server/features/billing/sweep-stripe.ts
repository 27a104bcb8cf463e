// Looks after what no event told: events that were never delivered, and rows nobody has asked Stripe about for a day.
import { isDatabaseAway } from '#server/db/open.ts'
import { stripeEventOf } from '#server/adapters/stripe-events.ts'
import { stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { enqueueCancellation, enqueuePauseOrResume } from './enqueue-renewal-changes.ts'
import { receiveEvent, SNAPSHOT_EVENTS } from './receive-event.ts'
import { LIVE } from './rules.ts'
import { subscriptionsToPauseOrResume, TABLES, subscriptionsToCancel, unsettledDisputes } from './store.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import type { SyncNeeds } from './sync-subscription.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An unfinished first payment runs out after 23 hours (https://docs.stripe.com/billing/subscriptions/overview). */
const UNFINISHED_MS = 23 * HOUR_MS
/** Asked about in one round; the next one comes within the hour. */
const ROWS_MAX = 500
/** Stripe delivers again for three days, so older events of the inbox are of no use. */
const EVENTS_KEPT_MS = 60 * DAY_MS
/** Events of the same second as the last look are looked at again. */
const OVERLAP_MS = 10 * 60_000

/**
 * `syncAccount` belongs to the creators' side. What Stripe gave no answer to is first in the next round; what can't be
 * worked off for any other reason waits as long as what could be, so that it is in nobody's way. Throws when the database
 * is away.
 */
export async function sweepStripe(
  deps: SyncNeeds,
  syncAccount: (accountId: string) => Promise<void>,
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.deleteFrom('stripeEvents').where('receivedAt', '<', before(EVENTS_KEPT_MS)).execute()
  for (const table of Object.values(TABLES)) {
    await db
      .updateTable(table)
      .set({ status: 'incomplete_expired', updatedAt: now })
      .where('status', '=', 'incomplete')
      .where('stripeSubscriptionId', 'is', null)
      .where('createdAt', '<', before(UNFINISHED_MS))
      .execute()
    const unseen = await db
      .selectFrom(table)
      .select('stripeSubscriptionId')
      .where('status', 'in', LIVE)
      .where('stripeSubscriptionId', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('checkedAt', '<', before(DAY_MS)),
          // A renewal is near, and is to be charged to the card chosen last; or it is over, and nothing was heard of it.
          eb.and([eb('currentPeriodEnd', '<', before(-2 * HOUR_MS)), eb('checkedAt', '<', before(HOUR_MS))]),
        ]),
      )
      .orderBy('checkedAt')
      .limit(ROWS_MAX)
      .execute()
    for (const { stripeSubscriptionId: id } of unseen) {
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
  for (const { stripeChargeId: charge, stripeSubscriptionId: id } of await unsettledDisputes(db).execute())
    await isAnswered(deps, { charge }, () => syncBillingRecord(deps, id ?? '', charge))
  for (const { id } of await subscriptionsToCancel(db, now).execute()) await enqueueCancellation(db, id)
  for (const { id } of await subscriptionsToPauseOrResume(db).execute()) await enqueuePauseOrResume(db, id)
  await isAnswered(deps, {}, () => readUndelivered(deps))
}

/** Puts the events Stripe could not deliver since the last look into the inbox. */
async function readUndelivered(deps: SyncNeeds): Promise<void> {
  const { db, clock, stripe } = deps
  const now = clock.now()
  const place = await db.selectFrom('stripeEnvironment').select('eventsReadTo').executeTakeFirst()
  if (!place) return
  const from = Math.floor((place.eventsReadTo.getTime() - OVERLAP_MS) / 1000)
  const events = stripe.events.list({
    created: { gte: from },
    delivery_success: false,
    types: [...SNAPSHOT_EVENTS],
    limit: 100,
  })
  for await (const event of events) await receiveEvent(deps, stripeEventOf(event))
  await db.updateTable('stripeEnvironment').set({ eventsReadTo: now }).execute()
}

/** False when Stripe gave no answer. An error that nobody foresaw is the trouble of this one row, and no news of Stripe. */
async function isAnswered(
  { log }: SyncNeeds,
  about: Record<string, string | null>,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (stripeErrorKind(error) === 'unsure') {
      log.warn(
        { ...about, error: stripeErrorMessage(error) },
        'Stripe could not be asked; the next round tries again',
      )
      return false
    }
    if (isDatabaseAway(error)) throw error
    log.error({ ...about, err: error }, 'the hourly look at Stripe could not work this off')
    return true
  }
}
