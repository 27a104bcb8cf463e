// The rules for who may see a person and who may read a signal. Every query that shows either uses them.
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Deps } from '#server/deps.ts'

/** The viewer id of a visitor. No account has it. */
export const STRANGER = '00000000-0000-0000-0000-000000000000'

/** A value, or the parameter of a prepared statement. */
type Operand<T> = T | Expression<T>

/** The viewer, the current instant, and the number of days for which an unpaid renewal still gives access. */
export type ViewerContext = { viewerId: Operand<string>; now: Operand<Date>; graceDays: Operand<number> }

export const viewerContext = ({ clock, config }: Pick<Deps, 'clock' | 'config'>, viewerId: string) => ({
  viewerId,
  now: clock.now(),
  graceDays: config.pastDueGraceDays,
})

/** Whether the subscription in this row of a query gives access now. */
export const givesAccess = (subscription: string, { now, graceDays }: Omit<ViewerContext, 'viewerId'>) =>
  sql<SqlBool>`is_paying(${sql.table(subscription)}, ${now}, ${graceDays})`

// Scalar subqueries, because with `exists` the planner may first collect everybody the viewer follows or pays.

/** Whether the viewer pays a creator, given as an id or a column reference. */
export const viewerPays = (context: ViewerContext, creatorId: Operand<string>): RawBuilder<boolean> =>
  sql<boolean>`((select true from subscriptions s where s.subscriber_id = ${context.viewerId}
    and s.creator_id = ${creatorId} and ${givesAccess('s', context)} limit 1) is true)`

/** Whether the viewer follows a person, given as an id or a column reference. */
export const viewerFollows = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, personId: Operand<string>) =>
  sql<boolean>`((select true from follows f where f.follower_id = ${viewerId} and f.following_id = ${personId}) is true)`

/**
 * Whether the viewer and a person have blocked each other, in either direction. The subquery depends on the viewer
 * only, so that PostgreSQL runs it once for a query and looks each person up in its result.
 */
export const isBlocked = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, personId: Expression<unknown>) =>
  sql<SqlBool>`${personId} in (select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId})`

/** Whether the viewer blocked a person, regardless of whether the person blocked the viewer. */
export const hasBlocked = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, personId: Expression<unknown>) =>
  sql<boolean>`${personId} in (select blocked_id from blocks where blocker_id = ${viewerId})`

/**
 * Whether a person's consent to visitors lets the viewer see them. Only visitors need it (spec answer 44); null counts
 * as no.
 */
