// Signing in and registering, with what a person is told about it; and the invitation in the address.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { auth } from '#shared/contracts/auth.ts'
import type { Request } from '#shared/endpoint.ts'
import { call } from '#web/lib/call.ts'
import { addressWithoutDialog } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { type SessionUser, useAuth } from '#web/lib/session.tsx'
import { takeReturnTo } from '#web/lib/return-to.ts'

type Account = Awaited<ReturnType<typeof call<typeof auth.login>>>

/**
 * Takes over the returned user. Whoever lost a session goes back to where that was; otherwise the dialog is dropped
 * from the address, and whatever page was asked for stays.
 */
function useEntry<Body>(enter: (body: Body) => Promise<Account>, welcome: Outcome, failed: Outcome) {
  const { setUser } = useAuth()
  return useMutation({
    mutationFn: enter,
    // Its own sentence, not "you are logged out": a wrong password is a 401 too.
    meta: { isSignIn: true },
    onSuccess: (user) => {
      go(takeReturnTo() ?? addressWithoutDialog(), { replace: true })
      setUser({ ...user, createdAt: user.createdAt.toISOString() } satisfies SessionUser)
      followOutcome(welcome)
    },
    onError: (error) => followOutcome(failed, error),
  })
}

export const useSignIn = () =>
  useEntry(
    (body: Request<typeof auth.login>['body']) => call(auth.login, { body }),
    outcomes.loggedIn,
    outcomes.loginFailed,
  )

export const useRegister = () =>
  useEntry(
    (body: Request<typeof auth.register>['body']) => call(auth.register, { body }),
    outcomes.registered,
    outcomes.registrationFailed,
  )

/** The invitation in the address: its token, and the email it was sent to where it is valid. */
export function useInvitation() {
  const token = new URLSearchParams(useSearch()).get('invitation') ?? undefined
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(auth.invitation, { params: { token: token ?? '' } }),
    enabled: token !== undefined,
  })
  return { token, email: data?.email, error }
}
