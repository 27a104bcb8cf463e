// What an open page reads again when the server tells that something about its person changed.
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#shared/live.ts'
import { followChanges } from './live-stream.ts'
import { queryClient, readFeedsAgain } from './query.ts'
import { keys } from './query-keys.ts'
import { useAuth, useViewer } from './session.tsx'
import { unhurried } from './unhurried.ts'

type What = LiveEvent['what']

type Reading = {
  ownUser?: true
  queries: readonly QueryKey[]
  /** What the feeds show may be wrong by now. */
  feeds?: true
}

const READ_AGAIN: Record<Exclude<What, 'everything'>, Reading> = {
  account: { ownUser: true, queries: [keys.creators] },
  // Premium signals open or lock, and private people appear or disappear.
  subscriptions: {
    feeds: true,
    queries: [keys.subscriptions, keys.signals, keys.users, keys.portfolio],
  },
  revenue: { queries: [keys.revenue, keys.subscriptions] },
  // The return is part of every view of a person.
  portfolio: { ownUser: true, queries: [keys.portfolio, keys.users] },
  session: { ownUser: true, queries: [] },
  feed: { queries: [keys.newestPages] },
}
/** All that may have been told in the meantime; not what never is, such as a checkout that was begun. */
const EVERYTHING: Reading = {
  ownUser: true,
  feeds: true,
  queries: [keys.subscriptions, keys.signals, keys.users, keys.portfolio, keys.creators],
}

function readingsOf(changed: ReadonlySet<What>): Reading[] {
  // Without a session nothing else can be read; if it is still there, the stream comes back, and everything with it.
  if (changed.has('session')) return [READ_AGAIN.session]
  return [...changed].map((what) => (what === 'everything' ? EVERYTHING : READ_AGAIN[what]))
}

/** Changes come in groups: a payment is told as a subscription, an account and an income. */
const GROUP_MS = 100

/** Once, for a signed-in person. What is on screen is read again behind it; the rest when it is next shown. */
export function useLive(): void {
  const { id } = useViewer()
  const { reload } = useAuth()
  const readAgain = useEffectEvent((changed: ReadonlySet<What>) => {
    const readings = readingsOf(changed)
    if (readings.some(({ ownUser }) => ownUser)) reload()
    if (readings.some(({ feeds }) => feeds)) readFeedsAgain(queryClient)
    for (const queryKey of new Set(readings.flatMap(({ queries }) => queries)))
      void queryClient.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    const changed = new Set<What>()
    let timer = 0
    const newest = unhurried(() => readAgain(new Set(['feed'])))
    const leave = followChanges(id, (what) => {
      // A newer server may tell what this page doesn't know.
      if (what !== 'everything' && !(what in READ_AGAIN)) return
      if (what === 'feed') return newest.ask()
      if (changed.size === 0) timer = window.setTimeout(settle, GROUP_MS)
      changed.add(what)
    })
    function settle() {
      const group = new Set(changed)
      changed.clear()
      readAgain(group)
    }
    return () => {
      clearTimeout(timer)
      newest.stop()
      leave()
    }
  }, [id])
}
