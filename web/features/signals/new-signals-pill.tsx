// The pill above the feed that counts new signals and shows them when pressed.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FeedScope } from '#shared/contracts/signals.ts'
import { Pill, PillContainer } from '#web/ui/pill.tsx'
import { showUnseen, unseenOf, useNewestPage } from './feed-updates.ts'
import { useFeed } from './queries.ts'

/** For a feed that has loaded. */
export function NewSignalsPill({ scope }: { scope: FeedScope }) {
  const client = useQueryClient()
  const { data: feed } = useFeed(scope)
  const { data: newest } = useNewestPage(scope)
  /** The id of the first signal when the pill was pressed. */
  const firstBefore = useRef<string>(undefined)
  const shown = feed?.pages.flatMap(({ items }) => items) ?? []
  const { unseen, isMore } = unseenOf(shown, newest)
  // Following a person from an empty feed leaves its list of people in place until the viewer is done with
  // it.
  const isEmpty = shown.length === 0 && scope === 'following'

  // The pill disappears when pressed. Once the new signals are rendered, the focus moves to the first of
  // them.
  useEffect(() => {
    const card = document.querySelector<HTMLElement>('[data-signal]')
    if (firstBefore.current === undefined || card?.dataset.signal === firstBefore.current) return
    firstBefore.current = undefined
    card?.querySelector<HTMLElement>('a:not([tabindex])')?.focus({ preventScroll: true })
  })

  const show = () => {
    firstBefore.current = feed?.pages[0]?.items[0]?.id ?? ''
    scrollTo(0, 0)
    void showUnseen(client, scope)
  }
  return (
    <PillContainer role="status">
      {unseen.length > 0 && (
        <Pill onClick={show}>
          {isEmpty ? (
            'Show my feed'
          ) : (
            <>
              {unseen.length}
              {isMore && '+'} new {unseen.length === 1 ? 'signal' : 'signals'}
            </>
          )}
        </Pill>
      )}
    </PillContainer>
  )
}
