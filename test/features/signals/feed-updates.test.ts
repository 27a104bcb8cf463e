// The unseen signals of a feed, and adding them to the list.
import { expect, test } from 'vitest'
import type { Signal } from '#shared/contracts/signals.ts'
import { type FeedData, unseenOf, withNewest } from '#web/features/signals/feed-updates.ts'

/** Signals by the minute they were posted at; the highest is the newest. */
const at = (...minutes: number[]) =>
  minutes.map((minute) => ({ id: `s${minute}`, createdAt: new Date(minute * 60_000) }) as Signal)
const page = (minutes: number[], next?: string) => ({ items: at(...minutes), next })
const feed = (...pages: ReturnType<typeof page>[]): FeedData => ({
  pages,
  pageParams: pages.map((_, index) => (index === 0 ? undefined : `after ${index}`)),
})
const minutesOf = ({ pages }: FeedData) =>
  pages.map(({ items }) => items.map(({ createdAt }) => createdAt.getTime() / 60_000))
const unseen = (shown: number[], newest: ReturnType<typeof page>) => {
  const { unseen: found, isMore } = unseenOf(at(...shown), newest)
  return [found.map(({ createdAt }) => createdAt.getTime() / 60_000), isMore]
}

test('newer signals are unseen; signals older than the whole list are not', () => {
  expect(unseen([5, 4, 3], page([7, 6, 5, 4]))).toEqual([[7, 6], false])
  expect(unseen([5, 4, 3], page([5, 4, 3, 2, 1]))).toEqual([[], false])
  expect(unseen([9, 8], page([7, 6, 5]))).toEqual([[], false])
  expect(unseen([], page([2, 1]))).toEqual([[2, 1], false])
})

test('a newest page that ends with an unseen signal may be followed by more', () => {
  expect(unseen([5, 4], page([9, 8, 7], 'on'))).toEqual([[9, 8, 7], true])
  expect(unseen([5, 4], page([7, 6, 5], 'on'))).toEqual([[7, 6], false])
})

test('unseen signals become a page on top, and the other pages stay identical', () => {
  const before = feed(page([5, 4], 'a'), page([3, 2], 'b'))
  const after = withNewest(before, page([7, 6, 5], 'on'))
  expect(minutesOf(after)).toEqual([
    [7, 6],
    [5, 4],
    [3, 2],
  ])
  expect(after.pages.slice(1)).toEqual(before.pages)
  expect(after.pages[1]).toBe(before.pages[0])
  expect(after.pageParams).toHaveLength(3)
})

test('a posted signal on top keeps the order of the others and the next page', () => {
  expect(minutesOf(withNewest(feed(page([9, 5, 4], 'a')), page([9, 8, 5, 4])))).toEqual([[9, 8, 5, 4]])
  const joined = withNewest(feed(page([9, 7], 'a'), page([5, 4], 'b')), page([9, 8, 7, 6, 5]))
  expect(minutesOf(joined)).toEqual([
    [9, 8, 7, 6],
    [5, 4],
  ])
  expect(withNewest(feed(page([9, 5], 'on')), page([9, 8, 5])).pages.at(-1)?.next).toBe('on')
})

test('after a gap, or for an empty list, the newest page replaces the list', () => {
  const newest = page([9, 8], 'on')
  expect(withNewest(feed(page([5, 4])), newest)).toEqual({ pages: [newest], pageParams: [undefined] })
  expect(withNewest(feed(page([])), newest)).toEqual({ pages: [newest], pageParams: [undefined] })
})

test('without unseen signals nothing changes', () => {
  const before = feed(page([5, 4], 'a'))
  expect(withNewest(before, page([5, 4, 3], 'on'))).toEqual(before)
})
