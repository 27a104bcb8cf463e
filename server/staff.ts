// Assembles the routes for moderators and administrators from the features that implement them.
import type { FastifyInstance } from 'fastify'
import { stripeErrorKind } from './adapters/stripe.ts'
import type { Deps } from './deps.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { currentCode } from './features/auth/factors/authenticator.ts'
import { createInvitation } from './features/auth/invite.ts'
import { NoSuchPayment, paymentsOf, refundPayment } from './features/billing/lifecycle/refund.ts'
import { setCommentHidden } from './features/comments/change-comment.ts'
import { answerRequest, openRequests } from './features/billing/refunds/refund-requests.ts'
import { adminCaseRoutes } from './features/safety/admin-routes.ts'
import type { Acts } from './features/safety/measures.ts'
import { settleHeldPicture } from './features/uploads/held-pictures.ts'
import { setHidden } from './features/signals/hide-signal.ts'
import { clearProfile, restoreProfile } from './features/users/clear-profile.ts'
import { lacksAddress, sendLaunchEmails } from './features/waitlist/send-launch-emails.ts'
import { createServeStaff } from './http/serve-staff.ts'
import type { Serve } from './http/serve.ts'
import { Problem } from '#shared/problems.ts'

/** The functions with which decisions change other features' tables. The operator's commands use them, too. */
export const decisionActs = (deps: Pick<Deps, 'clock'>): Acts => ({
  setHidden: (trx, signalId, isHidden) => setHidden(trx, deps, signalId, isHidden),
  setCommentHidden: (trx, commentId, isHidden) => setCommentHidden(trx, deps, commentId, isHidden),
  clearProfile,
  restoreProfile,
  settlePicture: settleHeldPicture,
})

/** The authenticator app of the demo's moderators as a page; only for demo data. */
export function serveDemoAuthenticator(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>): void {
  app.get('/sandbox/authenticator', async (_request, reply) => {
    const { STAFF } = await import('#tools/demo/staff-accounts.ts')
    const { authenticatorPage } = await import('#tools/sandbox/authenticator/page.ts')
    const now = clock.now()
    const codes = await Promise.all(
      Object.entries(STAFF).map(async ([username, { role, secret }]) => {
        const { code, secondsLeft } = await currentCode(secret, now)
        return { username, role, secret, code, secondsLeft }
      }),
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(authenticatorPage(codes, codes[0]?.secondsLeft ?? 0))
  })
}

export function staffRoutes(serve: Serve, deps: Deps): void {
  const serveStaff = createServeStaff(serve, deps)
  adminCaseRoutes(serveStaff, deps, decisionActs(deps))
  adminRoutes(serveStaff, deps, {
    async inviteWaitlist(limit) {
      if (lacksAddress(deps)) throw new Problem('operator_address_missing')
      return await sendLaunchEmails(deps, {
        limit,
        createInvitation: (trx, email) => createInvitation(trx, deps, email),
      })
    },
    refundRequests: (viewerId) => openRequests(deps, viewerId, null),
    answerRefundRequest: (id, answer) => answerRequest(deps, null, id, answer),
    payments: (username) => paymentsOf(deps.db, username),
    refund: (payment, end) =>
      refundPayment(deps, payment, { andEnd: end }).catch((error: unknown) => {
        if (error instanceof NoSuchPayment) throw new Problem('payment_not_found')
        const kind = stripeErrorKind(error)
        if (kind === null) throw error
        throw new Problem(kind === 'unsure' ? 'payments_unavailable' : 'refund_refused')
      }),
  })
}
