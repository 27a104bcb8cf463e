// User queries: a person by username, saving the viewer's profile, and signing out.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { auth } from '#shared/contracts/auth.ts'
import { type User, users } from '#shared/contracts/users.ts'
import type { Reply, Request } from '#shared/endpoint.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { go } from '#web/lib/navigation.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { clearPersonalStorage } from '#web/lib/personal-storage.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

export const usePerson = (username: string, { enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: queryKeys.user(username),
    queryFn: () => call(users.byName, { params: { username } }),
  })

/**
 * Replaces an address with an old username by the one with the current name. `person` was found by
 * `username`, the name in the address. `pathOf` returns the same page's path for another name.
 */
export function useCurrentAddress(
  username: string,
  person: User | undefined,
  pathOf: (username: string) => string,
): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!person || person.username.toLowerCase() === username.toLowerCase()) return
    // The page at the new address then needs no request.
    client.setQueryData(queryKeys.user(person.username), person)
    go(pathOf(person.username) + location.search, { replace: true })
  }, [client, username, person, pathOf])
}

/** The `mutationFn` and `onSuccess` of a mutation that saves changes to the profile. */
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

/** The dialog shows the error. */
export const useChangeUsername = () => useMutation(useProfileUpdate(outcomes.usernameChanged))

export function useSaveProfile() {
  const update = useProfileUpdate(outcomes.profileUpdated)
  return useMutation({
    ...update,
    onError: (error) => {
      if (isUnauthorized(error)) return
      // A refusal names the field and the reason; any other failure has the spec's message.
      const isRefusal = error instanceof ApiError && [400, 403, 409].includes(error.status)
      const failed: Outcome = outcomes.profileFailed
      followOutcome(isRefusal ? { ...failed, saysServerMessage: true } : failed, error)
    },
  })
}

export function useSignOut() {
  const client = useQueryClient()
  const { user, setUser } = useAuth()
  return useMutation({
    mutationFn: () => call(auth.logout),
    onSuccess: () => {
      // A session that only expires keeps them.
      if (user) clearPersonalStorage(user.id)
      setUser(null)
      client.clear()
      followOutcome(outcomes.loggedOut)
    },
    onError: (error) => followOutcome(outcomes.logoutFailed, error),
  })
}
