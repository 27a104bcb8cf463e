// User queries: a person by username, saving the viewer's profile, and signing out.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { auth } from '#shared/contracts/auth.ts'
import { users } from '#shared/contracts/users.ts'
import type { Reply, Request } from '#shared/endpoint.ts'
import { clearCapital } from '#web/features/record/stored-capital.ts'
import { clearDraft } from '#web/features/signals/stored-draft.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

export const usePerson = (username: string, { enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: queryKeys.user(username),
    queryFn: () => call(users.byName, { params: { username } }),
  })

/** Saves changes of the profile. `mutationFn` and `onSuccess` of a mutation. */
function useProfileUpdate(outcome: Outcome) {
  const client = useQueryClient()
  const { setUser } = useAuth()
  return {
    mutationFn: (body: Request<typeof users.updateProfile>['body']) => call(users.updateProfile, { body }),
    onSuccess: (user: Reply<typeof users.updateProfile>) => {
      setUser({ ...user, createdAt: user.createdAt.toISOString() })
      followOutcome(outcome)
      // Signal cards show their author's name.
      void client.invalidateQueries({ queryKey: queryKeys.users })
      invalidateFeeds(client)
      void client.invalidateQueries({ queryKey: queryKeys.signalsOf(user.id) })
    },
  }
}

/** The dialog shows what went wrong. */
export const useChangeUsername = () => useMutation(useProfileUpdate(outcomes.usernameChanged))

export function useSaveProfile() {
  const update = useProfileUpdate(outcomes.profileUpdated)
  return useMutation({
    ...update,
    onError: (error) => {
      if (isUnauthorized(error)) return
      // A validation error names the field and the reason; any other failure has the spec's message.
      const isValidationError = error instanceof ApiError && (error.status === 400 || error.status === 409)
      const failed: Outcome = outcomes.profileFailed
      followOutcome(isValidationError ? { ...failed, saysServerMessage: true } : failed, error)
    },
  })
}

export function useSignOut() {
  const client = useQueryClient()
  const { user, setUser } = useAuth()
  return useMutation({
    mutationFn: () => call(auth.logout),
    onSuccess: () => {
      // The next person on this device must not find them. They survive a session that only expires.
      if (user) {
        clearDraft(user.id)
        clearCapital(user.id)
      }
      setUser(null)
      client.clear()
      followOutcome(outcomes.loggedOut)
    },
    onError: (error) => followOutcome(outcomes.logoutFailed, error),
  })
}
