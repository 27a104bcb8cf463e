// The newest page of a feed. The page keeps the reply with its tag, because browsers may store nothing private.
import type { QueryClient } from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { callPage, type ListPage } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/**
 * Loads it, or returns the last reply if nothing has changed, which the server answers with a 304. Signing out clears
 * the client, and the reply with it.
 */
export async function loadNewest(client: QueryClient, scope: FeedScope): Promise<ListPage<Signal>> {
  const key = queryKeys.newestReply(scope)
  const known = client.getQueryData<ListPage<Signal>>(key)
  const newest = await callPage(signals.feed, { query: { scope } }, known)
  client.setQueryData(key, newest)
  return newest
}
