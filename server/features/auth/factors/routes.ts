// Calls for the second step of signing in, passkeys, confirming one's identity, and an account's factors.
import type { z } from 'zod'
import type { AuditEvent } from '#server/audit/events.ts'
import { recordEvent, recordFailure } from '#server/audit/record-event.ts'
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Http, Serve } from '#server/http/serve.ts'
import {
  renewSession,
  requireReauthentication,
  saveReauthentication,
  type Viewer,
} from '#server/http/session.ts'
import type { OwnUser } from '#shared/contracts/users.ts'
import { factors } from '#shared/contracts/factors.ts'
import { Problem } from '#shared/problems.ts'
import { checkCurrentPassword } from '../check-current-password.ts'
import { knownDevice } from '../device-cookie.ts'
import { type Account, accountById } from '../store.ts'
import {
  authenticatorSince,
  confirmAuthenticator,
  renewRecoveryCodes,
  setUpAuthenticator,
  turnOffAuthenticator,
  redeemAuthenticatorCode,
} from './authenticator.ts'
import { pendingSignIn, endPendingSignIn } from './pending-sign-in.ts'
import {
  addPasskey,
  newPasskeyOptions,
  passkeyOptions,
  passkeysOf,
  passkeyView,
  removePasskey,
  acceptAssertion,
  confirmWithPasskey,
} from './passkeys.ts'
import { recoveryCodesLeft, redeemRecoveryCode } from './recovery-codes.ts'

/** Signs a browser in to an account and returns its owner. `isConfirmed` as in `startSession`. */
type OpenSession = (
  http: Http,
  account: Account,
  event: AuditEvent,
  isConfirmed: boolean,
) => Promise<z.input<typeof OwnUser>>

