// Who may see a person and who may read a signal. Every query that shows either asks here, and nowhere else.
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Deps } from '#server/deps.ts'

/** A value, or the parameter of a prepared statement. */
type Operand<T> = T | Expression<T>

/** Who asks and when, and how many days an unpaid renewal still gives access. */
export type Asking = { viewerId: Operand<string>; now: Operand<Date>; graceDays: Operand<number> }

export const askingAs = ({ clock, config }: Pick<Deps, 'clock' | 'config'>, viewerId: string) => ({
  viewerId,
  now: clock.now(),
  graceDays: config.pastDueGraceDays,
})

/** Whether the subscription in this row of a query gives access now. */
export const givesAccess = (subscription: string, { now, graceDays }: Omit<Asking, 'viewerId'>) =>
  sql<SqlBool>`is_paying(${sql.table(subscription)}, ${now}, ${graceDays})`

// Scalar sub-queries rather than `exists`: for that the planner may first collect everybody the viewer follows or pays.

/** Whether the viewer pays a creator: the id, or a column reference to it. */
export const pays = (asking: Asking, creatorId: Operand<string>): RawBuilder<boolean> =>
  sql<boolean>`((select true from subscriptions s where s.subscriber_id = ${asking.viewerId}
    and s.creator_id = ${creatorId} and ${givesAccess('s', asking)} limit 1) is true)`

/** Whether the viewer follows a person: the id, or a column reference to it. */
export const follows = ({ viewerId }: Pick<Asking, 'viewerId'>, personId: Operand<string>) =>
  sql<boolean>`((select true from follows f where f.follower_id = ${viewerId} and f.following_id = ${personId}) is true)`

/** The rule of people: everybody sees themselves and public people, and those who pay a private one see them too. */
const mayKnow = (isSelf: RawBuilder<SqlBool>, isPublic: Expression<unknown>, isPaid: Expression<unknown>) =>
  sql<SqlBool>`(${isSelf} or ${isPublic} or ${isPaid})`

/** Whether the viewer may see the person in this row of `users`, whose alias in the query is given. */
export const isVisible = (asking: Asking, user: string) =>
  mayKnow(
    sql`${sql.ref(`${user}.id`)} = ${asking.viewerId}`,
    sql.ref(`${user}.isPublic`),
    pays(asking, sql.ref(`${user}.id`)),
  )

/** Whether a person is offered to people who don't look for them by name: in the list of people and as a suggestion. */
export const isListed = (user: string) => sql<SqlBool>`${sql.ref(`${user}.isPublic`)}`

/** What a row of a signal has for the three questions below. `follows` and `pays` are those above, asked once a row. */
export type Audience = {
  userId: string
  isPublic: boolean
  isPremium: boolean
  follows: boolean
  pays: boolean
}

const isOwn = (viewerId: Operand<string>) => sql<SqlBool>`user_id = ${viewerId}`

/** Whether a signal is there at all for the viewer: as visible as its author. */
export const isAuthorVisible = ({ viewerId }: Pick<Asking, 'viewerId'>) =>
  mayKnow(isOwn(viewerId), sql.ref('isPublic'), sql.ref('pays'))

/** Whether a signal belongs in the viewer's own feed. */
export const isInFeed = (asking: Pick<Asking, 'viewerId'>) =>
  sql<SqlBool>`(${isAuthorVisible(asking)} and (${isOwn(asking.viewerId)} or follows or pays))`

/** Whether the viewer may read all of a signal, and so may find it by what it says. The same as `isLocked`, in SQL. */
export const isReadable = (asking: Pick<Asking, 'viewerId'>) =>
  sql<SqlBool>`(${isAuthorVisible(asking)} and (${isOwn(asking.viewerId)} or not is_premium or pays))`

/** Whether the viewer may have what is for subscribers: creators their own, and whoever pays them. */
export const mayReadPremium = (
  viewerId: string,
  { userId, pays: isPaid }: Pick<Audience, 'userId' | 'pays'>,
) => userId === viewerId || isPaid

/** Whether a visible signal is shown without its content. */
export const isLocked = (
  signal: Pick<Audience, 'userId' | 'isPremium' | 'pays'>,
  viewerId: string,
): boolean => signal.isPremium && !mayReadPremium(viewerId, signal)

/** The viewer's own question about one creator, outside any query. */
export async function isPayingFor(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewerId: string,
  creatorId: string,
): Promise<boolean> {
  const { paid } = await deps.db
    .selectNoFrom(pays(askingAs(deps, viewerId), creatorId).as('paid'))
    .executeTakeFirstOrThrow()
  return paid
}
