// One comment of a thread: its writer with what they have at stake, the text, and what the viewer can do with it.
import { type ReactNode, useState } from 'react'
import type { Comment, Composer } from '#shared/contracts/comments.ts'
import { age } from '#shared/rules/age.ts'
import { GONE_TEXT, stakeText } from '#shared/rules/comment-text.ts'
import { headerInitials, signedName } from '#shared/rules/people.ts'
import { LinkedText } from '#web/lib/linked-text.tsx'
import { fullDate, shortDate } from '#web/lib/money-and-dates.ts'
import { MoreMenu } from '#web/lib/more-menu.tsx'
import { useNowSelector } from '#web/lib/now.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { hueOf } from '#web/ui/hue.ts'
import { CommentBox } from './comment-box.tsx'
import { DeleteComment } from './delete-comment.tsx'
import { useEditComment, usePostComment, useVersions } from './queries.ts'

type CommentRowProps = {
  comment: Comment
  signalId: string
  /** Whether stakes name their ticker. */
  hasSeveralTickers: boolean
  composer: Composer
  /** Whether the page's address links to this comment. */
  isLinked: boolean
  onPosted: (id: string) => void
}

export function CommentRow(props: CommentRowProps) {
  const { comment, isLinked } = props
  const { id, parentId, writer } = comment
  return (
    <li
      id={`comment-${id}`}
      tabIndex={-1}
      aria-current={isLinked ? 'true' : undefined}
      className={classes(
        'grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 py-3 outline-none md:px-6',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
        parentId === null ? 'border-t border-line' : 'pl-15 md:pl-17',
        isLinked && 'bg-brand-soft',
      )}
    >
      {writer ? <Present {...props} writer={writer} /> : <Gone comment={comment} />}
    </li>
  )
}

/** The placeholder for a comment whose text is gone. */
function Gone({ comment: { id, gone, isOwn } }: { comment: Comment }) {
  return (
    <p className="col-start-2 text-small text-ink-2">
      {GONE_TEXT[gone ?? 'deleted']}
      {gone === 'removed' && isOwn && (
        <>
          {' · '}
          <a href={paths.appeal(id)} className="link">
            See why or appeal
          </a>
        </>
      )}
    </p>
  )
}

type PresentProps = CommentRowProps & { writer: NonNullable<Comment['writer']> }

function Present({ comment, writer, signalId, hasSeveralTickers, composer, onPosted }: PresentProps) {
  const [doing, setDoing] = useState<'reply' | 'edit' | 'delete'>()
  const { id, parentId, body = '', mentions, isAuthor, isOwn, editUntil, editedAt, isReported } = comment
  const name = signedName(writer)
  const profile = paths.profile(writer.username)
  const isEditable = useNowSelector((nowMs) => ((editUntil?.getTime() ?? 0) > nowMs ? 'yes' : '')) !== ''
  const stop = () => setDoing(undefined)
  const edit = useEditComment(signalId)
  const post = usePostComment(signalId)
  return (
    <>
      <a href={profile} tabIndex={-1} aria-hidden="true" className="self-start rounded-full">
        <Avatar
          size="sm"
          initials={headerInitials(writer)}
          hue={hueOf(writer.id)}
          src={writer.profileImageUrl}
        />
      </a>
      <div className="min-w-0">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-small text-ink-3">
          <a
            href={profile}
            className="max-w-full truncate rounded-badge py-0.5 font-strong text-ink underline-offset-[0.2em] hover:underline"
          >
            {name}
          </a>
          {isAuthor && <Badge>Author</Badge>}
          {comment.stake?.map((stake) => (
            <span key={stake.ticker} className="inline-flex items-center gap-1 font-medium text-ink-2">
              <span aria-hidden="true" className="size-1.5 rounded-full bg-ink-3" />
              {stakeText(stake, hasSeveralTickers, shortDate)}
            </span>
          ))}
          <a
            href={paths.comment(signalId, id)}
            className="inline-flex min-h-6 items-center rounded-badge tabular-nums underline-offset-[0.2em] hover:underline"
          >
            <CommentAge at={comment.createdAt} />
          </a>
          {editedAt && <Edited id={id} />}
        </p>
        {doing === 'edit' ? (
          <div className="pt-1">
            <CommentBox
              label="Edit your comment"
              submitLabel="Save"
              pendingLabel="Saving..."
              isPending={edit.isPending}
              initial={body}
              onSubmit={async (written) => {
                await edit.mutateAsync({ id, body: written.body })
                stop()
              }}
              onCancel={stop}
            />
          </div>
        ) : (
          <Text isReported={isReported ?? false}>
            <LinkedText mentions={mentions}>{body}</LinkedText>
          </Text>
        )}
        <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-4">
          {composer.refusal === null && (
            <Act onClick={() => setDoing('reply')} label={`Reply to ${name}`}>
              Reply
            </Act>
          )}
          {isOwn && isEditable && <Act onClick={() => setDoing('edit')}>Edit</Act>}
          {isOwn && <Act onClick={() => setDoing('delete')}>Delete</Act>}
          <MoreMenu
            label={`More about the comment by ${name}`}
            subject={{
              path: paths.comment(signalId, id),
              ...(!isOwn && { person: writer }),
              ...(!isOwn && !isReported && { report: { kind: 'comment', id } }),
            }}
          />
        </div>
        {doing === 'reply' && (
          <div className="pt-2">
            <CommentBox
              label={`Reply to ${name}`}
              placeholder={`Reply to ${name}`}
              submitLabel="Reply"
              pendingLabel="Sending..."
              isPending={post.isPending}
              composer={composer}
              onSubmit={async (written) => {
                const reply = await post.mutateAsync({ ...written, parentId: parentId ?? id })
                stop()
                onPosted(reply.id)
              }}
              onCancel={stop}
            />
          </div>
        )}
        {doing === 'delete' && <DeleteComment id={id} signalId={signalId} onClose={stop} />}
      </div>
    </>
  )
}

const Act = ({ label, ...rest }: { label?: string; onClick: () => void; children: string }) => (
  <button
    type="button"
    {...(label !== undefined && { 'aria-label': label })}
    className="min-h-7 rounded-badge text-small font-medium text-ink-2 hover:text-ink"
    {...rest}
  />
)

/** Hidden for the reporter only, until the case is decided. */
function Text({ isReported, children }: { isReported: boolean; children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  if (isShown || !isReported)
    return (
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {children}
      </p>
    )
  return (
    <p className="text-ink-2">
      You reported this comment. We’ll tell you the outcome.{' '}
      <button type="button" className="link" onClick={() => setIsShown(true)}>
        Show it
      </button>
    </p>
  )
}

/** Its earlier versions, on request. */
function Edited({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useVersions(id, isOpen)
  return (
    <>
      <button
        type="button"
        className="min-h-6 rounded-badge underline underline-offset-[0.2em] hover:text-ink"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Edited
      </button>
      {isOpen && data && (
        <ul className="my-1 grid w-full gap-1 rounded-control bg-sunken px-3 py-2 text-ink-2">
          {data.map(({ createdAt, body }) => (
            <li key={createdAt.toISOString()} className="wrap-anywhere whitespace-pre-line">
              <span className="text-ink-3">{fullDate(createdAt)}:</span> {body}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Updated while the page is open. */
function CommentAge({ at }: { at: Date }) {
  const text = useNowSelector((nowMs) => age(at.getTime(), nowMs))
  return (
    <time dateTime={at.toISOString()} title={fullDate(at)}>
      {text}
    </time>
  )
}
