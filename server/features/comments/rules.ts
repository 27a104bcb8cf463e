// The rules for comments: who may reply to a signal, what a comment may contain, and how many a person may write.
import type { Composer } from '#shared/contracts/comments.ts'
import type { RepliesFrom } from '#shared/contracts/signals.ts'
import {
  COMMENT_EDIT_MINUTES,
  COMMENT_MENTIONS_MAX,
  COMMENTS_PER_DAY,
  COMMENTS_PER_THREAD,
  NEW_ACCOUNT,
} from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { linkedText } from '#shared/rules/linked-text.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The part of a signal's row that decides who may reply. */
export type Repliable = {
  userId: string
  isPremium: boolean
  repliesFrom: RepliesFrom | null
  follows: boolean
  pays: boolean
  removedFor: string | null
  hiddenAt: Date | null
}
export type Refusal = NonNullable<Composer['refusal']>

/** Who may reply: a premium signal is for subscribers at most. */
export const repliesFromOf = ({ isPremium, repliesFrom }: Pick<Repliable, 'isPremium' | 'repliesFrom'>) =>
  isPremium && repliesFrom !== 'no_one' ? 'subscribers' : (repliesFrom ?? 'everyone')

/**
 * Why a person who may read the signal can't reply, or null. The author can, unless nobody may. Withdrawing a signal
 * doesn't close its thread; removing it by a decision does.
 */
export function refusalOf(signal: Repliable, viewerId: string): Refusal | null {
  if (signal.removedFor !== null || signal.hiddenAt !== null) return 'replies_closed'
  const from = repliesFromOf(signal)
  if (from === 'no_one') return 'replies_off'
  if (signal.userId === viewerId || from === 'everyone') return null
  if (from === 'followers') return signal.follows || signal.pays ? null : 'replies_from_followers'
  return signal.pays ? null : 'replies_from_subscribers'
}

/**
 * The viewer's comments of the last 24 hours: their number and the time of the first, in total and in this thread, and
 * the time of the last one in this thread.
 */
export type Written = {
  accountSince: Date
  day: number
  thread: number
  firstOfDay: Date | null
  firstOfThread: Date | null
  lastOfThread: Date | null
}

export const isNewAccount = (accountSince: Date, now: Date) =>
  now.getTime() - accountSince.getTime() < NEW_ACCOUNT.days * DAY_MS

export type Allowance = Pick<Composer, 'left' | 'waitUntil' | 'mayLink' | 'mentionsMax'>

/** At this number or below, the composer shows how many comments are left. */
const FEW = 10

/** What the viewer may still write. `waitSeconds`: the operator's slow mode, between two comments in a thread. */
export function allowanceOf(written: Written, now: Date, waitSeconds: number): Allowance {
  const isNew = isNewAccount(written.accountSince, now)
  const ofDay = (isNew ? NEW_ACCOUNT.commentsPerDay : COMMENTS_PER_DAY) - written.day
  const ofThread = COMMENTS_PER_THREAD - written.thread
  const left = Math.max(0, Math.min(ofDay, ofThread))
  const afterDay = (first: Date | null) => (first === null ? now : new Date(first.getTime() + DAY_MS))
  const waits = [
    ...(ofDay <= 0 ? [afterDay(written.firstOfDay)] : []),
    ...(ofThread <= 0 ? [afterDay(written.firstOfThread)] : []),
    ...(written.lastOfThread && waitSeconds > 0
      ? [new Date(written.lastOfThread.getTime() + waitSeconds * 1000)]
      : []),
  ].filter((until) => until > now)
  const waitUntil = waits.length === 0 ? null : new Date(Math.max(...waits.map((until) => until.getTime())))
  return {
    left: left <= FEW ? left : null,
    waitUntil,
    mayLink: !isNew,
    mentionsMax: isNew ? NEW_ACCOUNT.mentionsMax : COMMENT_MENTIONS_MAX,
  }
}

/** The usernames that a text mentions, in lower case. */
export const namesIn = (body: string): string[] => [
  ...new Set(
    linkedText(body).flatMap((part) => (part.kind === 'person' ? [part.username.toLowerCase()] : [])),
  ),
]

/** A web address, even one that we wouldn't turn into a link. */
const ADDRESS = /\b(?:https?:\/\/|www\.)\S/i

/** The problem with this person's text, or null. */
export function faultOfBody(
  body: string,
  { mayLink, mentionsMax }: Pick<Allowance, 'mayLink' | 'mentionsMax'>,
): ProblemCode | null {
  if (!mayLink && ADDRESS.test(body)) return 'comment_links'
  return namesIn(body).length > mentionsMax ? 'comment_mentions' : null
}

export const editableUntil = (createdAt: Date) =>
  new Date(createdAt.getTime() + COMMENT_EDIT_MINUTES * MINUTE_MS)