const admits = (viewerId: Operand<string>, showsToVisitors: Expression<unknown>): RawBuilder<SqlBool> => {
  const agrees = sql<SqlBool>`(${showsToVisitors} is true)`
  if (viewerId === STRANGER) return agrees
  return typeof viewerId === 'string'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${viewerId} <> ${sql.lit(STRANGER)}::uuid or ${agrees})`
}

/** `admits` for rows without the author's consent, which is only looked up for visitors. */
const admitsAuthor = (viewerId: Operand<string>, authorId: Expression<unknown>) =>
  admits(viewerId, sql`(select shows_record_to_visitors from users where id = ${authorId})`)

/**
 * The rule for people: you can see yourself, public people, and private people you pay, unless one of you blocked the
 * other. A person whose account is being deleted is hidden from everybody else (spec answer 40). Visitors see public
 * people who consented to it.
 */
const maySee = (
  isSelf: RawBuilder<SqlBool>,
  person: {
    isPublic: Expression<unknown>
    isPaid: Expression<unknown>
    deletionRequestedAt: Expression<unknown>
    isBlocked: Expression<unknown>
    admits: Expression<unknown>
  },
) =>
  sql<SqlBool>`(${isSelf} or (${person.deletionRequestedAt} is null and (${person.isPublic} or ${person.isPaid})
    and not ${person.isBlocked} and ${person.admits}))`

const visibleIn = (context: ViewerContext, user: string, isApart: Expression<unknown>) =>
  maySee(sql`${sql.ref(`${user}.id`)} = ${context.viewerId}`, {
    isPublic: sql.ref(`${user}.isPublic`),
    isPaid: viewerPays(context, sql.ref(`${user}.id`)),
    deletionRequestedAt: sql.ref(`${user}.deletionRequestedAt`),
    isBlocked: isApart,
    admits: admits(context.viewerId, sql.ref(`${user}.showsRecordToVisitors`)),
  })

/** Whether the viewer may see the person in this row of `users`; `user` is the table's alias in the query. */
export const isVisible = (context: ViewerContext, user: string) =>
  visibleIn(context, user, isBlocked(context, sql.ref(`${user}.id`)))

/**
 * Like `isVisible`, but regardless of blocks: for the list of blocked people, and against names and pictures that look
 * like a creator's, because nobody may imitate a creator by blocking them first.
 */
export const isVisibleDespiteBlocks = (context: ViewerContext, user: string) =>
  visibleIn(context, user, sql.lit(false))

/**
 * Whether a person is listed: in the list of people and in suggestions, not only by exact name. The condition of the
 * indexes `users_newest` and `users_name_parts`.
 */
export const isListed = (user: string) =>
  sql<SqlBool>`(${sql.ref(`${user}.isPublic`)} and ${sql.ref(`${user}.deletionRequestedAt`)} is null
    and not ${sql.ref(`${user}.isFormer`)})`

/**
 * Whether a listed person is hidden from the viewer: one has blocked the other, or the viewer is a visitor and the
 * person shows their record to members only. `personId` is an id, or null for a former member, who is never hidden.
 */
export const isKeptFrom = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, personId: Expression<unknown>) =>
  sql<boolean>`(${personId} is not null
    and (${isBlocked({ viewerId }, personId)} or not ${admitsAuthor(viewerId, personId)}))`

/** Whether the viewer sees a hidden person's place without the name: they blocked the person or are a visitor. */
export const isPlaceKept = ({ viewerId }: Pick<ViewerContext, 'viewerId'>, personId: Expression<unknown>) =>
  viewerId === STRANGER ? isKeptFrom({ viewerId }, personId) : hasBlocked({ viewerId }, personId)

/** Whether a person is listed and visible to visitors. The condition of the index `users_shown_to_visitors`. */
export const isShownToVisitors = (user: string) =>
  sql<SqlBool>`(${sql.ref(`${user}.showsRecordToVisitors`)} and ${isListed(user)})`

/** Whether visitors may read a signal. `signal` and `author`: the aliases of their rows. */
export const isOpenToVisitors = (signal: string, author: string) =>
  sql<SqlBool>`(not ${sql.ref(`${signal}.isPremium`)} and ${isShownToVisitors(author)})`

/** Whether every member may read a signal. `signal` and `author`: the aliases of their rows. */
export const isOpenToAll = (signal: string, author: string) =>
  sql<SqlBool>`(not ${sql.ref(`${signal}.isPremium`)} and ${isListed(author)})`

/** The columns that a signal's row needs for the three rules below; `follows` and `pays` are evaluated once per row. */
export type Audience = {
  userId: string
  isPublic: boolean
  deletionRequestedAt: Date | null
  isPremium: boolean
  follows: boolean
  pays: boolean
}

const isOwn = (viewerId: Operand<string>) => sql<SqlBool>`user_id = ${viewerId}`

/** Whether the viewer may know that a signal exists: a signal is as visible as its author. */
export const isAuthorVisible = ({ viewerId }: Pick<ViewerContext, 'viewerId'>) =>
  maySee(isOwn(viewerId), {
    isPublic: sql.ref('isPublic'),
    isPaid: sql.ref('pays'),
    deletionRequestedAt: sql.ref('deletionRequestedAt'),
    isBlocked: isBlocked({ viewerId }, sql.ref('userId')),
    admits: admitsAuthor(viewerId, sql.ref('userId')),
  })

type Muting = Pick<ViewerContext, 'viewerId' | 'now'>

/** The values that the viewer has muted, of one or more kinds. Evaluated once per query. */
export const mutedBy = ({ viewerId, now }: Muting, kinds: RawBuilder<unknown>, value = sql`value`) =>
  sql`(select ${value} from mutes where person_id = ${viewerId} and kind in (${kinds})
    and (until is null or until > ${now}))`

/** Whether the viewer is notified of a person's actions: they may see the person and haven't muted them. */
export const isHeard = (context: ViewerContext, user: string) =>
  sql<SqlBool>`(${isVisible(context, user)}
    and ${sql.ref(`${user}.id`)} not in ${mutedBy(context, sql`'person'`, sql`muted_person_id`)})`

/** Whether the viewer has muted the author of a signal. Nobody can mute themselves. */
const isAuthorMuted = (context: Muting) =>
  sql<SqlBool>`${sql.ref('userId')} in ${mutedBy(context, sql`'person'`, sql`muted_person_id`)}`

/** Whether the viewer mutes any ticker or word. */
export const mutesContent = (context: Muting) =>
  sql<boolean>`exists ${mutedBy(context, sql`'ticker', 'word'`)}`

/** A muted word or phrase as a regular expression: whole words, with any white space between them. */
export const WORD_PATTERN = sql`'(^|[^[:alnum:]_])'
  || replace(regexp_replace(value, '([][\\\\.*+?^\${}()|/-])', '\\\\\\1', 'g'), ' ', '\\s+') || '($|[^[:alnum:]_])'`

/**
 * Whether a muted ticker or word keeps a signal out of the viewer's feeds. A locked signal never does: a gap would
 * reveal its ticker. `signal`: the prefix of its columns.
 */
const isContentMuted = (context: Muting, isOpen: Expression<SqlBool>, signal = '') => {
  const column = (name: string) => sql.ref(`${signal}${name}`)
  return sql<SqlBool>`case when ${mutesContent(context)} then ${isOpen} and (
    ${column('tickers')}::jsonb ?| array${mutedBy(context, sql`'ticker'`)}
    or (coalesce(${column('withdrawnAt')}, ${column('hiddenAt')}) is null
      and lower(${column('content')}) ~ any(array${mutedBy(context, sql`'word'`, WORD_PATTERN)}))) is true else false end`
}

/** Whether no muted ticker or word removes a signal from the viewer's feeds. `signal`: the alias of its row. */
export const isContentHeard = (context: ViewerContext, signal: string) => {
  const author = sql.ref<string>(`${signal}.userId`)
  const isOpen = sql<SqlBool>`(not ${sql.ref(`${signal}.isPremium`)} or ${author} = ${context.viewerId}
    or ${viewerPays(context, author)})`
  return sql<SqlBool>`not ${isContentMuted(context, isOpen, `${signal}.`)}`
}

/** Whether the author of a signal belongs in the viewer's own feed. */
export const isAuthorInFeed = (context: Muting) =>
  sql<SqlBool>`(${isAuthorVisible(context)} and (${isOwn(context.viewerId)} or follows or pays)
    and not ${isAuthorMuted(context)})`

/** Whether a signal belongs in the viewer's own feed. */
export const isInFeed = (context: Muting) =>
  sql<SqlBool>`(${isAuthorInFeed(context)} and not ${isContentMuted(context, isReadable(context))})`

/** Whether a signal belongs in the viewer's feed of everyone. */
export const isInEveryonesFeed = (context: Muting) =>
  sql<SqlBool>`(${isAuthorVisible(context)} and not ${isAuthorMuted(context)}
    and not ${isContentMuted(context, isReadable(context))})`

/** Whether the viewer may read the whole signal, and may find it by its content. `isLocked` is the same rule in JS. */
export const isReadable = (context: Pick<ViewerContext, 'viewerId'>) =>
  sql<SqlBool>`(${isAuthorVisible(context)} and (${isOwn(context.viewerId)} or not is_premium or pays))`

/** Whether the viewer may read a creator's premium content: the creator and paying subscribers may. */
export const mayReadPremium = (
  viewerId: string,
  { userId, pays: isPaid }: Pick<Audience, 'userId' | 'pays'>,
) => userId === viewerId || isPaid

/** Whether a visible signal is shown without its content. */
export const isLocked = (
  signal: Pick<Audience, 'userId' | 'isPremium' | 'pays'>,
  viewerId: string,
): boolean => signal.isPremium && !mayReadPremium(viewerId, signal)

/** Whether a signal was posted for subscribers. `signal`: the alias of its row. */
export const isForSubscribers = (signal: string) => sql<boolean>`${sql.ref(`${signal}.isPremium`)}`

/**
 * Whether a premium trade doesn't count yet in its author's public record. It counts from 90 days after the post on,
 * even if the log has opened it before (docs/record.md). `trade`: its row in `record_trades`.
 */
export const isTradeUncounted = (signal: string, trade: string) =>
  sql<boolean>`((${sql.ref(`${signal}.isPremium`)} or ${sql.ref(`${trade}.signalId`)} is not null)
    and ${sql.ref(`${trade}.isCounted`)} is not true)`

/** Whether only subscribers may see a trade: it is premium and not yet opened. `trade`: its row in `record_trades`. */
export const isTradeForSubscribersOnly = (signal: string, trade: string) =>
  sql<boolean>`(${sql.ref(`${signal}.isPremium`)} and ${sql.ref(`${trade}.opened`)} is null)`

/**
 * Whether a signal's trade is sealed in the log: it is premium, or its author is private when posting (docs/record.md).
 * `signal` and `author`: the aliases of their rows.
 */
export const isTradeSealed = (signal: string, author: string) =>
  sql<boolean>`(${sql.ref(`${signal}.isPremium`)} or not ${sql.ref(`${author}.isPublic`)})`
