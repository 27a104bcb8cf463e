// Routes of withdrawals and refunds.
import type { FastifyInstance } from 'fastify'
import { renderPdf } from '#server/adapters/render-pdf.ts'
import { stripeErrorMessage, withTimeout } from '#server/adapters/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { requireMember, type Serve } from '#server/http/serve.ts'
import { viewerOf } from '#server/http/session.ts'
import { refunds, WITHDRAWAL_PDF_PATH } from '#shared/contracts/refunds.ts'
import { withdrawalDocument } from '#shared/emails/refunds.ts'
import { Problem } from '#shared/problems.ts'
import { Id } from '#shared/wire.ts'
import { billingHistory, withdrawalView } from './history.ts'
import { answerRequest, askForRefund, openRequests } from './refund-requests.ts'
import { refundAsCreator, refundTerms } from './refund-terms.ts'
import { settleWithdrawal } from './settle-withdrawal.ts'
import { withdraw, withdrawalFacts } from './withdraw.ts'

export function refundRoutes(serve: Serve, app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  serve(refunds.history, ({ viewer }) => billingHistory(deps, viewer.id))

  serve(refunds.withdraw, async ({ viewer, params: { id } }) => {
    await withdraw(deps, viewer.id, id)
    await settleNow(id)
    const receipt = await withdrawalView(deps, viewer.id, id)
    if (!receipt) throw new Problem('subscription_not_found')
    return receipt
  })

  /** Stripe usually responds at once. If it doesn't, the withdrawal is valid anyway, and its job continues. */
  async function settleNow(subscriptionId: string): Promise<void> {
    const failed = (error: unknown) =>
      deps.log.warn(
        { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
        'a withdrawal waits for Stripe',
      )
    await withTimeout(settleWithdrawal(deps, subscriptionId), failed).catch((error: unknown) => {
      if (!(error instanceof Problem)) failed(error)
    })
  }

  serve(refunds.terms, async ({ viewer, params: { id } }) => {
    await ownSubscriber(viewer.id, id)
    return await refundTerms(deps, viewer.id, id)
  })
  serve(refunds.refund, async ({ viewer, params: { id }, body }) => ({
    refundInCents: await refundAsCreator(deps, viewer.id, id, body),
  }))
  serve(refunds.ask, ({ viewer, params: { id }, body }) => askForRefund(deps, viewer.id, id, body.text))
  serve(refunds.requests, ({ viewer }) => openRequests(deps, viewer.id, viewer.id))
  serve(refunds.answer, ({ viewer, params: { id }, body }) => answerRequest(deps, viewer.id, id, body))

  /** Somebody else's subscriber looks the same as one that doesn't exist. */
  async function ownSubscriber(creatorId: string, id: string): Promise<void> {
    const row = await deps.db
      .selectFrom('subscriptions')
      .select('id')
      .where('id', '=', id)
      .where('creatorId', '=', creatorId)
      .executeTakeFirst()
    if (!row) throw new Problem('subscription_not_found')
  }

  app.get<{ Params: { id: string } }>(WITHDRAWAL_PDF_PATH, async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    limits.count(viewer?.id ?? clientAddress(request))
    requireMember(viewer, { isForLeaving: true })
    const id = Id.safeParse(request.params.id).data
    const receipt = id === undefined ? null : await withdrawalView(deps, viewer.id, id)
    const facts = receipt && (await withdrawalFacts(deps.db, receipt.subscriptionId))
    if (!facts) throw new Problem('subscription_not_found')
    const document = withdrawalDocument(facts, deps.config.operatorAddress)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${document.name}"`)
      .header('cache-control', 'private, no-store, no-transform')
      .header('x-content-type-options', 'nosniff')
      .send(await renderPdf(document, new Date(facts.withdrawnAt)))
  })
}
