// Sends the person to a provider's page to connect or reconnect a broker, and stores the reason for their
// return.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { portfolio } from '#shared/contracts/portfolio.ts'
import type { Provider } from '#shared/contracts/portfolio-accounts.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { sessionStore } from '#web/lib/browser-storage.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { Overview } from '../queries.ts'
import { portfolioOutcomes } from '#web/features/portfolio/outcomes.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

/** Opens the provider's page for a new connection. The dialog shows a refusal, so there is no toast. */
export function useConnect() {
  const redirect = useRedirect()
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: (provider: Provider['name']) => call(portfolio.connect, { body: { provider } }),
    onSuccess: ({ url }) => redirect(url, null),
  })
  useResetOnBack(reset)
  return { connect: mutate, reset, error, isRedirecting: isPending || isSuccess }
}

/** Opens the provider's page for a broken connection. */
export function useReconnect() {
  const redirect = useRedirect()
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: (id: string) => call(portfolio.reconnect, { params: { id } }),
    onSuccess: ({ url }, id) => redirect(url, id),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(failedReconnect(error), error)
    },
  })
  useResetOnBack(reset)
  return { reconnect: mutate, isRedirecting: isPending || isSuccess }
}

const failedReconnect = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'email_not_verified'
    ? accountOutcomes.emailNotVerified
    : portfolioOutcomes.reconnectFailed

function useRedirect() {
  const client = useQueryClient()
  return (url: string, reconnectingId: string | null) => {
    const overview = client.getQueryData<Overview>(queryKeys.portfolioOverview)
    const existingIds = overview?.connections.map(({ id }) => id) ?? []
    savePendingRedirect({ existingIds, reconnectingId })
    location.assign(url)
  }
}

/** If Back restores the page from the browser's cache, the buttons are no longer pending. */
function useResetOnBack(reset: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
}

const PendingRedirect = z.object({
  /** The ids of the connections before the redirect; any other connection is new. */
  existingIds: z.array(z.string()),
  /** The id of the connection to reconnect; null for a new one. */
  reconnectingId: z.string().nullable(),
})
export type PendingRedirect = z.output<typeof PendingRedirect>

/** In session storage, because the person returns in the same tab. */
const KEY = 'signalpost-left-for-broker'

// Without storage, which some browsers refuse, the message after the return is less specific.
function savePendingRedirect(redirect: PendingRedirect): void {
  sessionStore.set(KEY, JSON.stringify(redirect))
}

export function readPendingRedirect(): PendingRedirect | undefined {
  return PendingRedirect.safeParse(sessionStore.getJson(KEY)).data
}

export function clearPendingRedirect(): void {
  sessionStore.remove(KEY)
}
