// What an open page reads again when the server tells that something about its person changed.
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#shared/live.ts'
import { followChanges } from './live-stream.ts'
import { queryClient } from './query.ts'
import { keys } from './query-keys.ts'
import { useAuth, useViewer } from './session.tsx'

type What = LiveEvent['what']

const READ_AGAIN: Record<What, { ownUser?: true; queries: readonly QueryKey[] }> = {
  account: { ownUser: true, queries: [keys.creators] },
  // Premium signals open or lock, and private people appear or disappear.
  subscriptions: { queries: [keys.subscriptions, keys.signals, keys.users, keys.portfolio] },
  revenue: { queries: [keys.revenue, keys.subscriptions] },
  session: { ownUser: true, queries: [] },
  everything: { ownUser: true, queries: [[]] },
}
/** Without a session nothing else can be read; should it still be there, the stream comes back, and with it everything. */
const BEFORE_ALL_OTHERS = ['session', 'everything'] as const

/** Changes come in groups: a payment is told as a subscription, an account and an income. */
const GROUP_MS = 100

function rowsOf(changed: ReadonlySet<What>) {
  const first = BEFORE_ALL_OTHERS.find((what) => changed.has(what))
  return (first ? [first] : [...changed]).map((what) => READ_AGAIN[what])
}

/** Once, for a signed-in person. What is on screen is read again behind it; the rest when it is next shown. */
export function useLive(): void {
  const { id } = useViewer()
  const { reload } = useAuth()
  const readAgain = useEffectEvent((changed: ReadonlySet<What>) => {
    const rows = rowsOf(changed)
    if (rows.some(({ ownUser }) => ownUser)) reload()
    for (const queryKey of rows.flatMap(({ queries }) => queries))
      void queryClient.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    const changed = new Set<What>()
    let timer = 0
    const leave = followChanges(id, (what) => {
      // A newer server may tell what this page doesn't know.
      if (!(what in READ_AGAIN)) return
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
      leave()
    }
  }, [id])
}
