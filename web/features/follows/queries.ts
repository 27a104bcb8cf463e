// Follow status, lists of who follows whom and suggestions, with optimistic updates that roll back if the
// server refuses.
import {
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { follows } from '#shared/contracts/follows.ts'
import type { ListedUser, User } from '#shared/contracts/users.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

type FollowStatus = { isFollowing: boolean }

/**
 * Whether the viewer follows a person, including changes that the server hasn't confirmed yet.
 * `initialIsFollowing` saves a request. The cache changes only after the server confirms, so a refusal needs
 * no rollback: the pending mutation is gone, and the cached status shows again.
 */
export function useFollowing(userId: string, initialIsFollowing?: boolean) {
  const { data, isLoading } = useQuery({
    queryKey: queryKeys.follow(userId),
    queryFn: () => call(follows.status, { params: { id: userId } }),
    ...(initialIsFollowing !== undefined && { initialData: { isFollowing: initialIsFollowing } }),
  })
  const pendingChanges = useMutationState({
    filters: { mutationKey: queryKeys.follow(userId), status: 'pending' },
    select: ({ state }) => state.variables as boolean,
  })
  // If the status couldn't be loaded, the button says "Follow"; following twice changes nothing.
  const isFollowing = pendingChanges.at(-1) ?? data?.isFollowing ?? false
  // The difference between the follower count to show and the one the server last sent.
  const followersShift = data ? Number(isFollowing) - Number(data.isFollowing) : 0
  return { isFollowing, followersShift, isLoading }
}

/** Follows (`true`) or unfollows (`false`). The mutation scope sends quick presses one after the other. */
export function useFollow(userId: string) {
  const client = useQueryClient()
  const { changeUser } = useAuth()
  return useMutation({
    mutationKey: queryKeys.follow(userId),
    scope: { id: `follow-${userId}` },
    mutationFn: (shouldFollow: boolean) =>
      shouldFollow
        ? call(follows.follow, { body: { followingId: userId } })
        : call(follows.unfollow, { params: { id: userId } }),
    onSuccess: ({ isFollowing }) => {
      const before = client.getQueryData<FollowStatus>(queryKeys.follow(userId))?.isFollowing ?? !isFollowing
      const shift = Number(isFollowing) - Number(before)
      client.setQueryData<FollowStatus>(queryKeys.follow(userId), { isFollowing })
      client.setQueriesData<User>({ queryKey: queryKeys.users }, (user) =>
        user?.id === userId ? { ...user, followersCount: user.followersCount + shift } : user,
      )
      changeUser((viewer) => ({ ...viewer, followingCount: viewer.followingCount + shift }))
      invalidateFeeds(client)
      // Refetched when they are next opened, because the rows of a list on screen must not move.
      void client.invalidateQueries({ queryKey: queryKeys.followLists, refetchType: 'none' })
    },
    onError: (error, shouldFollow) => {
      if (!isUnauthorized(error))
        followOutcome(shouldFollow ? outcomes.followFailed : outcomes.unfollowFailed)
    },
  })
}

export const useSuggestions = () =>
  useQuery({ queryKey: queryKeys.suggestions, queryFn: () => call(follows.suggestions) })

export type FollowListName = 'followers' | 'following'

/** A person's followers, or the people they follow. */
export const useFollowList = (list: FollowListName, userId: string) =>
  useInfiniteQuery({
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<ListedUser>) => page.next,
    queryKey: queryKeys.followList(list, userId),
    queryFn: ({ pageParam: cursor }) =>
      callPage(follows[list], { params: { id: userId }, query: { cursor } }),
  })
