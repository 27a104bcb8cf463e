// Alerts, bells, the viewer's alert settings, and saved signals.
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Alert, alerts, type AlertSettings, type Bell } from '#shared/contracts/alerts.ts'
import { bookmarks } from '#shared/contracts/bookmarks.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import type { Request } from '#shared/endpoint.ts'
import type { AlertEmail, AlertFilter, BellLevel } from '#shared/rules/alert-kinds.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { failure, followOutcome, type Outcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

const outcomes = {
  bellFailed: failure('Error', 'Couldn’t change these alerts. Try again.'),
  readFailed: failure('Error', 'Couldn’t mark your alerts as read. Try again.'),
  settingsFailed: failure('Error', 'Couldn’t save your alert settings. Try again.'),
} as const satisfies Record<string, Outcome>

const onErrorWith = (outcome: Outcome) => (error: unknown) => {
  if (!isUnauthorized(error)) followOutcome(outcome, error)
}

const paged = { initialPageParam: undefined as string | undefined }

export const useAlerts = (filter: AlertFilter) =>
  useInfiniteQuery({
    ...paged,
    getNextPageParam: (page: ListPage<Alert>) => page.next,
    queryKey: queryKeys.alertList(filter),
    queryFn: ({ pageParam: cursor }) => callPage(alerts.list, { query: { filter, cursor } }),
    // Whether an alert is new depends on the last visit, so each visit fetches the list again.
    gcTime: 0,
  })

type Marked = { at: Date; filter: AlertFilter }

/** Marks what the list shows as seen, which updates the badge on every open page. */
export function useMarkSeen() {
  const { changeUser } = useAuth()
  return useMutation({
    mutationFn: ({ at, filter }: Marked) => call(alerts.seen, { body: { at: at.toISOString(), filter } }),
    onSuccess: ({ unseen }) => changeUser((user) => ({ ...user, alerts: { unseen } })),
  })
}

/** Optimistically marks what the list shows as read, so that no open page marks it as new. */
export function useMarkRead() {
  const { changeUser } = useAuth()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ at, filter }: Marked) => call(alerts.read, { body: { at: at.toISOString(), filter } }),
    onMutate: ({ at, filter }) =>
      client.setQueryData<InfiniteData<ListPage<Alert>>>(
        queryKeys.alertList(filter),
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((alert) => (alert.createdAt > at ? alert : { ...alert, isRead: true })),
            })),
          },
      ),
    onSuccess: ({ unseen }) => changeUser((user) => ({ ...user, alerts: { unseen } })),
    onError: onErrorWith(outcomes.readFailed),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.alerts }),
  })
}

export const useBell = (authorId: string) =>
  useQuery({
    queryKey: queryKeys.bell(authorId),
    queryFn: () => call(alerts.bell, { params: { authorId } }),
  })

/** Missing fields don't change. Null: the preference for signals applies. */
type BellChange = {
  authorId: string
  level: BellLevel
  push?: boolean | null
  email?: AlertEmail | null
}

export function useSetBell() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ authorId, ...body }: BellChange) => call(alerts.setBell, { params: { authorId }, body }),
    onMutate: ({ authorId, ...changed }) => {
      const before = client.getQueryData<Bell>(queryKeys.bell(authorId))
      if (before)
        client.setQueryData<Bell>(queryKeys.bell(authorId), { ...before, ...changed, isChosen: true })
      return { before }
    },
    onSuccess: (bell, { authorId }) => {
      client.setQueryData<Bell>(queryKeys.bell(authorId), bell)
      client.setQueryData<AlertSettings>(
        queryKeys.alertSettings,
        (settings) =>
          settings && {
            ...settings,
            bells: settings.bells.map((row) =>
              row.person.id === authorId ? { ...row, level: bell.level } : row,
            ),
          },
      )
    },
    onError: (error, { authorId }, context) => {
      client.setQueryData<Bell>(queryKeys.bell(authorId), context?.before)
      onErrorWith(outcomes.bellFailed)(error)
    },
  })
}

export const useAlertSettings = () =>
  useQuery({ queryKey: queryKeys.alertSettings, queryFn: () => call(alerts.settings) })

export function useSaveAlertSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof alerts.saveSettings>['body']) => call(alerts.saveSettings, { body }),
    onSuccess: (settings) => client.setQueryData<AlertSettings>(queryKeys.alertSettings, settings),
    onError: onErrorWith(outcomes.settingsFailed),
  })
}

export const useBookmarks = () =>
  useInfiniteQuery({
    ...paged,
    getNextPageParam: (page: ListPage<Signal>) => page.next,
    queryKey: queryKeys.bookmarks,
    queryFn: ({ pageParam: cursor }) => callPage(bookmarks.list, { query: { cursor } }),
    gcTime: 0,
  })
