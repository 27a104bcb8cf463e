// Finds out the result of a provider's page when the person returns, and announces it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CONNECTED_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import type { Connection } from '#shared/contracts/portfolio-accounts.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { go } from '#web/lib/navigation.ts'
import { showOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { paths } from '#web/paths.ts'
import { clearPendingRedirect, type PendingRedirect, readPendingRedirect } from './provider-redirect.ts'
import { portfolioOutcomes } from '#web/features/portfolio/outcomes.ts'

/** The status in the return address; not every provider adds one. */
type Status = 'success' | 'abandoned' | 'error' | 'unknown'
type Return = {
  /** Makes the query key of each return unique. */
  visit: number
  status: Status
  errorCode: string | undefined
  redirect: PendingRedirect | undefined
}

/** `missing`: the sign-in succeeded, but the server can't find the connection yet. */
type Result =
  | { kind: 'connected' | 'reconnected'; broker: string | undefined }
  | { kind: 'missing' | 'failed' | 'none' }

const RETURN_PARAMS = new URLSearchParams(CONNECTED_PATH.split('?')[1])
const STATUSES: Record<string, Status> = { SUCCESS: 'success', ABANDONED: 'abandoned', ERROR: 'error' }
let visits = 0

function parseReturn(search: string): Return | undefined {
  const params = new URLSearchParams(search)
  if ([...RETURN_PARAMS].some(([name, value]) => params.get(name) !== value)) return undefined
  const code = params.get('error_code') ?? ''
  return {
    visit: (visits += 1),
    status: STATUSES[params.get('status')?.toUpperCase() ?? ''] ?? 'unknown',
    // Anyone can write an address, so only text in the form of a code is shown.
    errorCode: /^\w{1,40}$/.test(code) ? code : undefined,
    redirect: readPendingRedirect(),
  }
}

/** The server's connections take precedence over the status in the address. */
function resultOf({ status, redirect }: Return, connections: readonly Connection[]): Result {
  const newestFirst = connections.toSorted((a, b) => b.since.getTime() - a.since.getTime())
  const added = newestFirst.find(({ id, state }) =>
    redirect ? !redirect.existingIds.includes(id) : state === 'reading',
  )
  if (added) return { kind: 'connected', broker: added.broker }
  if (status === 'error') return { kind: 'failed' }
  if (status === 'abandoned') return { kind: 'none' }
  const reconnected = newestFirst.find(
    ({ id, state }) => id === redirect?.reconnectingId && state !== 'broken' && state !== 'ended',
  )
  if (reconnected) return { kind: 'reconnected', broker: reconnected.broker }
  if (status === 'unknown') return { kind: 'none' }
  // The person may have connected a broker that was connected already.
  return connections.length > 0 && !redirect?.reconnectingId
    ? { kind: 'connected', broker: undefined }
    : { kind: 'missing' }
}

function announceResult(result: Result): void {
  if (result.kind === 'none') showOutcome(portfolioOutcomes.noBrokerConnected)
  if (result.kind !== 'connected' && result.kind !== 'reconnected') return
  const outcome =
    result.kind === 'reconnected' ? portfolioOutcomes.brokerReconnected : portfolioOutcomes.brokerConnected
  showOutcome(
    result.broker === undefined
      ? outcome
      : { ...outcome, title: outcome.title.replace('Broker', result.broker) },
  )
}

export type RedirectResult = NonNullable<ReturnType<typeof useRedirectResult>>

/** Undefined if the person doesn't come from a provider's page. */
export function useRedirectResult() {
  const client = useQueryClient()
  const [returned] = useState(() => parseReturn(location.search))
  useEffect(() => {
    if (!returned) return
    clearPendingRedirect()
    // A reload or Back must not process the return again, so all parameters of the provider are removed.
    go(paths.portfolio, { replace: true })
  }, [returned])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.connectionReturn(returned?.visit ?? 0),
    queryFn: async () => {
      const { connections } = await call(portfolio.discoverConnections)
      return returned && resultOf(returned, connections)
    },
    enabled: returned !== undefined,
    gcTime: 0,
  })
  useEffect(() => {
    if (!data) return
    void client.invalidateQueries({ queryKey: queryKeys.portfolio })
    announceResult(data)
  }, [client, data])
  return (
    returned && {
      kind: isFetching ? ('loading' as const) : error ? ('error' as const) : data?.kind,
      errorCode: returned.errorCode,
      /** Reconnecting has its own button to try again. */
      isReconnecting: returned.redirect?.reconnectingId != null,
      isSignedOut: isUnauthorized(error),
      refetch: () => void refetch(),
    }
  )
}
