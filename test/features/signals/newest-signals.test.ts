// What a feed lacks of its newest page, and where it goes when it is asked for.
import { expect, test } from 'vitest'
import type { Signal } from '#shared/contracts/signals.ts'
import { type FeedData, unseenOf, withNewest } from '#web/features/signals/feed-updates.ts'

/** Signals by the minute at which they were posted; the highest is the newest. */
const at = (...minutes: number[]) =>
  minutes.map((minute) => ({ id: `s${minute}`, createdAt: new Date(minute * 60_000) }) as Signal)
const page = (minutes: number[], next?: string) => ({ items: at(...minutes), next })
const feed = (...pages: ReturnType<typeof page>[]): FeedData => ({
  pages,
  pageParams: pages.map((_, place) => (place === 0 ? undefined : `after ${place}`)),
})
const minutesOf = ({ pages }: FeedData) =>
  pages.map(({ items }) => items.map(({ createdAt }) => createdAt.getTime() / 60_000))
const unseen = (shown: number[], newest: ReturnType<typeof page>) => {
  const { unseen: found, isMore } = unseenOf(at(...shown), newest)
  return [found.map(({ createdAt }) => createdAt.getTime() / 60_000), isMore]
}

test('what is newer and not there is unseen; what is older than all that was loaded is not', () => {
  expect(unseen([5, 4, 3], page([7, 6, 5, 4]))).toEqual([[7, 6], false])
  expect(unseen([5, 4, 3], page([5, 4, 3, 2, 1]))).toEqual([[], false])
  expect(unseen([9, 8], page([7, 6, 5]))).toEqual([[], false])
  expect(unseen([], page([2, 1]))).toEqual([[2, 1], false])
})

test('a newest page that ends among what is unseen says that there may be more', () => {
  expect(unseen([5, 4], page([9, 8, 7], 'on'))).toEqual([[9, 8, 7], true])
  expect(unseen([5, 4], page([7, 6, 5], 'on'))).toEqual([[7, 6], false])
})

test('what is unseen becomes a page on top, and the others stay the very same', () => {
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

test('an own signal on top leaves the others their places below it, and the way on', () => {
  expect(minutesOf(withNewest(feed(page([9, 5, 4], 'a')), page([9, 8, 5, 4])))).toEqual([[9, 8, 5, 4]])
  const joined = withNewest(feed(page([9, 7], 'a'), page([5, 4], 'b')), page([9, 8, 7, 6, 5]))
  expect(minutesOf(joined)).toEqual([
    [9, 8, 7, 6],
    [5, 4],
  ])
  expect(withNewest(feed(page([9, 5], 'on')), page([9, 8, 5])).pages.at(-1)?.next).toBe('on')
})

test('where more is missing than a page, or nothing was there, the newest page stands alone', () => {
  const newest = page([9, 8], 'on')
  expect(withNewest(feed(page([5, 4])), newest)).toEqual({ pages: [newest], pageParams: [undefined] })
  expect(withNewest(feed(page([])), newest)).toEqual({ pages: [newest], pageParams: [undefined] })
})

test('nothing unseen changes nothing', () => {
  const before = feed(page([5, 4], 'a'))
  expect(withNewest(before, page([5, 4, 3], 'on'))).toEqual(before)
})
