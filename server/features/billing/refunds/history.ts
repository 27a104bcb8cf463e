// A person's payments and refunds, and the subscriptions that they may withdraw from.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { peopleFor } from '#server/features/users/store.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { refunds as contract, Withdrawal } from '#shared/contracts/refunds.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { nameOf } from '#shared/rules/people.ts'
import { withdrawalEnd } from '#shared/rules/withdrawal.ts'
import { isTooLate, requestView } from './refund-requests.ts'
import { taxFacts, withdrawalFacts, withdrawalTerms } from './withdraw.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** More than four years of one monthly subscription. */
const PAYMENTS_MAX = 50

export async function billingHistory(deps: Needs, viewerId: string): Promise<Wire<typeof contract.history>> {
  const { db, clock } = deps
  const now = clock.now()
  const payments = await db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .leftJoin('withdrawals as w', 'w.subscriptionId', 's.id')
    .selectAll('p')
    .select(['s.creatorId', 's.priceInCents', 's.immediateAccessRequestedAt', 'w.withdrawnAt'])
    .where('s.subscriberId', '=', viewerId)
    .orderBy('p.paidAt', 'desc')
    .limit(PAYMENTS_MAX)
    .execute()
  const ids = [...new Set(payments.map(({ creatorId }) => creatorId))]
  const people = ids.length === 0 ? [] : await peopleFor(deps, viewerId).where('u.id', 'in', ids).execute()
  const names = new Map(people.map((person) => [person.id, nameOf(person)]))
  const made = await db
    .selectFrom('refunds as r')
    .innerJoin('subscriptions as s', 's.id', 'r.subscriptionId')
    .select(['r.stripeInvoiceId', 'r.createdAt', 'r.doneAt', 'r.amountInCents', 'r.cause', 'r.reason'])
    .select('r.taxInCents')
    .where('s.subscriberId', '=', viewerId)
    .where('r.droppedAt', 'is', null)
    .orderBy('r.createdAt')
    .execute()
  const requests = await db
    .selectFrom('refundRequests as r')
    .innerJoin('subscriptions as s', 's.id', 'r.subscriptionId')
    .selectAll('r')
    .where('s.subscriberId', '=', viewerId)
    .execute()
  const requestOf = (payment: (typeof payments)[number]) => {
    const request = requests.find(({ stripeInvoiceId }) => stripeInvoiceId === payment.stripeInvoiceId)
    const newest = payments.find(({ subscriptionId }) => subscriptionId === payment.subscriptionId)
    const mayAsk =
      !request &&
      newest === payment &&
      payment.withdrawnAt === null &&
      payment.disputeStatus === null &&
      payment.refundedInCents < payment.amountInCents &&
      !isTooLate(payment.paidAt, now)
    return { request: request ? requestView(request) : null, mayAsk }
  }
  const bySubscription = Map.groupBy(payments, ({ subscriptionId }) => subscriptionId)
  const withdrawable = [...bySubscription].flatMap(([subscriptionId, own]) => {
    const [{ creatorId, priceInCents, immediateAccessRequestedAt, withdrawnAt }] = own as [
      (typeof own)[number],
    ]
    const terms = withdrawnAt === null ? withdrawalTerms(own, immediateAccessRequestedAt, now) : null
    if (!terms) return []
    const { startedAt, paidTaxInCents, refundTaxInCents, ...sums } = terms
    return {
      ...sums,
      ...taxFacts({ paidTaxInCents, refundTaxInCents }),
      subscriptionId,
      creator: names.get(creatorId) ?? PRIVATE,
      priceInCents,
      startedAt: startedAt.toISOString(),
      lastDay: utcDay(withdrawalEnd(startedAt)),
    }
  })
  const withdrawn = [...bySubscription].filter(([, [first]]) => first?.withdrawnAt)
  const receipts = await Promise.all(withdrawn.map(([id]) => withdrawalView(deps, viewerId, id)))
  return {
    withdrawable,
    withdrawals: receipts.filter((receipt) => receipt !== null),
    payments: payments.map((payment) => ({
      subscriptionId: payment.subscriptionId,
      creator: names.get(payment.creatorId) ?? null,
      paidAt: payment.paidAt.toISOString(),
      periodStart: payment.periodStart.toISOString(),
      periodEnd: payment.periodEnd.toISOString(),
      amountInCents: payment.amountInCents,
      ...(payment.taxInCents > 0 && { taxInCents: payment.taxInCents }),
      refunds: made
        .filter(({ stripeInvoiceId }) => stripeInvoiceId === payment.stripeInvoiceId)
        .map(({ createdAt, doneAt, amountInCents, taxInCents, cause, reason }) => ({
          at: createdAt.toISOString(),
          amountInCents,
          ...(taxInCents > 0 && { taxInCents }),
          cause,
          reason,
          isDone: doneAt !== null,
        })),
      ...requestOf(payment),
    })),
  }
}

const PRIVATE = 'a private profile'

/** The receipt of the viewer's own withdrawal; null if there is none. Names are as the viewer may see them. */
export async function withdrawalView(
  deps: Needs,
  viewerId: string,
  subscriptionId: string,
): Promise<z.input<typeof Withdrawal> | null> {
  const own = await deps.db
    .selectFrom('subscriptions')
    .select('creatorId')
    .where('id', '=', subscriptionId)
    .where('subscriberId', '=', viewerId)
    .executeTakeFirst()
  const facts = own && (await withdrawalFacts(deps.db, subscriptionId))
  if (!facts) return null
  const creator = await peopleFor(deps, viewerId).where('u.id', '=', own.creatorId).executeTakeFirst()
  const { creatorUsername: _, ...rest } = facts
  return { ...rest, subscriptionId, creator: creator ? nameOf(creator) : PRIVATE }
}
