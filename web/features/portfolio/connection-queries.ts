// Connections to brokers as server data: going to the page where one signs in, and ending what came of it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { portfolio, type Provider } from '#shared/contracts/portfolio.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { rememberLeaving } from './left-for-broker.ts'
import { type Overview, useRemoval } from './queries.ts'

/** Goes to the page where one signs in at a broker. A refusal is said in the dialog, not in a toast. */
export function useConnect() {
  const leave = useLeaving()
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: (provider: Provider['name']) => call(portfolio.connect, { body: { provider } }),
    onSuccess: ({ url }) => leave(url, null),
  })
  useReturnByBack(reset)
  return { connect: mutate, reset, error, isLeaving: isPending || isSuccess }
}

/** The same for a connection that broke. */
export function useReconnect() {
  const leave = useLeaving()
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: (id: string) => call(portfolio.reconnect, { params: { id } }),
    onSuccess: ({ url }, id) => leave(url, id),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.reconnectFailed, error)
    },
  })
  useReturnByBack(reset)
  return { reconnect: mutate, isLeaving: isPending || isSuccess }
}

function useLeaving() {
  const client = useQueryClient()
  return (url: string, mends: string | null) => {
    const overview = client.getQueryData<Overview>(keys.portfolioOverview)
    rememberLeaving({ known: overview?.connections.map(({ id }) => id) ?? [], mends })
    location.assign(url)
  }
}

/** A page that Back brings out of the browser's memory is not on its way any more. */
function useReturnByBack(reset: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
}

export const useDisconnect = () =>
  useRemoval({
    remove: (id: string) => call(portfolio.disconnect, { params: { id } }),
    done: outcomes.brokerDisconnected,
    failed: outcomes.disconnectFailed,
  })

export const useDeleteAll = () =>
  useRemoval({
    remove: () => call(portfolio.deleteAll),
    done: outcomes.portfolioDeleted,
    failed: outcomes.portfolioDeletionFailed,
  })
