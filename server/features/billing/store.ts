// The rows of plans and subscriptions: which of them live, and the lists of both sides.
import type { ExpressionBuilder } from 'kysely'
import type { CursorPosition } from '#server/db/page.ts'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import { LIVE } from './rules.ts'

/** What Stripe charges every month: a creator plan, or a subscription to a creator. */
export type Kind = 'plan' | 'subscription'
export const TABLES = { plan: 'creatorPlans', subscription: 'subscriptions' } as const

export const liveSubscription = (db: Db, subscriberId: string, creatorId: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriberId', '=', subscriberId)
    .where('creatorId', '=', creatorId)
    .where('status', 'in', LIVE)
    .executeTakeFirst()

/** First what lives: the clocks of two servers may differ, so that the newest is not always the last. */
const liveFirst = (eb: ExpressionBuilder<DB, 'creatorPlans' | 'subscriptions'>) => eb('status', 'in', LIVE)

/** The plan there is, or the newest there was. */
export const latestPlan = (db: Db, userId: string) =>
  db
    .selectFrom('creatorPlans')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy(liveFirst, 'desc')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export type PlanRow = NonNullable<Awaited<ReturnType<typeof latestPlan>>>

const newestFirst = (db: Db, after: CursorPosition, limit: number) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(after.createdAt, after.id)))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)

/** What a person pays or paid for; one row more than `limit`. An attempt that was never paid is no subscription (answer 38). */
export const subscriptionsOf = (db: Db, subscriberId: string, after: CursorPosition, limit: number) =>
  newestFirst(db, after, limit)
    .where('subscriberId', '=', subscriberId)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .execute()

/** Who pays or paid a creator; one row more than `limit`. Attempts that were never paid are nobody's business yet. */
export const subscribersOf = (db: Db, creatorId: string, after: CursorPosition, limit: number) =>
  newestFirst(db, after, limit)
    .where('creatorId', '=', creatorId)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .execute()

export type SubscriptionRow = Awaited<ReturnType<typeof subscriptionsOf>>[number]

/** The subscription of a pair, or the newest there was. */
export const latestSubscription = (db: Db, subscriberId: string, creatorId: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriberId', '=', subscriberId)
    .where('creatorId', '=', creatorId)
    .orderBy(liveFirst, 'desc')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Renewals are not paused for longer: after this a subscription ends, so that nobody is charged for a creator they forgot. */
const LONGEST_PAUSE_MS = 60 * 86_400_000

/**
 * Those that would be renewed although Creator Mode is gone, or the payout account they pay into, and those whose creator
 * could not be paid for two months.
 */
export const subscriptionsToCancel = (db: Db, now: Date) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['s.id', 's.creatorId', 's.status', 's.stripeSubscriptionId'])
    .where('s.status', 'in', LIVE)
    .where('s.endsAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('creator.isCreator', '=', false),
        eb('creator.stripeAccountId', 'is', null),
        eb('creator.stripeAccountId', '<>', eb.ref('s.stripeAccountId')),
        eb('s.pausedFrom', '<', new Date(now.getTime() - LONGEST_PAUSE_MS)),
      ]),
    )

/** Those renewed although their creator can't be paid at present, and those still paused although the creator can be again. */
export const subscriptionsToPauseOrResume = (db: Db) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['s.id', 's.status', 's.stripeSubscriptionId', 's.pausedFrom'])
    .where('s.status', 'in', LIVE)
    .where('s.stripeSubscriptionId', 'is not', null)
    .whereRef('creator.stripeAccountId', '=', 's.stripeAccountId')
    .where((eb) =>
      eb.or([
        eb.and([eb('creator.stripeOnboardingCompleted', '=', false), eb('s.pausedFrom', 'is', null)]),
        eb.and([eb('creator.stripeOnboardingCompleted', '=', true), eb('s.pausedFrom', 'is not', null)]),
      ]),
    )

/** Disputed payments whose share Stripe refused to reverse, or to transfer again once the dispute was won. */
export const unsettledDisputes = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .select(['p.stripeChargeId', 's.stripeSubscriptionId'])
    .where('p.stripeTransferId', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('p.disputeStatus', 'in', ['won', 'prevented']),
          eb('p.stripeReversalId', 'is not', null),
          eb('p.stripeReturnId', 'is', null),
        ]),
        eb.and([
          eb('p.disputeStatus', 'in', ['needs_response', 'under_review', 'lost']),
          eb('p.stripeReversalId', 'is', null),
          eb('p.transferredInCents', '>', eb.ref('p.reversedInCents')),
        ]),
      ]),
    )

/** One that this person pays for. */
export const ownSubscription = (db: Db, subscriberId: string, id: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('subscriberId', '=', subscriberId)
    .executeTakeFirst()

export type OverdueBill = { kind: Kind; stripeSubscriptionId: string }

/** What a person has not paid: their plan first, then subscriptions, none of them with a payment in dispute. */
export async function overdueBillsOf(db: Db, userId: string): Promise<OverdueBill[]> {
  const due = ['past_due', 'unpaid'] as const
  const plans = await db
    .selectFrom('creatorPlans')
    .select('stripeSubscriptionId')
    .where('userId', '=', userId)
    .where('status', 'in', due)
    .execute()
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select('stripeSubscriptionId')
    .where('subscriberId', '=', userId)
    .where('status', 'in', due)
    .where('isDisputed', '=', false)
    .orderBy('createdAt')
    .execute()
  const rows = (kind: Kind, found: { stripeSubscriptionId: string | null }[]) =>
    found.flatMap(({ stripeSubscriptionId: id }) => (id === null ? [] : [{ kind, stripeSubscriptionId: id }]))
  return [...rows('plan', plans), ...rows('subscription', subscriptions)]
}
