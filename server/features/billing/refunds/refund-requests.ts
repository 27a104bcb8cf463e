// Requests for a refund: made by the payer, answered by the creator, or after five days by an administrator.
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { RefundRequests } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { peopleFor } from '#server/features/users/store.ts'
import type { OpenRequest, RefundAnswer, RefundRequest } from '#shared/contracts/refunds.ts'
import { Problem } from '#shared/problems.ts'
import { nameOf } from '#shared/rules/people.ts'
import { leftOf } from './refund-store.ts'
import { lockSubscription, newestPayment, planPart, refundTerms } from './refund-terms.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

const DAY_MS = 86_400_000
/** How many days a creator has before administrators see a request. */
const CREATOR_DAYS = 5
/** For how many days after a payment a refund can be requested. */
export const ASK_DAYS = 60
const LIST_MAX = 200

const escalatesAt = (createdAt: Date) => new Date(createdAt.getTime() + CREATOR_DAYS * DAY_MS)
export const isTooLate = (paidAt: Date, now: Date): boolean =>
  now.getTime() > paidAt.getTime() + ASK_DAYS * DAY_MS

export const requestView = (row: Selectable<RefundRequests>): z.input<typeof RefundRequest> => ({
  id: row.id,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  escalatesAt: escalatesAt(row.createdAt).toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  isRefunded: row.isRefunded,
  answer: row.answer,
})

/**
 * Requests a refund, once for each payment. The creator gets an email. Throws `subscription_not_found`, `refund_asked`,
 * `refund_too_late`, `refund_disputed` and `nothing_to_refund`.
 */
export async function askForRefund(
  { db, clock }: Needs,
  viewerId: string,
  subscriptionId: string,
  text: string,
): Promise<z.input<typeof RefundRequest>> {
  return await db.transaction().execute(async (trx) => {
    const row = await lockSubscription(trx, subscriptionId)
    const payment = row?.subscriberId === viewerId ? await newestPayment(trx, subscriptionId) : undefined
    if (!row || !payment) throw new Problem('subscription_not_found')
    const now = clock.now()
    if (isTooLate(payment.paidAt, now)) throw new Problem('refund_too_late')
    if (payment.disputeStatus !== null) throw new Problem('refund_disputed')
    if ((await leftOf(trx, payment.stripeInvoiceId)) === 0) throw new Problem('nothing_to_refund')
    const asked = await trx
      .insertInto('refundRequests')
      .values({
        id: clock.newId(),
        subscriptionId,
        stripeInvoiceId: payment.stripeInvoiceId,
        text,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('stripeInvoiceId').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!asked) throw new Problem('refund_asked')
    const creator = await trx
      .selectFrom('users')
      .select(['email', 'isFormer'])
      .where('id', '=', row.creatorId)
      .executeTakeFirstOrThrow()
    if (!creator.isFormer) {
      const data = { text, amountInCents: payment.amountInCents, until: escalatesAt(now).toISOString() }
      await queueEmail(trx, clock, { id: asked.id, name: 'refundAsked', to: creator.email, data })
    }
    return requestView(asked)
  })
}

/**
 * `creatorId`: requests to this creator; null: requests that creators didn't answer in time. Requests with nothing left
 * to refund are left out.
 */
export async function openRequests(
  deps: Needs,
  viewerId: string,
  creatorId: string | null,
): Promise<z.input<typeof OpenRequest>[]> {
  const { db, clock } = deps
  const rows = await db
    .selectFrom('refundRequests as r')
    .innerJoin('subscriptions as s', 's.id', 'r.subscriptionId')
    .innerJoin('payments as p', 'p.stripeInvoiceId', 'r.stripeInvoiceId')
    .selectAll('r')
    .select('s.creatorId')
    .where('r.answeredAt', 'is', null)
    .whereRef('p.refundedInCents', '<', 'p.amountInCents')
    .$if(creatorId !== null, (query) => query.where('s.creatorId', '=', creatorId ?? ''))
    .$if(creatorId === null, (query) =>
      query.where('r.createdAt', '<=', new Date(clock.now().getTime() - CREATOR_DAYS * DAY_MS)),
    )
    .orderBy('r.createdAt')
    .limit(LIST_MAX)
    .execute()
  const ids = [...new Set(rows.map((row) => row.creatorId))]
  const people = ids.length === 0 ? [] : await peopleFor(deps, viewerId).where('u.id', 'in', ids).execute()
  const names = new Map(people.map((person) => [person.id, nameOf(person)]))
  return await Promise.all(
    rows.map(async (row) => {
      const { id, text, createdAt, escalatesAt: until } = requestView(row)
      const terms = await refundTerms(deps, viewerId, row.subscriptionId)
      return { id, text, createdAt, escalatesAt: until, terms, creator: names.get(row.creatorId) ?? null }
    }),
  )
}

type Answer = z.output<typeof RefundAnswer>

/**
 * Answers a request, once: plans a refund, or emails the reason to the payer. `creatorId`: the answer is this
 * creator's; null: it is an administrator's, and only for a request that the creator didn't answer in time. Throws
 * `request_not_found`, `request_answered`, and what `planPart` throws.
 */
export async function answerRequest(
  { db, clock }: Needs,
  creatorId: string | null,
  requestId: string,
  { decision, answer }: Answer,
): Promise<{ isRefunded: boolean }> {
  return await db.transaction().execute(async (trx) => {
    const request = await trx
      .selectFrom('refundRequests')
      .selectAll()
      .where('id', '=', requestId)
      .executeTakeFirst()
    const row = request && (await lockSubscription(trx, request.subscriptionId))
    const now = clock.now()
    const isTheirs =
      creatorId === null ? request && escalatesAt(request.createdAt) <= now : row?.creatorId === creatorId
    if (!row || !isTheirs) throw new Problem('request_not_found')
    const isRefunded = decision !== 'none'
    const closed = await trx
      .updateTable('refundRequests')
      .set({ answeredAt: now, answeredBy: creatorId === null ? 'operator' : 'creator', isRefunded, answer })
      .where('id', '=', requestId)
      .where('answeredAt', 'is', null)
      .returning('stripeInvoiceId')
      .executeTakeFirst()
    if (!closed) throw new Problem('request_answered')
    if (decision !== 'none') {
      const payment = await trx
        .selectFrom('payments')
        .selectAll()
        .where('stripeInvoiceId', '=', closed.stripeInvoiceId)
        .executeTakeFirstOrThrow()
      const cause = creatorId === null ? ('operator' as const) : ('request' as const)
      await planPart(trx, clock, payment, { part: decision, cause, reason: answer, end: false })
      return { isRefunded }
    }
    const payer = await trx
      .selectFrom('users')
      .select(['email', 'isFormer'])
      .where('id', '=', row.subscriberId)
      .executeTakeFirstOrThrow()
    const by = creatorId === null ? ('us' as const) : ('creator' as const)
    if (!payer.isFormer)
      await queueEmail(trx, clock, { name: 'refundDeclined', to: payer.email, data: { answer, by } })
    return { isRefunded }
  })
}
