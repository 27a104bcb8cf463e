// The viewer's amount for figures after the price. Every figure of a page uses the same one.
import { useSyncExternalStore } from 'react'
import { storeCapital, storedCapital } from '#web/lib/personal-storage.ts'
import { useAuth } from '#web/lib/session.tsx'
import { capitalText, DEFAULT_CAPITAL_IN_CENTS, readCapital } from '#shared/rules/follower-cost.ts'

const listeners = new Set<() => void>()
/** If the browser blocks storage, the amount is kept here until the page is closed. */
const changed = new Map<string, number>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** US cents, and the function that changes them. Stays in this browser. */
export function useAmount(): [number, (cents: number) => void] {
  const userId = useAuth().user?.id
  const key = userId ?? ''
  const cents = useSyncExternalStore(
    subscribe,
    () => changed.get(key) ?? readCapital(storedCapital(userId)).cents ?? DEFAULT_CAPITAL_IN_CENTS,
    // Used when the server renders the page.
    () => DEFAULT_CAPITAL_IN_CENTS,
  )
  const change = (next: number) => {
    changed.set(key, next)
    storeCapital(userId, capitalText(next))
    for (const listener of listeners) listener()
  }
  return [cents, change]
}
