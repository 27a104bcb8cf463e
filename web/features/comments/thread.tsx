// A signal's comments on its page: the number, who can reply, the comments, and the box.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { Composer } from '#shared/contracts/comments.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { REFUSAL_TEXT, REPLIES_FROM_TEXT } from '#shared/rules/comment-text.ts'
import { countOf } from '#shared/rules/numbers.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { fullDate } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, SignalRowSkeleton } from '#web/ui/skeleton.tsx'
import { CommentBox } from './comment-box.tsx'
import { CommentRow } from './comment-row.tsx'
import { useLiveThread, usePostComment, useThread } from './queries.ts'

export function SignalThread({ signal: { id, tickers = [] } }: { signal: Signal }) {
  const linked = new URLSearchParams(useSearch()).get('comment') ?? undefined
  /** A comment that was just posted beyond the pages on screen. */
  const [jump, setJump] = useState<string>()
  const around = jump ?? linked
  const thread = useThread(id, around)
  const { data, error } = thread
  const newest = data?.pages.at(-1)
  useLiveThread(id, newest?.total)
  const comments = data?.pages.flatMap((page) => page.comments)
  useScrollTo(around, comments !== undefined)
  const onPosted = (posted: string) => setJump(posted)
  const composer = newest?.composer
  return (
    <CardList as="section" id="comments" aria-labelledby="comments-title" className="scroll-mt-20">
      <CardHead>
        <h2 id="comments-title" className="text-title font-strong">
          {newest ? (newest.total === 0 ? 'Comments' : countOf(newest.total, 'comment')) : 'Comments'}
        </h2>
        {composer && <span className="text-small text-ink-2">{REPLIES_FROM_TEXT[composer.repliesFrom]}</span>}
      </CardHead>
      {data?.pages[0]?.isLost && (
        <p role="status" className="px-4 py-3 text-small text-ink-2 md:px-6">
          The linked comment isn’t there anymore. Here are the others.
        </p>
      )}
      {error && !isUnauthorized(error) && (
        <ErrorState onRetry={() => void thread.refetch()} retrying={thread.isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load the comments.'}
        </ErrorState>
      )}
      {!data && !error && (
        <Loading label="Loading comments">
          <SignalRowSkeleton />
        </Loading>
      )}
      {comments && (
        <div>
          <More
            isShown={thread.hasPreviousPage}
            isPending={thread.isFetchingPreviousPage}
            onPress={thread.fetchPreviousPage}
          >
            Show earlier comments
          </More>
          {comments.length > 0 && (
            <ul aria-labelledby="comments-title" className="*:first:border-t-0">
              {comments.map((comment) => (
                <CommentRow
                  key={comment.id}
                  comment={comment}
                  signalId={id}
                  hasSeveralTickers={tickers.length > 1}
                  composer={composer!}
                  isLinked={comment.id === around}
                  onPosted={onPosted}
                />
              ))}
            </ul>
          )}
          <More
            isShown={thread.hasNextPage}
            isPending={thread.isFetchingNextPage}
            onPress={thread.fetchNextPage}
          >
            Show more comments
          </More>
          {composer && comments.length === 0 && composer.refusal === null && (
            <p className="px-4 py-3 text-small text-ink-2 md:px-6">No comments yet.</p>
          )}
        </div>
      )}
      {composer && (
        <Write signalId={id} composer={composer} isWhole={!thread.hasNextPage} onPosted={onPosted} />
      )}
    </CardList>
  )
}

type MoreProps = { isShown: boolean; isPending: boolean; onPress: () => unknown; children: string }

const More = ({ isShown, isPending, onPress, children }: MoreProps) =>
  isShown && (
    <div className="p-2">
      <Button
        block
        variant="ghost"
        pending={isPending}
        pendingLabel="Loading..."
        onClick={() => void onPress()}
      >
        {children}
      </Button>
    </div>
  )

type WriteProps = {
  signalId: string
  composer: Composer
  /** Whether the end of the thread is on screen. */
  isWhole: boolean
  onPosted: (id: string) => void
}

function Write({ signalId, composer, isWhole, onPosted }: WriteProps) {
  const post = usePostComment(signalId)
  const [said, setSaid] = useState('')
  const { refusal, waitUntil } = composer
  let content: ReactNode
  if (refusal !== null)
    content = (
      <p className="text-small text-ink-2">
        {REFUSAL_TEXT[refusal]}
        {waitUntil && ` You can write again from ${fullDate(waitUntil)}.`}
      </p>
    )
  else
    content = (
      <CommentBox
        label="Write a comment"
        placeholder="Add to the discussion"
        submitLabel="Comment"
        pendingLabel="Sending..."
        isPending={post.isPending}
        composer={composer}
        onSubmit={async (written) => {
          const { id } = await post.mutateAsync(written)
          setSaid('Your comment is posted.')
          if (!isWhole) onPosted(id)
        }}
      />
    )
  return (
    <div className="p-4 md:px-6">
      {content}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

/** Scrolls to the comment in the address, or to the thread if the address ends in #comments, once it is rendered. */
function useScrollTo(comment: string | undefined, isThere: boolean): void {
  const done = useRef<string>(undefined)
  useEffect(() => {
    const target =
      comment === undefined ? (location.hash === '#comments' ? 'comments' : undefined) : `comment-${comment}`
    if (!isThere || target === undefined || done.current === target) return
    const element = document.getElementById(target)
    if (!element) return
    done.current = target
    element.scrollIntoView({ block: comment === undefined ? 'start' : 'center' })
    if (comment !== undefined) element.focus({ preventScroll: true })
  })
}
