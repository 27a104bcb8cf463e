// Mutations that sign in or create an account, and the invitation in the address.
import { useMutation, useQuery } from '@tanstack/react-query'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import type { Request } from '#shared/endpoint.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { addressWithoutDialog } from '#web/lib/dialog-address.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import { go } from '#web/lib/navigation.ts'
import { followOutcome, type Outcome } from '#web/lib/outcomes.ts'
import { type SessionUser, useAuth } from '#web/lib/session.tsx'
import { takeReturnTo } from '#web/lib/return-to.ts'
import { type Assertion, askForPasskey, isCanceled } from './passkeys.tsx'
import { showPanel } from './panels.tsx'
import { paths } from '#web/paths.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

type Account = Awaited<ReturnType<typeof call<typeof auth.login>>>

/**
 * Starts a session with the returned user. If the previous session expired, the person returns to the page
 * where that happened. Otherwise the dialog closes and the page stays.
 */
function useStartSession<Body>(
  request: (body: Body) => Promise<Account>,
  succeeded: Outcome,
  failed: Outcome,
  /** Where to go instead of the page that the person was on. */
  next?: string,
) {
  const { setUser } = useAuth()
  return useMutation({
    mutationFn: request,
    // A wrong password is a 401, too, but has its own message instead of "you are logged out".
    meta: { isSignIn: true },
    onSuccess: (user) => {
      const returnTo = takeReturnTo()
      go(next ?? returnTo ?? addressWithoutDialog(), { replace: true })
      setUser({ ...user, createdAt: user.createdAt.toISOString() } satisfies SessionUser)
      followOutcome(succeeded)
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.problem.code : undefined
      if (code === 'second_factor_required') return showPanel('code')
      // The code field shows the error.
      if (code === 'wrong_code') return undefined
      if (code === 'sign_in_expired') showPanel('login')
      return isCanceled(error) ? undefined : followOutcome(failed, error)
    },
  })
}

export const useSignIn = () =>
  useStartSession(
    (body: Request<typeof auth.login>['body']) => call(auth.login, { body }),
    accountOutcomes.loggedIn,
    accountOutcomes.loginFailed,
  )

/** The second step, after a correct password. */
export const useSignInWithCode = () =>
  useStartSession(
    (body: Request<typeof factors.loginWithCode>['body']) => call(factors.loginWithCode, { body }),
    accountOutcomes.loggedIn,
    accountOutcomes.loginFailed,
  )

/** Signs in with an assertion from autofill; without one, the browser asks for a passkey. */
export const useSignInWithPasskey = () =>
  useStartSession(
    async (assertion: Assertion | undefined) =>
      call(factors.loginWithPasskey, { body: assertion ?? (await askForPasskey()) }),
    accountOutcomes.loggedIn,
    accountOutcomes.passkeyFailed,
  )

export const useRegister = () =>
  useStartSession(
    (body: Request<typeof auth.register>['body']) => call(auth.register, { body }),
    accountOutcomes.registered,
    accountOutcomes.registrationFailed,
    paths.firstRun,
  )

/** Signs in with the link whose token was in the address. */
export function useSignInLink() {
  const token = useLinkToken('token')
  return useStartSession(
    () => call(auth.loginWithLink, { body: { token } }),
    accountOutcomes.loggedIn,
    accountOutcomes.loginFailed,
  )
}

/** The token of the invitation that was in the address, and the email it was sent to if it is valid. */
export function useInvitation() {
  const token = useLinkToken('invitation')
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(auth.checkInvitation, { body: { token } }),
    enabled: token !== '',
  })
  return { token, email: data?.email, error }
}
