// New signals in a feed: counted as they arrive and added only on request, so that the page never moves by
// itself.
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { callPage, type ListPage } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { loadNewest, withOutcomes } from './load-pages.ts'

export type FeedData = InfiniteData<ListPage<Signal>, string | undefined>
type Newest = ListPage<Signal>

const newestFirst = (a: Signal, b: Signal) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (b.id < a.id ? -1 : 1)

/**
 * The signals of the newest page that the list doesn't show yet. `isMore`: the last one of the page is among
 * them, so there may be more between the page and the list.
 */
export function unseenOf(
  shown: readonly Signal[],
  newest: Newest | undefined,
): { unseen: Signal[]; isMore: boolean } {
  const known = new Set(shown.map(({ id }) => id))
  const oldest = shown.at(-1)
  const isUnseen = (signal: Signal) =>
    // A signal older than everything in the list belongs to a page that isn't loaded yet.
    !known.has(signal.id) && (oldest === undefined || newestFirst(signal, oldest) < 0)
  const items = newest?.items ?? []
  const last = items.at(-1)
  return {
    unseen: items.filter(isUnseen),
    isMore: newest?.next !== undefined && last !== undefined && isUnseen(last),
  }
}

/** Adds the unseen signals to the list. If there may be a gap, the newest page replaces the list. */
export function withNewest(feed: FeedData, newest: Newest): FeedData {
  const shown = feed.pages.flatMap(({ items }) => items)
  const { unseen, isMore } = unseenOf(shown, newest)
  if (isMore || shown.length === 0) return { pages: [newest], pageParams: [undefined] }
  return withUnseen(feed, unseen)
}

/** Keeps as many pages as possible unchanged, because unchanged pages don't render again. */
function withUnseen({ pages, pageParams }: FeedData, unseen: Signal[]): FeedData {
  const [oldestUnseen] = unseen.toSorted(newestFirst).slice(-1)
  if (!oldestUnseen) return { pages, pageParams }
  // A signal that the viewer posted may be above unseen signals that aren't in the list yet.
  const isAbove = ({ items: [first] }: Newest) => first !== undefined && newestFirst(first, oldestUnseen) < 0
  const mergedPages = pages.findLastIndex(isAbove) + 1
  const items = [...unseen, ...pages.slice(0, mergedPages).flatMap((page) => page.items)].toSorted(
    newestFirst,
  )
  return {
    pages: [{ items, next: pages[mergedPages - 1]?.next }, ...pages.slice(mergedPages)],
    pageParams: [undefined, ...pageParams.slice(mergedPages)],
  }
}

const asOnePage = (feed: FeedData, items: Signal[]): FeedData => ({
  pages: [{ items, next: feed.pages.at(-1)?.next }],
  pageParams: [undefined],
})

/**
 * The newest page of a feed, reloaded whenever the server notifies the page. The list itself doesn't change.
 */
export function useNewestPage(scope: FeedScope) {
  const client = useQueryClient()
  return useQuery({
    queryKey: queryKeys.newest(scope),
    queryFn: () => loadNewestPage(client, scope),
    initialData: () => client.getQueryData<FeedData>(queryKeys.feed(scope))?.pages[0],
  })
}

/** If the list is out of date, it is reloaded too, but without the unseen signals. */
async function loadNewestPage(client: QueryClient, scope: FeedScope): Promise<Newest> {
  const newest = await loadNewest(client, scope)
  const state = client.getQueryState<FeedData>(queryKeys.feed(scope))
  const shown = state?.data?.pages.flatMap(({ items }) => items)
  if (!shown?.length || !state?.isInvalidated) return newest
  const { unseen } = unseenOf(shown, newest)
  const unseenIds = new Set(unseen.map(({ id }) => id))
  const reloaded: FeedData = { pages: [newest], pageParams: [undefined] }
  let [count, { next }] = [newest.items.length - unseen.length, newest]
  while (next !== undefined && count < shown.length) {
    const older = await withOutcomes(
      client,
      callPage(signals.feed, { query: { scope, cursor: next, limit: PAGE_SIZE_MAX } }),
    )
    reloaded.pages.push(older)
    reloaded.pageParams.push(next)
    count += older.items.length
    next = older.next
  }
  reloaded.pages[0] = { ...newest, items: newest.items.filter(({ id }) => !unseenIds.has(id)) }
  await updateFeed(client, scope, () => reloaded)
  return newest
}

/**
 * Cancels pages that are still loading, because they would undo the update; the list loads them again if
 * needed.
 */
async function updateFeed(client: QueryClient, scope: FeedScope, update: (feed: FeedData) => FeedData) {
  if (!client.getQueryData(queryKeys.feed(scope))) return
  await client.cancelQueries({ queryKey: queryKeys.feed(scope) })
  client.setQueryData<FeedData>(queryKeys.feed(scope), (feed) => feed && update(feed))
}

/** Adds the unseen signals to the top of the list. */
export async function showUnseen(client: QueryClient, scope: FeedScope): Promise<void> {
  const newest = client.getQueryData<Newest>(queryKeys.newest(scope))
  if (newest) await updateFeed(client, scope, (feed) => withNewest(feed, newest))
}

/**
 * Adds a signal that the viewer just posted to the top right away; other new signals are still only counted.
 */
export async function showPostedSignal(client: QueryClient, posted: Signal): Promise<void> {
  for (const scope of ['following', 'everyone'] as const)
    await updateFeed(client, scope, (feed) => {
      const shown = feed.pages.flatMap(({ items }) => items)
      if (shown.some(({ id }) => id === posted.id)) return feed
      return shown.length === 0 ? asOnePage(feed, [posted]) : withUnseen(feed, [posted])
    })
  void client.invalidateQueries({ queryKey: queryKeys.newestPages })
}

/** Shows a signal that the viewer just withdrew in its new state, in every feed that has it. */
export async function showChangedSignal(client: QueryClient, changed: Signal): Promise<void> {
  for (const scope of ['following', 'everyone'] as const)
    await updateFeed(client, scope, ({ pages, pageParams }) => ({
      pages: pages.map(({ items, next }) => ({
        items: items.map((signal) => (signal.id === changed.id ? changed : signal)),
        next,
      })),
      pageParams,
    }))
  void client.invalidateQueries({ queryKey: queryKeys.newestPages })
}

/** Reloads the feed so that it starts again with the newest page alone. */
export async function refreshFeed(client: QueryClient, scope: FeedScope): Promise<void> {
  // As a single page, so that the refetch loads only the newest page and replaces it.
  await updateFeed(client, scope, (feed) =>
    asOnePage(
      feed,
      feed.pages.flatMap(({ items }) => items),
    ),
  )
  await client.refetchQueries({ queryKey: queryKeys.feed(scope) })
}
