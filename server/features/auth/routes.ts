// Calls for signing in and out, registering, and an account's sessions.
import type { FastifyInstance } from 'fastify'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { ownUserView } from '#server/features/users/views.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { invalidInput } from '#server/http/error-replies.ts'
import { disconnectSignal, type Http, type Serve } from '#server/http/serve.ts'
import { endSession, hashedToken, startSession, viewerOf } from '#server/http/session.ts'
import { auth, registrationOf } from '#shared/contracts/auth.ts'
import { Problem } from '#shared/problems.ts'
import { rememberDevice } from './device-cookie.ts'
import { register } from './register.ts'
import { takeSignInLink } from './sign-in-link.ts'
import { openSignIn } from './sign-in.ts'
import { type Account, sessionsOf, validInvitation } from './store.ts'

export function authRoutes(serve: Serve, app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  const { db, clock, config } = deps

  async function ownView(userId: string) {
    const row = await personById(deps, userId, userId)
    if (!row) throw new Problem('unauthorized')
    return ownUserView(row)
  }

  serve(auth.currentUser, async ({ viewer }) => (viewer ? await ownView(viewer.id) : null))

  async function openSession({ request, reply }: Http, account: Pick<Account, 'id' | 'password'>) {
    await startSession(deps, request, reply, account.id)
    rememberDevice(deps, request, reply, account)
    return ownView(account.id)
  }

  const signIn = openSignIn(deps, limits)
  serve(auth.login, async ({ body, http }) =>
    openSession(http, await signIn(body, http.request, disconnectSignal(http.reply))),
  )

  serve(auth.loginWithLink, async ({ body, http }) =>
    openSession(http, await takeSignInLink(deps, body.token)),
  )

  const Registration = registrationOf(config.passwordMinLength)
  serve(auth.register, async ({ body, http }) => {
    const parsed = Registration.safeParse(body)
    if (!parsed.success) throw invalidInput(parsed.error)
    const turn = { isKnown: false, tries: http.count, signal: disconnectSignal(http.reply) }
    return openSession(http, await register(deps, parsed.data, turn))
  })

  serve(auth.logout, async ({ http }) => {
    await endSession(deps, http.request, http.reply)
    return { message: 'Logged out' }
  })

  serve(auth.invitation, async ({ params }) => {
    const invitation = await validInvitation(db, hashedToken(config.sessionSecret, params.token), clock.now())
    if (!invitation) throw new Problem('invitation_not_found')
    return { email: invitation.email }
  })

  serve(auth.sessions, async ({ viewer }) => {
    const rows = await sessionsOf(db, viewer.id, clock.now())
    return rows.map(({ sid, sess }) => {
      const { startedAt, browser } = sess as { startedAt: string; browser: string }
      return { id: sid, startedAt, browser, isCurrent: sid === viewer.sid }
    })
  })

  serve(auth.revokeSession, async ({ viewer, params }) => {
    await db.transaction().execute(async (trx) => {
      const deleted = await trx
        .deleteFrom('sessions')
        .where('sid', '=', params.id)
        .where('userId', '=', viewer.id)
        .executeTakeFirst()
      if (deleted.numDeletedRows === 0n) throw new Problem('not_found')
      await notify(trx, [viewer.id], 'session')
    })
    // The notification drops it too, but a busy database delivers that later.
    deps.sessions.drop(params.id)
    return { message: 'Signed out there' }
  })

  // A page, not an endpoint of the contract: it redirects the browser to the sign-in dialog (spec answer 12).
  app.get('/api/login', async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    return reply.redirect(viewer ? '/' : '/?auth=login', 303)
  })
}
