// Calls of administrators. Functions that change other features' data are passed in.
import type { Origin } from '#server/audit/origin.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { accountByName } from '#server/features/auth/store.ts'
import type { ServeStaff } from '#server/http/serve-staff.ts'
import { admin, type AdminPayment } from '#shared/contracts/admin.ts'
import type { OpenRequest, RefundAnswer } from '#shared/contracts/refunds.ts'
import type { z } from 'zod'
import { Problem } from '#shared/problems.ts'
import { failedJobs, retryEvent, retryJob } from './jobs.ts'
import { auditList, emailList, waitlistPage } from './lists.ts'
import { overviewOf } from './overview.ts'

type Refunded = { refundedInCents: number; owedInCents: number }
type Counts = { sent: number; removed: number; registered: number; waiting: number }
type PaymentRow = Omit<z.input<typeof AdminPayment>, 'id' | 'paidAt'> & {
  stripeInvoiceId: string
  paidAt: Date
}

export type AdminActs = {
  /** Throws `operator_address_missing`. */
  inviteWaitlist: (limit: number) => Promise<Counts>
  /** The payments of one person, or of everybody; newest first. */
  payments: (username: string | undefined) => Promise<PaymentRow[]>
  /** Requests that creators didn't answer, with the names that this administrator may see. */
  refundRequests: (viewerId: string) => Promise<z.input<typeof OpenRequest>[]>
  /** Throws `request_not_found`, `request_answered`, `refund_disputed` and `nothing_to_refund`. */
  answerRefundRequest: (id: string, answer: z.output<typeof RefundAnswer>) => Promise<{ isRefunded: boolean }>
  /** Throws `payment_not_found` and `refund_refused`. */
  refund: (payment: string, end: boolean) => Promise<Refunded>
}

const ROWS_MAX = 200

export function adminRoutes(serve: ServeStaff, deps: Deps, acts: AdminActs): void {
  const { db, clock } = deps
  type Act = Omit<Parameters<typeof recordEvent>[2], 'userId'> & { userId?: string | null }
  /** Called before the change, as in the operator's commands. */
  const record = (by: Origin, { userId = null, ...act }: Act) =>
    recordEvent(db, { clock, by }, { userId, ...act })

  async function idOf(username: string) {
    if (username === '') return undefined
    const account = await accountByName(db, username)
    if (!account) throw new Problem('user_not_found')
    return account.id
  }

  serve('administrator', admin.overview, () => overviewOf(db, clock.now()))

  serve('administrator', admin.waitlist, async ({ http: { by } }) => {
    await record(by, { event: 'admin.waitlist' })
    return await waitlistPage(db)
  })

  serve('administrator', admin.invite, async ({ body: { limit }, http: { by } }) => {
    await record(by, { event: 'admin.waitlist', quantity: limit })
    return await acts.inviteWaitlist(limit)
  })

  serve('administrator', admin.payments, async ({ query: { user }, http: { by } }) => {
    const userId = await idOf(user)
    await record(by, { event: 'admin.payments', userId: userId ?? null })
    const rows = (await acts.payments(user || undefined)).slice(0, ROWS_MAX)
    return rows.map(({ stripeInvoiceId, paidAt, ...row }) => ({
      ...row,
      id: stripeInvoiceId,
      paidAt: paidAt.toISOString(),
    }))
  })

  serve('administrator', admin.refund, async ({ viewer, params, body, http: { by } }) => {
    const { reason, end } = body
    const sides = await db
      .selectFrom('payments as p')
      .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
      .select(['s.subscriberId', 's.creatorId'])
      .where('p.stripeInvoiceId', '=', params.id)
      .executeTakeFirst()
    // Administrators can't refund payments that they made or received.
    if (sides && [sides.subscriberId, sides.creatorId].includes(viewer.id)) throw new Problem('own_payment')
    await record(by, {
      event: 'admin.refund',
      userId: sides?.subscriberId ?? null,
      target: params.id,
      reason,
    })
    return await acts.refund(params.id, end)
  })

  serve('administrator', admin.refundRequests, async ({ viewer, http: { by } }) => {
    await record(by, { event: 'admin.payments' })
    return await acts.refundRequests(viewer.id)
  })

  serve(
    'administrator',
    admin.answerRefundRequest,
    async ({ viewer, params: { id }, body, http: { by } }) => {
      const sides = await db
        .selectFrom('refundRequests as r')
        .innerJoin('subscriptions as s', 's.id', 'r.subscriptionId')
        .select(['s.subscriberId', 's.creatorId'])
        .where('r.id', '=', id)
        .executeTakeFirst()
      if (sides && [sides.subscriberId, sides.creatorId].includes(viewer.id)) throw new Problem('own_payment')
      const userId = sides?.subscriberId ?? null
      await record(by, { event: 'admin.refund', userId, target: id, reason: body.answer })
      return await acts.answerRefundRequest(id, body)
    },
  )

  serve('administrator', admin.jobs, () => failedJobs(db))

  serve('administrator', admin.retryJob, async ({ params: { id }, http: { by } }) => {
    await record(by, { event: 'admin.jobs', target: id })
    return { isRetried: await retryJob(db, id) }
  })

  serve('administrator', admin.retryEvent, async ({ params: { id }, http: { by } }) => {
    await record(by, { event: 'admin.jobs', target: id })
    return { isRetried: await retryEvent(db, id) }
  })

  serve('administrator', admin.emails, ({ query: { state } }) => emailList(db, state, clock.now()))

  serve('administrator', admin.audit, async ({ query: { user, event }, http: { by } }) => {
    const userId = await idOf(user)
    await record(by, { event: 'admin.audit', userId: userId ?? null })
    return await auditList(db, { userId, event: event || undefined })
  })
}