export function factorRoutes(
  serve: Serve,
  deps: Deps,
  limits: RateLimits,
  { publicUrl, openSession }: { publicUrl: () => string; openSession: OpenSession },
): void {
  const { db } = deps

  async function ownerOf(userId: string) {
    const account = await accountById(db, userId)
    if (!account) throw new Problem('unauthorized')
    return account
  }

  /** Starts the hours in which the session may administer. */
  const saveFactor = ({ sid }: Viewer) =>
    db.updateTable('sessions').set({ factorAt: deps.clock.now() }).where('sid', '=', sid).execute()

  /** Records a confirmation and gives the session a new token, as a sign-in does. */
  async function confirmed({ reply, by }: Http, viewer: Viewer, event: AuditEvent) {
    await recordEvent(db, { ...deps, by }, { event, userId: viewer.id })
    await renewSession(deps, reply, viewer)
    return { message: 'Confirmed' }
  }

  serve(factors.loginWithCode, async ({ body: { code }, http }) => {
    const { account, isByLink } = await pendingSignIn(deps, http.request)
    // A person with the password can exhaust the attempts of strangers, but not those of a device that the
    // owner has used.
    const device = knownDevice(deps, http.request, account)
    const key = device === null ? account.id : `${device} ${account.id}`
    await limits.consume('secondFactor', key)
    const isCorrect =
      (await redeemAuthenticatorCode(deps, account.id, code)) ||
      (await redeemRecoveryCode(deps, account.id, code))
    if (!isCorrect) {
      const failed = { event: 'sign_in_failed.factor', userId: account.id } as const
      await recordFailure(db, { ...deps, by: http.by }, failed)
      throw new Problem('wrong_code')
    }
    await limits.reset('secondFactor', key)
    endPendingSignIn(deps, http.reply)
    return await openSession(http, account, 'sign_in.factor', !isByLink)
  })

  serve(factors.passkeyOptions, async () => passkeyOptions(deps, publicUrl()))

  serve(factors.loginWithPasskey, async ({ body, http }) => {
    const { userId } = await acceptAssertion(deps, publicUrl(), body).catch(async (error: unknown) => {
      if (error instanceof Problem)
        await recordFailure(db, { ...deps, by: http.by }, { event: 'sign_in_failed.passkey', userId: null })
      throw error
    })
    const account = await accountById(db, userId)
    if (!account) throw new Problem('passkey_unknown')
    endPendingSignIn(deps, http.reply)
    return await openSession(http, account, 'sign_in.passkey', true)
  })

  serve(factors.reauthenticate, async ({ viewer, body: { password }, http }) => {
    await checkCurrentPassword({ ...deps, by: http.by }, viewer.id, password)
    await saveReauthentication(deps, viewer)
    return await confirmed(http, viewer, 'confirmation.password')
  })

  serve(factors.reauthenticateWithPasskey, async ({ viewer, body, http }) => {
    await confirmWithPasskey({ ...deps, by: http.by }, publicUrl(), body, viewer.id)
    await saveReauthentication(deps, viewer)
    await saveFactor(viewer)
    return await confirmed(http, viewer, 'confirmation.passkey')
  })

  serve(factors.reauthenticateWithCode, async ({ viewer, body: { code }, http }) => {
    await limits.consume('secondFactor', viewer.id)
    if (!(await redeemAuthenticatorCode(deps, viewer.id, code))) {
      const failed = { event: 'sign_in_failed.factor', userId: viewer.id } as const
      await recordFailure(db, { ...deps, by: http.by }, failed)
      throw new Problem('wrong_code')
    }
    await limits.reset('secondFactor', viewer.id)
    await saveFactor(viewer)
    return await confirmed(http, viewer, 'confirmation.factor')
  })

  serve(factors.overview, async ({ viewer }) => {
    const [since, left, passkeys] = await Promise.all([
      authenticatorSince(db, viewer.id),
      recoveryCodesLeft(db, viewer.id),
      passkeysOf(db, viewer.id),
    ])
    const hasNone = since === null && passkeys.length === 0
    return {
      authenticatorSince: since?.toISOString() ?? null,
      recoveryCodesLeft: left,
      passkeys: passkeys.map(passkeyView),
      isSuggested: hasNone && (await hasMoneyOrBroker(db, viewer.id)),
    }
  })

  serve(factors.setUpAuthenticator, async ({ viewer }) => {
    await requireReauthentication(deps, viewer)
    return await setUpAuthenticator(deps, await ownerOf(viewer.id))
  })

  serve(factors.confirmAuthenticator, async ({ viewer, body, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    const owner = await ownerOf(viewer.id)
    return { recoveryCodes: await confirmAuthenticator({ ...deps, by }, owner, body.code) }
  })

  serve(factors.turnOffAuthenticator, async ({ viewer, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    await turnOffAuthenticator({ ...deps, by }, await ownerOf(viewer.id))
    return { message: 'Authenticator app turned off' }
  })

  serve(factors.newRecoveryCodes, async ({ viewer, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    return { recoveryCodes: await renewRecoveryCodes({ ...deps, by }, await ownerOf(viewer.id)) }
  })

  serve(factors.newPasskeyOptions, async ({ viewer }) => {
    await requireReauthentication(deps, viewer)
    return await newPasskeyOptions(deps, publicUrl(), await ownerOf(viewer.id))
  })

  serve(factors.addPasskey, async ({ viewer, body, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    return await addPasskey({ ...deps, by }, publicUrl(), await ownerOf(viewer.id), body)
  })

  serve(factors.removePasskey, async ({ viewer, params, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    await removePasskey({ ...deps, by }, await ownerOf(viewer.id), params.id)
    return { message: 'Passkey removed' }
  })
}

/** Whether a stolen password would give access to a payout account or a broker's figures. */
async function hasMoneyOrBroker(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('stripeAccountId', 'is not', null),
        eb.exists(
          eb
            .selectFrom('brokerConnections')
            .select('brokerConnections.id')
            .whereRef('brokerConnections.userId', '=', 'users.id'),
        ),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}
