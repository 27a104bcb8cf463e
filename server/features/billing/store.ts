// Queries for plans, subscriptions and payments: the live ones, both sides' lists, and those that the jobs have to
// change.
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { CursorPosition } from '#server/db/page.ts'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { LIVE } from './rules.ts'

export type BillingDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'stripe' | 'log'>

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

/** Live rows come first, because clocks of two servers may differ and the newest row is not always the live one. */
const liveFirst = (eb: ExpressionBuilder<DB, 'creatorPlans' | 'subscriptions'>) => eb('status', 'in', LIVE)

/** A person's live plan, or else their newest one. */
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

/**
 * The subscriptions that a person pays or paid for; up to `limit` + 1 rows. Attempts that were never paid don't count
 * (spec answer 38).
 */
export const subscriptionsOf = (db: Db, subscriberId: string, after: CursorPosition, limit: number) =>
  newestFirst(db, after, limit)
    .where('subscriberId', '=', subscriberId)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .execute()

/** The subscriptions to a creator, current and past; up to `limit` + 1 rows, without attempts that were never paid. */
export const subscribersOf = (db: Db, creatorId: string, after: CursorPosition, limit: number) =>
  newestFirst(db, after, limit)
    .where('creatorId', '=', creatorId)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .execute()

export type SubscriptionRow = Awaited<ReturnType<typeof subscriptionsOf>>[number]

/** A pair's live subscription, or else their newest one. */
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

/** A subscription that is paused for longer is canceled, so that nobody is charged for a creator they forgot. */
const LONGEST_PAUSE_MS = 60 * 86_400_000

/**
 * Subscriptions that would renew although the creator has left Creator Mode or closed the payout account they pay into,
 * and subscriptions that have been paused for too long.
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

/** Live subscriptions where one side has blocked the other. If only the subscriber has, just those that renew. */
export const subscriptionsOfBlocked = (db: Db) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('blocks as b', (join) =>
      join.on((eb) =>
        eb.or([
          eb.and([
            eb('b.blockerId', '=', eb.ref('s.creatorId')),
            eb('b.blockedId', '=', eb.ref('s.subscriberId')),
          ]),
          eb.and([
            eb('b.blockerId', '=', eb.ref('s.subscriberId')),
            eb('b.blockedId', '=', eb.ref('s.creatorId')),
            eb('s.endsAt', 'is', null),
          ]),
        ]),
      ),
    )
    .select('s.id')
    .distinct()
    .where('s.status', 'in', LIVE)

/** Whether a moderator's decision forbids this creator to sell. */
export const mayNotSell = (creatorId: Expression<string>, now: Date) =>
  sql<boolean>`is_restricted(${creatorId}, 'sell', ${now})`

/** Whether selling is paused because the creator hasn't posted a premium signal for a long time. */
export const isSilent = (creatorId: Expression<string>) => sql<boolean>`is_silent(${creatorId})`

/**
 * Subscriptions that renew although their creator can't be paid now, may not sell, is silent or is deleting the
 * account, and paused ones whose creator can be paid again and stays.
 */
export const subscriptionsToPauseOrResume = (db: Db, now: Date) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['s.id', 's.status', 's.stripeSubscriptionId', 's.pausedFrom'])
    .where('s.status', 'in', LIVE)
    .where('s.stripeSubscriptionId', 'is not', null)
    .whereRef('creator.stripeAccountId', '=', 's.stripeAccountId')
    .where((eb) =>
      eb.or([
        eb.and([
          eb.or([
            eb('creator.stripeOnboardingCompleted', '=', false),
            eb('creator.deletionRequestedAt', 'is not', null),
            mayNotSell(eb.ref('creator.id'), now),
            isSilent(eb.ref('creator.id')),
          ]),
          eb('s.pausedFrom', 'is', null),
        ]),
        eb.and([
          eb('creator.stripeOnboardingCompleted', '=', true),
          eb('creator.deletionRequestedAt', 'is', null),
          eb.not(mayNotSell(eb.ref('creator.id'), now)),
          eb.not(isSilent(eb.ref('creator.id'))),
          eb('s.pausedFrom', 'is not', null),
        ]),
      ]),
    )

/** Disputed payments whose transfer Stripe refused to reverse, or to repeat once the dispute was won. */
export const disputesToRetry = (db: Db) =>
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

/**
 * Refunded payments whose share the creator still holds, because Stripe refused to reverse it or it was transferred
 * again after a won dispute. `owedInCents` has the rule.
 */
export const refundedShares = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .selectAll('p')
    .select('s.stripeSubscriptionId')
    .where('p.refundedInCents', '>', 0)
    .where((eb) => eb.or([eb('p.reversalRefused', '=', true), eb('p.stripeReturnId', 'is not', null)]))
    .where(
      sql<boolean>`p.transferred_in_cents - p.reversed_in_cents + p.returned_in_cents
        - (p.fee_in_cents - p.fee_refunded_in_cents)
        > greatest(0, p.amount_in_cents - p.refunded_in_cents - (p.fee_in_cents - p.fee_refunded_in_cents))`,
    )

/** A subscription by id, if this person pays for it. */
export const ownSubscription = (db: Db, subscriberId: string, id: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('subscriberId', '=', subscriberId)
    .executeTakeFirst()

export type OverdueBill = { kind: Kind; stripeSubscriptionId: string }

/** What a person owes: the plan first, then subscriptions without a disputed payment. */
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
