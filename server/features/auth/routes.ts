// Calls for signing in and out, registering, and an account's sessions.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { AuditEvent } from '#server/audit/events.ts'
import { originForJob } from '#server/audit/origin.ts'
import { recordEvent, recordFailure } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { unseenAlerts } from '#server/features/alerts/store.ts'
import { personById } from '#server/features/users/store.ts'
import { ownUserView } from '#server/features/users/views.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { invalidInput } from '#server/http/error-replies.ts'
import { disconnectSignal, type Http, type Serve } from '#server/http/serve.ts'
import {
  endSession,
  renewSession,
  requireReauthentication,
  startSession,
  tokenHashes,
  viewerOf,
} from '#server/http/session.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import {
  auth,
  passkeyPasswordChangeOf,
  passwordChangeOf,
  passwordResetOf,
  registrationOf,
} from '#shared/contracts/auth.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { checkToken } from './account-tokens.ts'
import { checkCurrentPassword } from './check-current-password.ts'
import { rememberDevice } from './device-cookie.ts'
import { endOtherSessions } from './end-sessions.ts'
import { authenticatorSince } from './factors/authenticator.ts'
import { beginSignIn } from './factors/pending-sign-in.ts'
import { confirmWithPasskey } from './factors/passkeys.ts'
import { factorRoutes } from './factors/routes.ts'
import { hashingLoad } from './passwords.ts'
import { register, type StoreConsent } from './register.ts'
import { changePassword, resetPassword } from './set-password.ts'
import { takeSignInLink } from './sign-in-link.ts'
import { openSignIn } from './sign-in.ts'
import { type Account, accountById, sessionsOf, validInvitation } from './store.ts'

