// The outcomes of signals. Each has its own cache entry, and one request fetches those that a page shows.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { OUTCOMES_MAX, type ListedOutcome, outcomes } from '#shared/contracts/outcomes.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Results change once a day, but a page may stay open. */
const KEPT_MS = 300_000
/** The wait before a failed request is retried. */
const AGAIN_MS = 20_000

/** Null if the server leaves the signal out. */
export const useOutcome = (signalId: string) =>
  useQuery({
    queryKey: queryKeys.outcome(signalId),
    queryFn: () => outcomeOf(signalId),
    staleTime: KEPT_MS,
    // A failed outcome is refetched while its card is on screen.
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  })

/** Refetches all outcomes on the page that couldn't be loaded. */
export function useRetryOutcomes(): () => void {
  const client = useQueryClient()
  return () =>
    void client.refetchQueries({
      queryKey: queryKeys.outcomes,
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    })
}

type Waiting = { resolve: (outcome: ListedOutcome | null) => void; reject: (error: unknown) => void }
let waiting = new Map<string, Waiting[]>()

/** The cards of a page request outcomes at the same moment, so one call fetches all of them. */
function outcomeOf(signalId: string): Promise<ListedOutcome | null> {
  if (waiting.size === 0) setTimeout(() => void answerAll())
  return new Promise((resolve, reject) => {
    waiting.set(signalId, [...(waiting.get(signalId) ?? []), { resolve, reject }])
  })
}

async function answerAll(): Promise<void> {
  const all = [...waiting]
  waiting = new Map()
  const batches = Array.from({ length: Math.ceil(all.length / OUTCOMES_MAX) }, (_, place) =>
    all.slice(place * OUTCOMES_MAX, (place + 1) * OUTCOMES_MAX),
  )
  await Promise.all(batches.map(answer))
}

async function answer(batch: [string, Waiting[]][]): Promise<void> {
  try {
    const answered = await call(outcomes.list, { query: { ids: batch.map(([id]) => id).join() } })
    const byId = new Map(answered.map((outcome) => [outcome.signalId, outcome]))
    for (const [id, asked] of batch) for (const { resolve } of asked) resolve(byId.get(id) ?? null)
  } catch (error) {
    for (const [, asked] of batch) for (const { reject } of asked) reject(error)
  }
}
