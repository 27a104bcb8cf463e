// The pill over the feed that says how many signals have come, and shows them when it is pressed.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FeedScope } from '#shared/contracts/signals.ts'
import { Pill, PillPlace } from '#web/ui/pill.tsx'
import { showNewest, unseenOf, useNewest } from './feed-updates.ts'
import { useFeed } from './queries.ts'

/** Over a feed that has been read. */
export function NewSignals({ scope }: { scope: FeedScope }) {
  const client = useQueryClient()
  const { data: feed } = useFeed(scope)
  const { data: newest } = useNewest(scope)
  /** What stood first when the pill was pressed. */
  const before = useRef<string>(undefined)
  const { unseen, isMore } = unseenOf(feed?.pages.flatMap(({ items }) => items) ?? [], newest)

  // The pill is gone with the press; the focus goes on to the first of what it announced, once that is there.
  useEffect(() => {
    const card = document.querySelector<HTMLElement>('[data-signal]')
    if (before.current === undefined || card?.dataset.signal === before.current) return
    before.current = undefined
    card?.querySelector<HTMLElement>('a:not([tabindex])')?.focus({ preventScroll: true })
  })

  const show = () => {
    before.current = feed?.pages[0]?.items[0]?.id ?? ''
    scrollTo(0, 0)
    void showNewest(client, scope)
  }
  return (
    <PillPlace role="status">
      {unseen.length > 0 && (
        <Pill onClick={show}>
          {unseen.length}
          {isMore && '+'} new {unseen.length === 1 ? 'signal' : 'signals'}
        </Pill>
      )}
    </PillPlace>
  )
}