export function authRoutes(
  serve: Serve,
  app: FastifyInstance,
  deps: Deps,
  limits: RateLimits,
  { publicUrl, consent }: { publicUrl: () => string; consent: StoreConsent },
): void {
  const { db, clock, config, metrics } = deps
  metrics?.gauge('signalpost_passwords_hashing', 'Passwords being hashed.', () => hashingLoad().running)
  metrics?.gauge(
    'signalpost_passwords_waiting',
    'Passwords waiting to be hashed.',
    () => hashingLoad().waiting,
  )

  async function ownView(userId: string) {
    const row = await personById(deps, userId, userId)
    if (!row) throw new Problem('unauthorized')
    return ownUserView(row, await unseenAlerts(deps, userId))
  }

  serve(auth.currentUser, async ({ viewer }) => (viewer ? await ownView(viewer.id) : null))

  async function openSession(
    { request, reply }: Http,
    account: Pick<Account, 'id' | 'password'>,
    event: AuditEvent,
    isConfirmed: boolean,
  ) {
    await startSession(deps, request, reply, { userId: account.id, event, isConfirmed })
    rememberDevice(deps, request, reply, account)
    return ownView(account.id)
  }

  /** Opens a session, or throws `second_factor_required` if the account has an authenticator app. */
  async function finishFirstStep(http: Http, account: Pick<Account, 'id' | 'password'>, event: AuditEvent) {
    const isByLink = event === 'sign_in.link'
    if ((await authenticatorSince(db, account.id)) === null)
      return await openSession(http, account, event, !isByLink)
    beginSignIn(deps, http.reply, account, isByLink)
    await recordEvent(db, { clock, by: http.by }, { event: 'sign_in.first_step', userId: account.id })
    throw new Problem('second_factor_required')
  }

  factorRoutes(serve, deps, limits, { publicUrl, openSession })

  const signIn = openSignIn(deps, limits)
  serve(auth.login, async ({ body, http }) =>
    finishFirstStep(http, await signIn(body, http.request, disconnectSignal(http.reply)), 'sign_in.password'),
  )

  serve(auth.loginWithLink, async ({ body, http }) => {
    const account = await takeSignInLink({ ...deps, by: http.by }, body.token).catch(
      async (error: unknown) => {
        // The link's account isn't looked up, because it may not exist.
        if (error instanceof Problem)
          await recordFailure(db, { clock, by: http.by }, { event: 'sign_in_failed.link', userId: null })
        throw error
      },
    )
    return await finishFirstStep(http, account, 'sign_in.link')
  })

  const Registration = registrationOf(config.passwordMinLength)
  serve(auth.register, async ({ body, http }) => {
    const turn = { isKnown: false, tries: http.count, signal: disconnectSignal(http.reply) }
    return openSession(
      http,
      await register({ ...deps, by: http.by }, parsed(Registration, body), turn, consent),
      'sign_in.registration',
      true,
    )
  })

  serve(auth.logout, async ({ http }) => {
    await endSession(deps, http.request, http.reply)
    // Clears this person's pages and pictures from the browser's cache.
    void http.reply.header('clear-site-data', '"cache"')
    return { message: 'Logged out' }
  })

  serve(auth.checkInvitation, async ({ body: { token } }) => {
    const { email } = await validInvitation(db, tokenHashes(config, token), clock.now())
    return { email }
  })

  serve(auth.requestPasswordReset, async ({ body: { login }, http }) => {
    // A job does everything that depends on the account, so that the response takes the same time for every login.
    const by = originForJob(http.by)
    await enqueue(db, 'email_password_reset', { login, emailId: clock.newId(), by })
    return {
      message: `If there’s an account, we’ve sent a link. It works for ${RESET_LINK_MINUTES} minutes.`,
    }
  })

  serve(auth.checkPasswordReset, async ({ body: { token } }) => {
    const { userId } = await checkToken(db, deps, 'reset_password', token)
    const account = await accountById(db, userId)
    if (!account) throw new Problem('link_not_valid')
    return { username: account.username }
  })

  const PasswordReset = passwordResetOf(config.passwordMinLength)
  serve(auth.resetPassword, async ({ body, http }) => {
    const account = await resetPassword({ ...deps, by: http.by }, parsed(PasswordReset, body))
    return finishFirstStep(http, account, 'sign_in.reset')
  })

  async function saveChangedPassword(
    http: Http,
    account: Account,
    change: { sid: string; newPassword: string },
  ) {
    // A new password makes all devices unknown except this one.
    const changed = await changePassword({ ...deps, by: http.by }, account, change)
    rememberDevice(deps, http.request, http.reply, changed)
    await renewSession(deps, http.reply, change)
    return { message: 'Password changed' }
  }

  const PasswordChange = passwordChangeOf(config.passwordMinLength)
  serve(auth.changePassword, async ({ viewer: { id, sid }, body, http }) => {
    const { currentPassword, newPassword } = parsed(PasswordChange, body)
    const account = await checkCurrentPassword({ ...deps, by: http.by }, id, currentPassword)
    return await saveChangedPassword(http, account, { sid, newPassword })
  })

  const PasskeyPasswordChange = passkeyPasswordChangeOf(config.passwordMinLength)
  serve(auth.changePasswordWithPasskey, async ({ viewer: { id, sid }, body, http }) => {
    const { passkey, newPassword } = parsed(PasskeyPasswordChange, body)
    await confirmWithPasskey({ ...deps, by: http.by }, publicUrl(), passkey, id)
    const account = await accountById(db, id)
    if (!account) throw new Problem('unauthorized')
    return await saveChangedPassword(http, account, { sid, newPassword })
  })

  serve(auth.sessions, async ({ viewer }) => {
    const rows = await sessionsOf(db, viewer.id, clock.now())
    return rows.map(({ sid, sess, startedAt, lastUsedAt }) => ({
      id: sid,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      browser: (sess as { browser: string }).browser,
      isCurrent: sid === viewer.sid,
    }))
  })

  serve(auth.revokeOtherSessions, async ({ viewer, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    await endOtherSessions({ ...deps, by }, viewer.id, viewer.sid)
    return { message: 'Signed out everywhere else' }
  })

  serve(auth.revokeSession, async ({ viewer, params, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    await db.transaction().execute(async (trx) => {
      const deleted = await trx
        .deleteFrom('sessions')
        .where('sid', '=', params.id)
        .where('userId', '=', viewer.id)
        .executeTakeFirst()
      if (deleted.numDeletedRows === 0n) throw new Problem('not_found')
      await notify(trx, [viewer.id], 'session')
      const ended = { event: 'sessions.ended', userId: viewer.id, quantity: 1 } as const
      await recordEvent(trx, { clock, by }, ended)
    })
    // The notification drops it too, but a busy database delivers it later.
    deps.sessions.drop(params.id)
    return { message: 'Signed out there' }
  })

  // A page, not an endpoint of the contract: it redirects the browser to the sign-in dialog (spec answer 12).
  app.get('/api/login', async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    return reply.redirect(viewer ? '/' : '/?auth=login', 303)
  })
}

/** The contract has the minimum length of any server; this also checks the configured minimum. */
function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (!result.success) throw invalidInput(result.error)
  return result.data
}
