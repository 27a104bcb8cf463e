// Coming back from a provider's page: the server looks once which brokers are connected, and what came of it is said.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CONNECTED_PATH, type Connection, portfolio } from '#shared/contracts/portfolio.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { go } from '#web/lib/navigation.ts'
import { outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { paths } from '#web/paths.ts'
import { forgetLeaving, type Left, recallLeaving } from './left-for-broker.ts'

/** What the provider says in the address; not all of them say anything. */
type Said = 'success' | 'abandoned' | 'error' | 'nothing'
type Return = { visit: number; said: Said; code: string | undefined; left: Left | undefined }

/** `connected` and `mended` have happened; `missing`: it should be there, and is not yet. */
type Result =
  | { kind: 'connected' | 'mended'; broker: string | undefined }
  | { kind: 'missing' | 'failed' | 'none' }

const RETURNED = new URLSearchParams(CONNECTED_PATH.split('?')[1])
const SAID: Record<string, Said> = { SUCCESS: 'success', ABANDONED: 'abandoned', ERROR: 'error' }
let visits = 0

function returnOf(search: string): Return | undefined {
  const params = new URLSearchParams(search)
  if ([...RETURNED].some(([name, value]) => params.get(name) !== value)) return undefined
  const code = params.get('error_code') ?? ''
  return {
    visit: (visits += 1),
    said: SAID[params.get('status')?.toUpperCase() ?? ''] ?? 'nothing',
    // Anybody can write an address: only what looks like a code is shown.
    code: /^\w{1,40}$/.test(code) ? code : undefined,
    left: recallLeaving(),
  }
}

/** What is there counts for more than what the address says. */
function resultOf({ said, left }: Return, connections: readonly Connection[]): Result {
  const newest = connections.toSorted((a, b) => b.since.getTime() - a.since.getTime())
  const added = newest.find(({ id, state }) => (left ? !left.known.includes(id) : state === 'reading'))
  if (added) return { kind: 'connected', broker: added.broker }
  if (said === 'error') return { kind: 'failed' }
  if (said === 'abandoned') return { kind: 'none' }
  const mended = newest.find(({ id, state }) => id === left?.mends && state !== 'broken' && state !== 'ended')
  if (mended) return { kind: 'mended', broker: mended.broker }
  if (said === 'nothing') return { kind: 'none' }
  // Somebody may connect once more what was connected already.
  return connections.length > 0 && !left?.mends
    ? { kind: 'connected', broker: undefined }
    : { kind: 'missing' }
}

function tell(result: Result): void {
  if (result.kind === 'none') showOutcome(outcomes.noBrokerConnected)
  if (result.kind !== 'connected' && result.kind !== 'mended') return
  const outcome = result.kind === 'mended' ? outcomes.brokerReconnected : outcomes.brokerConnected
  showOutcome(
    result.broker === undefined
      ? outcome
      : { ...outcome, title: outcome.title.replace('Broker', result.broker) },
  )
}

export type ConnectionReturn = NonNullable<ReturnType<typeof useConnectionReturn>>

/** Undefined for who does not come from there. */
export function useConnectionReturn() {
  const client = useQueryClient()
  const [back] = useState(() => returnOf(location.search))
  useEffect(() => {
    if (!back) return
    forgetLeaving()
    // A reload or Back to this page must not find it there again, whatever else the provider added.
    go(paths.portfolio, { replace: true })
  }, [back])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.connectionReturn(back?.visit ?? 0),
    queryFn: async () => {
      const { connections } = await call(portfolio.discoverConnections)
      return back && resultOf(back, connections)
    },
    enabled: back !== undefined,
    gcTime: 0,
  })
  useEffect(() => {
    if (!data) return
    void client.invalidateQueries({ queryKey: keys.portfolio })
    tell(data)
  }, [client, data])
  return (
    back && {
      kind: isFetching ? ('looking' as const) : error ? ('unknown' as const) : data?.kind,
      code: back.code,
      /** Whether it was to mend a connection, which has its own way to try again. */
      isMending: back.left?.mends != null,
      isSignedOut: isUnauthorized(error),
      look: () => void refetch(),
    }
  )
}
