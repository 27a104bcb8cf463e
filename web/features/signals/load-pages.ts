// Pages of signals. Their outcomes come with them and are kept apart, because they change once a day.
import type { QueryClient } from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

function keepOutcomes(client: QueryClient, items: readonly Signal[]): void {
  for (const { id, outcome } of items) if (outcome) client.setQueryData(queryKeys.outcome(id), outcome)
}

/** Resolves with the page once the outcomes of its signals are kept. */
export async function withOutcomes(
  client: QueryClient,
  page: Promise<ListPage<Signal>>,
): Promise<ListPage<Signal>> {
  keepOutcomes(client, (await page).items)
  return await page
}

export async function loadSignal(client: QueryClient, id: string): Promise<Signal> {
  const signal = await call(signals.byId, { params: { id } })
  keepOutcomes(client, [signal])
  return signal
}

/**
 * The newest page of a feed, or its last reply if nothing has changed, in which case the server answers with a 304. The
 * page keeps the reply with its tag, because browsers must not store private responses. Signing out clears the client,
 * and the reply with it.
 */
export async function loadNewest(client: QueryClient, scope: FeedScope): Promise<ListPage<Signal>> {
  const key = queryKeys.newestReply(scope)
  const known = client.getQueryData<ListPage<Signal>>(key)
  const newest = await callPage(signals.feed, { query: { scope } }, known)
  if (newest !== known) keepOutcomes(client, newest.items)
  client.setQueryData(key, newest)
  return newest
}
