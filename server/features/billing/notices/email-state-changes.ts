// Emails the payer of a plan or subscription about a change of its state: confirmed, failed, canceled, resumed, ended.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'
import { WITHDRAWAL_DAYS } from '#shared/rules/consent.ts'
import { isLive, isOverdue, unpaidAccessEndsAt } from '../rules.ts'
import type { Kind } from '../store.ts'
import { emailOnce } from './email-once.ts'

type Trx = Transaction<DB>

const DAY_MS = 86_400_000

/** The state of a plan or subscription before or after a change. */
export type BillState = {
  status: SubscriptionStatus
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  endsAt: Date | null
  endedBy?: 'subscriber' | 'creator' | 'payments' | null
  pausedFrom?: Date | null
  hasUnpaidInvoice: boolean
}

export type Bill = {
  kind: Kind
  id: string
  payerId: string
  /** Null for a plan. */
  creatorId: string | null
  priceInCents: number
  /** On top of the price; null without tax. */
  taxInCents: number | null
  immediateAccessRequestedAt: Date | null
}

const iso = (at: Date | null) => at?.toISOString() ?? null

/** The facts in every email about this bill. */
export async function billFacts(trx: Trx, { id, creatorId, priceInCents, taxInCents }: Bill) {
  const price = { id, priceInCents, ...(taxInCents !== null && { taxInCents }) }
  if (creatorId === null) return { ...price, creator: null }
  const creator = await trx
    .selectFrom('users')
    .select(['username', 'isFormer'])
    .where('id', '=', creatorId)
    .executeTakeFirstOrThrow()
  return { ...price, creator: creator.isFormer ? 'a former member' : creator.username }
}

/** Call this in the transaction that stores the change. Each change is stored once, so its email is queued once. */
export async function emailStateChange(
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  bill: Bill,
  before: BillState,
  after: BillState,
): Promise<void> {
  const now = clock.now()
  const wasPaid = isLive(before.status) && before.status !== 'incomplete'
  const userId = bill.payerId
  const about = () => billFacts(trx, bill)
  const isNew = !wasPaid && (after.status === 'active' || after.status === 'trialing')
  if (isNew) {
    const withdrawUntil = new Date(now.getTime() + WITHDRAWAL_DAYS * DAY_MS).toISOString()
    await emailOnce(trx, clock, {
      userId,
      name: 'subscriptionConfirmed',
      cause: bill.id,
      data: {
        ...(await about()),
        renewsAt: iso(after.currentPeriodEnd) ?? withdrawUntil,
        withdrawUntil,
        asksForAccess: bill.immediateAccessRequestedAt !== null,
        termsOf: await termsOf(trx, bill),
      },
    })
  }
  if (!wasPaid && !isNew) return
  const period = `${bill.id} ${iso(after.currentPeriodStart)}`
  if (after.status === 'past_due' && before.status !== 'past_due') {
    const end = unpaidAccessEndsAt(after, config.pastDueGraceDays)
    const accessUntil = end && end > now ? end.toISOString() : null
    await emailOnce(trx, clock, {
      userId,
      name: 'paymentFailed',
      cause: period,
      data: { ...(await about()), accessUntil },
    })
  }
  const isEnded = !isLive(after.status) || (after.endsAt !== null && after.endsAt <= now)
  if (isEnded) {
    const because = whyEnded(before, after, now)
    if (because !== null && isLive(before.status))
      await emailOnce(trx, clock, {
        userId,
        name: 'accessEnded',
        cause: because === 'unpaid' ? period : `${bill.id} ${iso(after.endsAt)}`,
        data: { ...(await about()), because },
      })
    return
  }
  if (before.endsAt === null && after.endsAt !== null && after.endedBy === 'subscriber')
    await emailOnce(trx, clock, {
      userId,
      name: 'subscriptionCanceled',
      // A person may cancel again after undoing a cancellation.
      cause: `${bill.id} ${now.toISOString()}`,
      data: { ...(await about()), endsAt: after.endsAt.toISOString() },
    })
  if (before.endsAt !== null && after.endsAt === null)
    await emailOnce(trx, clock, {
      userId,
      name: 'cancellationUndone',
      cause: `${bill.id} ${now.toISOString()}`,
      data: { ...(await about()), renewsAt: iso(after.currentPeriodEnd) },
    })
}

/** Queues the email that access has ended because a payment is overdue for longer than the grace period. */
export async function emailUnpaidEnd(
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  bill: Bill,
  { currentPeriodStart }: Pick<BillState, 'currentPeriodStart'>,
): Promise<void> {
  await emailOnce(trx, clock, {
    userId: bill.payerId,
    name: 'accessEnded',
    cause: `${bill.id} ${iso(currentPeriodStart)}`,
    data: { ...(await billFacts(trx, bill)), because: 'unpaid' },
  })
}

/** Whether no paid day was left. Otherwise it ended early because of a withdrawal, which has its own email. */
const hasRunOut = (before: BillState, now: Date): boolean =>
  isOverdue(before) ||
  before.hasUnpaidInvoice ||
  [before.pausedFrom, before.endsAt].some((end) => end && end <= now)

/** Null if another email covers it: about a refund, a dispute, a pause or a deleted account. */
function whyEnded(before: BillState, after: BillState, now: Date): 'canceled' | 'unpaid' | 'creator' | null {
  if (after.endedBy === 'subscriber') return hasRunOut(before, now) ? 'canceled' : null
  if (before.pausedFrom) return null
  if (isOverdue(before) || isOverdue(after)) return 'unpaid'
  return after.endedBy === 'creator' ? 'creator' : null
}

/** The date of the terms that the payer agreed to; null if unknown. */
async function termsOf(trx: Trx, { kind, id }: Bill): Promise<string | null> {
  const agreed = await trx
    .selectFrom('consents as c')
    .innerJoin('legalTexts as t', 't.hash', 'c.textHash')
    .select('t.updated')
    .where(kind === 'plan' ? 'c.planId' : 'c.subscriptionId', '=', id)
    .where('c.kind', '=', 'terms')
    .orderBy('c.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return agreed === undefined ? null : new Date(agreed.updated).toISOString()
}
