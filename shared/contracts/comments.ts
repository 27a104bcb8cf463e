// Comments on signals: a thread, writing in it, and what people found useful.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { COMMENT_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from '../limits.ts'
import { Id, Instant, readable, text } from '../wire.ts'
import { RepliesFrom } from './signals.ts'
import { Author } from './users.ts'

/** Why a comment's text isn't shown: its writer deleted it, or a moderator removed it. */
export const GoneBecause = z.enum(['deleted', 'removed'])
export type GoneBecause = z.output<typeof GoneBecause>

/** A writer's stake in a ticker of the signal, as far as the viewer may know it. */
export const Stake = z.object({
  ticker: z.string(),
  /** An open trade of theirs, or what their linked broker holds if they show it. */
  kind: z.enum(['buy', 'short', 'holds']),
  /** When the open trade was posted; null for a holding. */
  since: Instant.nullable(),
})
export type Stake = z.output<typeof Stake>

export const Comment = z.object({
  id: Id,
  /** The comment that it replies to; null if it replies to the signal. */
  parentId: Id.nullable(),
  createdAt: Instant,
  gone: GoneBecause.nullable(),
  /** This and all further fields except `isOwn` are missing once the comment is gone. */
  writer: Author.optional(),
  body: z.string().optional(),
  editedAt: Instant.optional(),
  /** Mentioned people whom the viewer may see: the name in the text in lower case, and the current username. */
  mentions: z.array(z.object({ name: z.string(), username: z.string() })).optional(),
  stake: z.array(Stake).optional(),
  /** Whether the writer wrote the signal. */
  isAuthor: z.boolean(),
  isOwn: z.boolean(),
  /** Until when the viewer can edit it. */
  editUntil: Instant.optional(),
  /** Whether the viewer reported it and the report isn't decided. */
  isReported: z.literal(true).optional(),
})
export type Comment = z.output<typeof Comment>

/** What the viewer may write in a thread now. */
export const Composer = z.object({
  /** Who may reply to the signal. */
  repliesFrom: RepliesFrom,
  /** Why the viewer can't write; null if they can. */
  refusal: z
    .enum([
      'replies_off',
      'replies_from_followers',
      'replies_from_subscribers',
      'replies_closed',
      'suspended',
      'comments_limit',
    ])
    .nullable(),
  /**
   * How many comments the viewer has left within 24 hours, in this thread and in total; null unless only a few are
   * left.
   */
  left: z.int().nullable(),
  /** When the viewer can write the next one, if they have to wait. */
  waitUntil: Instant.nullable(),
  mayLink: z.boolean(),
  mentionsMax: z.int(),
  /** Whether a linked broker of the viewer holds a ticker of the signal now, so that they may show it. */
  holds: z.boolean(),
})
export type Composer = z.output<typeof Composer>

export const Thread = z.object({
  /** How many comments have a text. */
  total: z.int(),
  /** Replies follow their comment; both oldest first. */
  comments: z.array(Comment),
  /** The cursors of the previous and the next page; null if there is none. */
  earlier: z.string().nullable(),
  later: z.string().nullable(),
  composer: Composer,
})
export type Thread = z.output<typeof Thread>

const Body = readable(
  text('Write a comment')
    .trim()
    .min(1, 'Write a comment')
    .max(COMMENT_MAX, `A comment can have at most ${COMMENT_MAX} characters`),
  'A comment',
  { hasLines: true },
)
export const NewComment = z.object({
  body: Body,
  /** A comment of the same thread. A reply to a reply is shown below the same comment. */
  parentId: Id.nullable().default(null),
  /** Lets readers see that a linked broker of the writer holds a ticker of the signal. */
  showsHolding: z.boolean('showsHolding must be true or false').default(false),
  /** The id of the new comment. A client that missed the response retries with the same id. */
  draftId: Id.optional(),
})
export type NewComment = z.output<typeof NewComment>

const params = z.object({ id: Id })
const limit = 'limit must be a whole number from 1 to 100'
const Cursor = z.string().max(200).optional()

export const comments = {
  thread: endpoint({
    method: 'GET',
    path: '/api/signals/:id/comments',
    summary:
      'A page of a signal’s comments, oldest first: the first one, the one after or before a cursor, or the one around a comment',
    access: 'member',
    params,
    query: z.object({
      limit: z.coerce.number(limit).int(limit).min(1, limit).max(PAGE_SIZE_MAX, limit).default(PAGE_SIZE),
      after: Cursor,
      before: Cursor,
      around: Id.optional(),
    }),
    reply: Thread,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/api/signals/:id/comments/live',
    summary: 'Notifies the viewer’s open pages of changes in this thread for ten minutes',
    access: 'member',
    params,
    reply: z.object({ total: z.int() }),
  }),
  post: endpoint({
    method: 'POST',
    path: '/api/signals/:id/comments',
    summary: 'Comments on a signal, or replies to a comment',
    access: 'member',
    limit: 'commenting',
    needsVerifiedEmail: true,
    forbiddenWhile: 'post',
    status: 201,
    params,
    body: NewComment,
    reply: Comment,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/comments/:id',
    summary: 'Changes an own comment within 15 minutes; what it said before stays readable',
    access: 'member',
    limit: 'commenting',
    forbiddenWhile: 'post',
    params,
    body: z.object({ body: Body }),
    reply: Comment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/comments/:id',
    summary: 'Deletes an own comment with its earlier versions; its place stays. Can be repeated',
    access: 'member',
    params,
    reply: z.object({ isDeleted: z.boolean() }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/comments/:id/versions',
    summary: 'What an edited comment said before, oldest first',
    access: 'member',
    params,
    reply: z.array(z.object({ createdAt: Instant, body: z.string() })),
  }),
  useful: endpoint({
    method: 'PUT',
    path: '/api/signals/:id/useful',
    summary: 'Says that the viewer found a signal useful; saying it twice changes nothing',
    access: 'member',
    params,
    reply: z.object({ isUseful: z.boolean() }),
  }),
  notUseful: endpoint({
    method: 'DELETE',
    path: '/api/signals/:id/useful',
    summary: 'Takes it back; doing it twice changes nothing',
    access: 'member',
    params,
    reply: z.object({ isUseful: z.boolean() }),
  }),
}
