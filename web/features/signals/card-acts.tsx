// What readers do with a signal, at the foot of its card: comments, Useful, Share.
import { MessageCircle, ThumbsUp } from 'lucide-react'
import type { Signal } from '#shared/contracts/signals.ts'
import { callOf } from '#shared/rules/call-text.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { signedName } from '#shared/rules/people.ts'
import { ShareButton } from '#web/lib/share-button.tsx'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { classes } from '#web/ui/classes.ts'
import { ACT, UsefulButton } from './useful-button.tsx'

export function CardActs({ signal, viewerId }: { signal: Signal; viewerId: string | undefined }) {
  const { id, isPremium, isLocked, userId, usefulCount } = signal
  return (
    <>
      {!isLocked && viewerId !== undefined && (
        <>
          <CommentCount signal={signal} />
          {userId !== viewerId ? (
            <UsefulButton signal={signal} viewerId={viewerId} />
          ) : (
            usefulCount !== undefined && (
              <span className={ACT}>
                <ThumbsUp aria-hidden className="icon-sm" />
                Useful {formatCount(usefulCount)}
              </span>
            )
          )}
        </>
      )}
      {/* Visitors can't open the page of a premium signal. */}
      {!isPremium && (
        <ShareButton
          path={publicPaths.signal(id)}
          title={`${callOf(signal)} by ${signedName(signal.author)}`}
          label="Share this signal"
        />
      )}
    </>
  )
}

function CommentCount({ signal: { id, commentCount = 0, repliesFrom } }: { signal: Signal }) {
  if (commentCount === 0 && repliesFrom === 'no_one') return <span className={ACT}>Replies off</span>
  return (
    <a href={paths.comments(id)} className={classes(ACT, 'hover:bg-sunken hover:text-ink')}>
      <MessageCircle aria-hidden className="icon-sm" />
      {commentCount > 0 && formatCount(commentCount)}
      <span className="sr-only">{commentCount === 1 ? 'comment' : 'comments'}</span>
    </a>
  )
}
