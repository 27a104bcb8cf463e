// What came into a feed since it was read: counted first, shown when asked for, so that nothing moves by itself.
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { callPage, type ListPage } from '#web/lib/call.ts'
import { keys } from '#web/lib/query-keys.ts'

export type FeedData = InfiniteData<ListPage<Signal>, string | undefined>
type Newest = ListPage<Signal>

const newestFirst = (one: Signal, other: Signal) =>
  other.createdAt.getTime() - one.createdAt.getTime() || (other.id < one.id ? -1 : 1)

/**
 * The signals of the newest page that the shown list lacks. `isMore`: the page ends among them, so that there may be
 * further ones between it and the list.
 */
export function unseenOf(
  shown: readonly Signal[],
  newest: Newest | undefined,
): { unseen: Signal[]; isMore: boolean } {
  const known = new Set(shown.map(({ id }) => id))
  const oldest = shown.at(-1)
  const isUnseen = (signal: Signal) =>
    // Older than all that was loaded, it has its place on a page that was not asked for yet.
    !known.has(signal.id) && (oldest === undefined || newestFirst(signal, oldest) < 0)
  const items = newest?.items ?? []
  const last = items.at(-1)
  return {
    unseen: items.filter(isUnseen),
    isMore: newest?.next !== undefined && last !== undefined && isUnseen(last),
  }
}

/** The list with what it lacked; the newest page alone where more than that is missing. */
export function withNewest(feed: FeedData, newest: Newest): FeedData {
  const shown = feed.pages.flatMap(({ items }) => items)
  const { unseen, isMore } = unseenOf(shown, newest)
  if (isMore || shown.length === 0) return { pages: [newest], pageParams: [undefined] }
  return withUnseen(feed, unseen)
}

/** Pages stay what they are as far as possible: those that are the same need not be drawn again. */
function withUnseen({ pages, pageParams }: FeedData, unseen: Signal[]): FeedData {
  const [lowest] = unseen.toSorted(newestFirst).slice(-1)
  if (!lowest) return { pages, pageParams }
  // An own signal may stand above others that were not asked for yet.
  const isAbove = ({ items: [first] }: Newest) => first !== undefined && newestFirst(first, lowest) < 0
  const joined = pages.findLastIndex(isAbove) + 1
  const items = [...unseen, ...pages.slice(0, joined).flatMap((page) => page.items)].toSorted(newestFirst)
  return {
    pages: [{ items, next: pages[joined - 1]?.next }, ...pages.slice(joined)],
    pageParams: [undefined, ...pageParams.slice(joined)],
  }
}

const inOnePage = (feed: FeedData, items: Signal[]): FeedData => ({
  pages: [{ items, next: feed.pages.at(-1)?.next }],
  pageParams: [undefined],
})

/** The newest page, read again whenever the server tells of something; the list itself stays what it is. */
export function useNewest(scope: FeedScope) {
  const client = useQueryClient()
  return useQuery({
    queryKey: keys.newest(scope),
    queryFn: () => readNewest(client, scope),
    initialData: () => client.getQueryData<FeedData>(keys.feed(scope))?.pages[0],
  })
}

/** Where the list is known to be old, it is read again too, without what nobody asked to see yet. */
async function readNewest(client: QueryClient, scope: FeedScope): Promise<Newest> {
  const page = (cursor?: string, limit?: number) =>
    callPage(signals.feed, { query: { scope, cursor, limit } })
  const newest = await page()
  const state = client.getQueryState<FeedData>(keys.feed(scope))
  const shown = state?.data?.pages.flatMap(({ items }) => items)
  if (shown?.length === 0) await change(client, scope, (feed) => withNewest(feed, newest))
  if (!shown?.length || !state?.isInvalidated) return newest
  const { unseen } = unseenOf(shown, newest)
  const isUnseen = new Set(unseen.map(({ id }) => id))
  const again: FeedData = { pages: [newest], pageParams: [undefined] }
  let [count, { next }] = [newest.items.length - unseen.length, newest]
  while (next !== undefined && count < shown.length) {
    const older = await page(next, PAGE_SIZE_MAX)
    again.pages.push(older)
    again.pageParams.push(next)
    count += older.items.length
    next = older.next
  }
  again.pages[0] = { ...newest, items: newest.items.filter(({ id }) => !isUnseen.has(id)) }
  await change(client, scope, () => again)
  return newest
}

/** A page that is on its way would undo the change; it is asked for again when its place is still in view. */
async function change(client: QueryClient, scope: FeedScope, by: (feed: FeedData) => FeedData) {
  if (!client.getQueryData(keys.feed(scope))) return
  await client.cancelQueries({ queryKey: keys.feed(scope) })
  client.setQueryData<FeedData>(keys.feed(scope), (feed) => feed && by(feed))
}

/** Puts what was counted on top. */
export async function showNewest(client: QueryClient, scope: FeedScope): Promise<void> {
  const newest = client.getQueryData<Newest>(keys.newest(scope))
  if (newest) await change(client, scope, (feed) => withNewest(feed, newest))
}

/** An own signal stands on top at once, without being announced; what else is new is counted as ever. */
export async function showOwn(client: QueryClient, own: Signal): Promise<void> {
  for (const scope of ['following', 'everyone'] as const)
    await change(client, scope, (feed) => {
      const shown = feed.pages.flatMap(({ items }) => items)
      if (shown.some(({ id }) => id === own.id)) return feed
      return shown.length === 0 ? inOnePage(feed, [own]) : withUnseen(feed, [own])
    })
  void client.invalidateQueries({ queryKey: keys.newestPages })
}

/** Reads the newest page and shows it alone: what is older is below the fold by then. */
export async function refreshFeed(client: QueryClient, scope: FeedScope): Promise<void> {
  // As one page, of which the newest takes the place once it is here.
  await change(client, scope, (feed) =>
    inOnePage(
      feed,
      feed.pages.flatMap(({ items }) => items),
    ),
  )
  await client.refetchQueries({ queryKey: keys.feed(scope) })
}
