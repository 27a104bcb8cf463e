// Whom the viewer follows: read once, changed at once on the page, put right when the server refuses.
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { follows } from '#shared/contracts/follows.ts'
import type { User } from '#shared/contracts/users.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

type FollowStatus = { isFollowing: boolean }

/**
 * Whether the viewer follows a person, counting what is still on its way to the server.
 * `known` spares the question where the answer came with something else. Nothing is written ahead of the
 * server's answer, so a refusal needs no undoing: the wish is gone, and what was true before shows again.
 */
export function useFollowing(userId: string, known?: boolean) {
  const { data, isLoading } = useQuery({
    queryKey: keys.follow(userId),
    queryFn: () => call(follows.status, { params: { id: userId } }),
    ...(known !== undefined && { initialData: { isFollowing: known } }),
  })
  const wishes = useMutationState({
    filters: { mutationKey: keys.follow(userId), status: 'pending' },
    select: ({ state }) => state.variables as boolean,
  })
  // When it could not be asked: following twice changes nothing, so offering it does no harm.
  const isFollowing = wishes.at(-1) ?? data?.isFollowing ?? false
  // How many more followers the person has than the server last said.
  const followersShift = data ? Number(isFollowing) - Number(data.isFollowing) : 0
  return { isFollowing, followersShift, isLoading }
}

/** Follows (`true`) or unfollows (`false`); presses in a row reach the server one after the other. */
export function useFollow(userId: string) {
  const client = useQueryClient()
  const { changeUser } = useAuth()
  return useMutation({
    mutationKey: keys.follow(userId),
    scope: { id: `follow-${userId}` },
    mutationFn: (wish: boolean) =>
      wish
        ? call(follows.follow, { body: { followingId: userId } })
        : call(follows.unfollow, { params: { id: userId } }),
    onSuccess: ({ isFollowing }) => {
      const before = client.getQueryData<FollowStatus>(keys.follow(userId))?.isFollowing ?? !isFollowing
      const shift = Number(isFollowing) - Number(before)
      client.setQueryData<FollowStatus>(keys.follow(userId), { isFollowing })
      client.setQueriesData<User>({ queryKey: keys.users }, (user) =>
        user?.id === userId ? { ...user, followersCount: user.followersCount + shift } : user,
      )
      changeUser((own) => ({ ...own, followingCount: own.followingCount + shift }))
      invalidateFeeds(client)
    },
    onError: (error, wish) => {
      if (!isUnauthorized(error)) followOutcome(wish ? outcomes.followFailed : outcomes.unfollowFailed)
    },
  })
}

export const useSuggestions = () =>
  useQuery({ queryKey: keys.suggestions, queryFn: () => call(follows.suggestions) })
