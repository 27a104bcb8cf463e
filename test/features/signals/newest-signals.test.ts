// Finding the signals that a loaded feed doesn't show yet, and adding them.
import { expect, test } from 'vitest'
import type { Signal } from '#shared/contracts/signals.ts'
import { type FeedData, unseenOf, withNewest } from '#web/features/signals/newest.ts'

/** Signals by the minute they were posted at; the highest is the newest. */
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

test('newer signals that the feed lacks are unseen; signals older than all loaded ones are not', () => {
  expect(unseen([5, 4, 3], page([7, 6, 5, 4]))).toEqual([[7, 6], false])
  expect(unseen([5, 4, 3], page([5, 4, 3, 2, 1]))).toEqual([[], false])
  expect(unseen([9, 8], page([7, 6, 5]))).toEqual([[], false])
  expect(unseen([], page([2, 1]))).toEqual([[2, 1], false])
})

test('a newest page of only unseen signals means that there may be more', () => {
  expect(unseen([5, 4], page([9, 8, 7], 'on'))).toEqual([[9, 8, 7], true])
  expect(unseen([5, 4], page([7, 6, 5], 'on'))).toEqual([[7, 6], false])
})

test('unseen signals become a page on top, and the other pages stay the same objects', () => {
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

test('an own signal on top keeps the others below it, and the next page', () => {
  expect(minutesOf(withNewest(feed(page([9, 5, 4], 'a')), page([9, 8, 5, 4])))).toEqual([[9, 8, 5, 4]])
  const joined = withNewest(feed(page([9, 7], 'a'), page([5, 4], 'b')), page([9, 8, 7, 6, 5]))
  expect(minutesOf(joined)).toEqual([
    [9, 8, 7, 6],
    [5, 4],
  ])
  expect(withNewest(feed(page([9, 5], 'on')), page([9, 8, 5])).pages.at(-1)?.next).toBe('on')
})

test('if more than a page is missing, or nothing was loaded, only the newest page remains', () => {
  const newest = page([9, 8], 'on')
  expect(withNewest(feed(page([5, 4])), newest)).toEqual({ pages: [newest], pageParams: [undefined] })
  expect(withNewest(feed(page([])), newest)).toEqual({ pages: [newest], pageParams: [undefined] })
})

test('without unseen signals nothing changes', () => {
  const before = feed(page([5, 4], 'a'))
  expect(withNewest(before, page([5, 4, 3], 'on'))).toEqual(before)
})
