// Which data an open page refetches when the server notifies it of a change.
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#shared/live.ts'
import { subscribeToChanges } from './live-stream.ts'
import { invalidateFeeds, queryClient } from './query.ts'
import { queryKeys } from './query-keys.ts'
import { useAuth, useViewer } from './session.tsx'

type Change = LiveEvent['what']

type Refetch = {
  ownUser?: true
  queries: readonly QueryKey[]
  /** The feeds may show something outdated. */
  feeds?: true
}

const REFETCH: Record<Exclude<Change, 'everything'>, Refetch> = {
  account: { ownUser: true, queries: [queryKeys.creators] },
  // Premium signals unlock or lock, and private people appear or disappear.
  subscriptions: {
    feeds: true,
    queries: [
      queryKeys.subscriptions,
      queryKeys.signals,
      queryKeys.users,
      queryKeys.followLists,
      queryKeys.portfolio,
    ],
  },
  revenue: { queries: [queryKeys.revenue, queryKeys.subscriptions] },
  // Every view of a person includes their return.
  portfolio: { ownUser: true, queries: [queryKeys.portfolio, queryKeys.users] },
  session: { ownUser: true, queries: [] },
  feed: { queries: [queryKeys.newestPages] },
  signals: { feeds: true, queries: [queryKeys.signals] },
  // The signed-in user's data includes the number of unseen alerts.
  alerts: { ownUser: true, queries: [queryKeys.alerts] },
  comments: { queries: [queryKeys.comments] },
}
/** Everything the server sends notifications about. Other data stays, such as a checkout in progress. */
const REFETCH_EVERYTHING: Refetch = {
  ownUser: true,
  feeds: true,
  queries: [...REFETCH.subscriptions.queries, ...REFETCH.account.queries],
}

function refetchesFor(changes: ReadonlySet<Change>): Refetch[] {
  // Without a session, every other request would fail. If the session still exists, the stream reconnects and
  // reports "everything".
  if (changes.has('session')) return [REFETCH.session]
  return [...changes].map((change) => (change === 'everything' ? REFETCH_EVERYTHING : REFETCH[change]))
}

/** Changes arrive in groups: one payment changes a subscription, an account and revenue. */
const GROUP_MS = 100

/**
 * Call once, for a signed-in person. Data on screen is refetched in the background, other data when it is
 * next shown.
 */
export function useLiveUpdates(): void {
  const { id } = useViewer()
  const { reload } = useAuth()
  const refetch = useEffectEvent((changes: ReadonlySet<Change>) => {
    const refetches = refetchesFor(changes)
    if (refetches.some(({ ownUser }) => ownUser)) reload()
    if (refetches.some(({ feeds }) => feeds)) invalidateFeeds(queryClient)
    for (const queryKey of new Set(refetches.flatMap(({ queries }) => queries)))
      void queryClient.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    const pending = new Set<Change>()
    let timer = 0
    const newestPage = debounceUntilVisible(() => refetch(new Set(['feed'])))
    const allPages = debounceUntilVisible(() => refetch(new Set(['signals'])))
    const alerts = debounceUntilVisible(() => refetch(new Set(['alerts'])))
    const unsubscribe = subscribeToChanges(id, (change) => {
      // A newer server may report changes that this page doesn't know.
      if (change !== 'everything' && !(change in REFETCH)) return
      if (change === 'feed') return newestPage.schedule()
      if (change === 'signals') return allPages.schedule()
      if (change === 'alerts') return alerts.schedule()
      if (pending.size === 0) timer = window.setTimeout(flush, GROUP_MS)
      pending.add(change)
    })
    function flush() {
      const group = new Set(pending)
      pending.clear()
      refetch(group)
    }
    return () => {
      clearTimeout(timer)
      newestPage.cancel()
      allPages.cancel()
      alerts.cancel()
      unsubscribe()
    }
  }, [id])
}

const [DEBOUNCE_MS, JITTER_MS] = [200, 800]

/**
 * Runs `action` once for all calls of `schedule` within 200 to 1,000 ms. The random part keeps open pages from all
 * sending requests at the same moment. A hidden page waits until it is visible. `cancel` drops what is scheduled.
 */
function debounceUntilVisible(action: () => void): { schedule(): void; cancel(): void } {
  let timer: number | undefined
  let isWaitingToBeVisible = false
  const isVisible = () => document.visibilityState === 'visible'

  function onVisibilityChange() {
    if (!isWaitingToBeVisible || !isVisible()) return
    isWaitingToBeVisible = false
    action()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  return {
    schedule() {
      timer ??= window.setTimeout(
        () => {
          timer = undefined
          if (isVisible()) action()
          else isWaitingToBeVisible = true
        },
        DEBOUNCE_MS + Math.random() * JITTER_MS,
      )
    },
    cancel() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}
