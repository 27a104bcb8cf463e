// Looks after what no event told: events that were never delivered, and rows nobody has asked Stripe about for a day.
import { stripeFault, stripeWords, noticeOf } from '#server/outside/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { endSubscriptionsTo } from './end-subscription.ts'
import { receiveEvent, SNAPSHOT_EVENTS } from './receive-event.ts'
import { LIVE } from './rules.ts'
import { TABLES, unserved } from './store.ts'
import { syncBill } from './sync-bill.ts'
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

/** `syncAccount` belongs to the creators' side. What Stripe can't be asked about now waits for the next round. */
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
          // A period is over and nothing was heard of it.
          eb.and([eb('currentPeriodEnd', '<', before(2 * HOUR_MS)), eb('checkedAt', '<', before(HOUR_MS))]),
        ]),
      )
      .orderBy('checkedAt')
      .limit(ROWS_MAX)
      .execute()
    for (const { stripeSubscriptionId } of unseen)
      await quietly(deps, async () => void (await syncBill(deps, stripeSubscriptionId ?? '', 'everything')))
  }
  const accounts = await db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('stripeAccountId', 'is not', null)
    .where('payoutsCheckedAt', '<', before(DAY_MS))
    .orderBy('payoutsCheckedAt')
    .limit(ROWS_MAX)
    .execute()
  for (const { stripeAccountId } of accounts) await quietly(deps, () => syncAccount(stripeAccountId ?? ''))
  for (const creatorId of new Set((await unserved(db).execute()).map((row) => row.creatorId)))
    await quietly(deps, () => endSubscriptionsTo(deps, creatorId))
  await quietly(deps, () => readUndelivered(deps))
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
  for await (const event of events) await receiveEvent(deps, noticeOf(event))
  await db.updateTable('stripeEnvironment').set({ eventsReadTo: now }).execute()
}

async function quietly({ log }: SyncNeeds, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (stripeFault(error) === null && !(error instanceof Problem)) throw error
    log.warn({ error: stripeWords(error) }, 'Stripe could not be asked; the next round tries again')
  }
}
