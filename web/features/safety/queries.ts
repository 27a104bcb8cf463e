// The viewer's blocks and mutes, and changes of them, which reload everything that shows people or signals.
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { follows } from '#shared/contracts/follows.ts'
import { reports, type NewReport } from '#shared/contracts/reports.ts'
import { type Block, safety } from '#shared/contracts/safety.ts'
import { users } from '#shared/contracts/users.ts'
import type { Request } from '#shared/endpoint.ts'
import { handleOf } from '#shared/rules/people.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { failure, followOutcome, type Outcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { showToast } from '#web/ui/toast-store.ts'

const outcomes = {
  blockFailed: failure('Error', 'Couldn’t block this person. Try again.'),
  unblockFailed: failure('Error', 'Couldn’t unblock this person. Try again.'),
  muteFailed: failure('Error', 'Couldn’t mute this. Try again.'),
  unmuteFailed: failure('Error', 'Couldn’t unmute this. Try again.'),
  reportFailed: failure('Error', 'Couldn’t send the report. Try again.'),
} as const satisfies Record<string, Outcome>

const onErrorWith = (outcome: Outcome) => (error: unknown) => {
  if (!isUnauthorized(error)) followOutcome(outcome, error)
}

/** Lists whose rows may be gone. A feed on screen leaves them out at once, because that is what the person asked for. */
function refetchPeople(client: QueryClient): void {
  for (const queryKey of [
    queryKeys.feeds,
    queryKeys.newestPages,
    queryKeys.signals,
    queryKeys.comments,
    queryKeys.users,
    queryKeys.suggestions,
    queryKeys.searches,
    queryKeys.followLists,
    queryKeys.subscriptions,
    queryKeys.boards,
    queryKeys.blocks,
    queryKeys.mutes,
  ])
    void client.invalidateQueries({ queryKey })
}

export const useBlocks = () =>
  useInfiniteQuery({
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Block>) => page.next,
    queryKey: queryKeys.blocks,
    queryFn: ({ pageParam: cursor }) => callPage(safety.blocks, { query: { cursor } }),
  })

export const useMutes = () => useQuery({ queryKey: queryKeys.mutes, queryFn: () => call(safety.mutes) })

/** The person that a dialog is about, and what a block would do to a payment; both are refetched for each dialog. */
export const useBlockCost = (id: string | null) =>
  useQuery({
    enabled: id !== null,
    queryKey: queryKeys.blockCost(id ?? ''),
    gcTime: 0,
    queryFn: async () => {
      const params = { id: id ?? '' }
      const [person, cost, { isFollowing }] = await Promise.all([
        call(users.byId, { params }),
        call(safety.blockCost, { params }),
        call(follows.status, { params }),
      ])
      return { person, cost, isFollowing }
    },
  })

export const usePersonToMute = (id: string | null) =>
  useQuery({
    enabled: id !== null,
    queryKey: queryKeys.userById(id ?? ''),
    queryFn: () => call(users.byId, { params: { id: id ?? '' } }),
  })

type BlockInput = {
  person: { id: string; username: string }
  /** Whether undoing the block follows the person again. */
  wasFollowing: boolean
  /** Whether the block moves money, so that it can't be undone. */
  movesMoney: boolean
}

export function useBlock() {
  const client = useQueryClient()
  const unblock = useUnblock()
  return useMutation({
    mutationFn: ({ person }: BlockInput) => call(safety.block, { body: { userId: person.id } }),
    onSuccess: (_status, { person, wasFollowing, movesMoney }) => {
      refetchPeople(client)
      const undo = { label: 'Undo', onSelect: () => unblock.mutate({ id: person.id, follows: wasFollowing }) }
      showToast({ title: `Blocked ${handleOf(person.username)}`, ...(!movesMoney && { action: undo }) })
    },
    onError: onErrorWith(outcomes.blockFailed),
  })
}

/** `follows`: whether the viewer follows the person again. */
export function useUnblock() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, follows: isFollowed }: { id: string; follows: boolean }) => {
      await call(safety.unblock, { params: { id } })
      if (isFollowed) await call(follows.follow, { body: { followingId: id } })
    },
    onSuccess: () => refetchPeople(client),
    onError: onErrorWith(outcomes.unblockFailed),
  })
}

type MuteInput = { body: Request<typeof safety.mute>['body']; name: string }

export function useMute() {
  const client = useQueryClient()
  const unmute = useUnmute()
  return useMutation({
    mutationFn: ({ body }: MuteInput) => call(safety.mute, { body }),
    onSuccess: ({ id }, { name }) => {
      refetchPeople(client)
      showToast({ title: `Muted ${name}`, action: { label: 'Undo', onSelect: () => unmute.mutate(id) } })
    },
    onError: onErrorWith(outcomes.muteFailed),
  })
}

export function useUnmute() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(safety.unmute, { params: { id } }),
    onSuccess: () => refetchPeople(client),
    onError: onErrorWith(outcomes.unmuteFailed),
  })
}

export function useReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewReport) => call(reports.send, { body }),
    onSuccess: () => {
      refetchPeople(client)
      void client.invalidateQueries({ queryKey: queryKeys.ownReports })
      showToast({ title: 'Report sent', description: 'We’ll tell you the outcome by email.' })
    },
    onError: onErrorWith(outcomes.reportFailed),
  })
}
