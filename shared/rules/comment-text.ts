// Words about comments: who may reply, what a writer has at stake, and what a person may still write.
import type { Composer, Stake } from '../contracts/comments.ts'
import type { RepliesFrom } from '../contracts/signals.ts'
import { countOf } from './numbers.ts'

export const GONE_TEXT = { deleted: 'Deleted by its writer', removed: 'Removed by Signalpost' } as const

/** Shown beside the number of comments. */
export const REPLIES_FROM_TEXT: Record<RepliesFrom, string> = {
  everyone: 'Everyone can reply',
  followers: 'Followers can reply',
  subscribers: 'Subscribers can reply',
  no_one: 'Replies off',
}

/** Shown instead of the comment box. */
export const REFUSAL_TEXT: Record<NonNullable<Composer['refusal']>, string> = {
  replies_off: 'The author turned off replies to this signal.',
  replies_from_followers: 'Only people who follow the author can reply.',
  replies_from_subscribers: 'Only subscribers of the author can reply.',
  replies_closed: 'Signalpost removed this signal’s text, so nobody can reply anymore.',
  suspended: 'You’re suspended and can’t comment for now.',
  comments_limit: 'You’ve written as many comments as you can for now.',
}

/** "Short since Oct 8", with the ticker if the signal has several. `dayOf`: words for a day. */
export function stakeText(
  { ticker, kind, since }: Stake,
  hasSeveral: boolean,
  dayOf: (at: Date) => string,
): string {
  const name = hasSeveral ? ` $${ticker}` : ''
  if (kind === 'holds' || since === null) return `Holds ${hasSeveral ? `$${ticker}` : 'it'} (linked)`
  return `${kind === 'buy' ? 'Buy' : 'Short'}${name} since ${dayOf(since)}`
}

/** "3 comments left for 24 hours"; empty while there are many. */
export function leftText({ left, mayLink }: Pick<Composer, 'left' | 'mayLink'>): string {
  return [
    left === null ? '' : `${countOf(left, 'comment')} left for 24 hours.`,
    mayLink ? '' : 'No links in your first week.',
  ]
    .filter(Boolean)
    .join(' ')
}
