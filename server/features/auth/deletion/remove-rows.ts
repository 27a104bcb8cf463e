// Replaces a person with a former member and deletes their rows, in one transaction.
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { usernameHash } from '#server/features/users/store.ts'
import { DELETED_TEXT, FORMER_MEMBER } from '#shared/rules/deletion.ts'

type Removal = {
  userId: string
  /** The former member's id. */
  formerId: string
  /** The hash of an unknown password. */
  password: string
  now: Date
}

/**
 * Moves signals, subscriptions, payments and plans to a row that reveals nothing about the person. Only the audit log
 * keeps the person's id. Rows that reference the person with a cascade are deleted with the row in `users`, including
 * those in tables of later versions; rows that reference them without one are deleted here. Returns false if the person
 * is gone or is no longer being deleted.
 */
export async function removeRows(trx: Transaction<DB>, removal: Removal): Promise<boolean> {
  const { userId, formerId } = removal
  const person = await trx
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .where('deletionRequestedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!person) return false
  await deleteTimelines(trx, userId)
  await insertFormerMember(trx, removal)
  await trx
    .deleteFrom('signalMentions')
    .where('signalId', 'in', (eb) => eb.selectFrom('signals').select('id').where('userId', '=', userId))
    .execute()
  await trx
    .updateTable('signals')
    .set({ userId: formerId, content: DELETED_TEXT, details: null, textSalt: null })
    .where('userId', '=', userId)
    .execute()
  const ofPerson = (eb: ExpressionBuilder<DB, 'subscriptions'>) =>
    eb.or([eb('subscriberId', '=', userId), eb('creatorId', '=', userId)])
  const own = trx.selectFrom('subscriptions').select('id').where(ofPerson)
  await trx.updateTable('refunds').set({ reason: null }).where('subscriptionId', 'in', own).execute()
  await trx
    .updateTable('refundRequests')
    .set({ text: DELETED_TEXT, answer: null })
    .where('subscriptionId', 'in', own)
    .execute()
  await trx.updateTable('cancelReasons').set({ text: null }).where('subscriptionId', 'in', own).execute()
  for (const column of ['subscriberId', 'creatorId'] as const)
    await trx
      .updateTable('subscriptions')
      .set({ [column]: formerId })
      .where(column, '=', userId)
      .execute()
  await trx
    .updateTable('consents')
    .set({ userId: formerId })
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('subscriptionId', 'is not', null), eb('planId', 'is not', null)]))
    .execute()
  await trx.updateTable('creatorPlans').set({ userId: formerId }).where('userId', '=', userId).execute()
  const oldNames = await trx
    .selectFrom('usernameChanges')
    .select('username')
    .where('userId', '=', userId)
    .execute()
  const names = [person, ...oldNames].map(({ username }) => username)
  await reserveNamesOfRecord(trx, userId, names)
  for (const username of names) await deleteByName(trx, username)
  await trx.deleteFrom('invitations').where('usedBy', '=', userId).execute()
  for (const address of await addressesOf(trx, userId)) await deleteByAddress(trx, address)
  await trx.deleteFrom('users').where('id', '=', userId).execute()
  return true
}

/** Keeps whether the person was public, so that a private person's signals don't become public. */
const insertFormerMember = (trx: Transaction<DB>, { userId, formerId, password, now }: Removal) =>
  trx
    .insertInto('users')
    .columns([
      'id',
      'email',
      'username',
      'displayName',
      'password',
      'isPublic',
      'isFormer',
      'createdAt',
      'updatedAt',
    ])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('id', '=', userId)
        .select([
          sql<string>`${formerId}::uuid`.as('id'),
          sql<string>`${`${formerId}@former.invalid`}`.as('email'),
          sql<string>`${`former_${formerId.slice(-12)}`}`.as('username'),
          sql<string>`${FORMER_MEMBER}`.as('displayName'),
          sql<string>`${password}`.as('password'),
          'isPublic',
          sql<boolean>`true`.as('isFormer'),
          // Truncated to the month, because the exact instant could identify the person.
          sql<Date>`date_trunc('month', created_at, 'UTC')`.as('createdAt'),
          sql<Date>`${now}::timestamptz`.as('updatedAt'),
        ]),
    )
    .execute()

/** Deletes the person's timeline, and their signals from the timelines of followers and subscribers. */
async function deleteTimelines(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('timelines').where('viewerId', '=', userId).execute()
  await trx.deleteFrom('timelineStarts').where('viewerId', '=', userId).execute()
  await trx
    .deleteFrom('timelines')
    .where('authorId', '=', userId)
    .where((eb) =>
      eb(
        'viewerId',
        'in',
        eb
          .selectFrom('follows')
          .select('followerId as id')
          .where('followingId', '=', userId)
          .union(eb.selectFrom('subscriptions').select('subscriberId as id').where('creatorId', '=', userId)),
      ),
    )
    .execute()
}

/**
 * Keeps hashes of the names of a person who is in the public log, so that nobody else can continue under the name of
 * that record.
 */
async function reserveNamesOfRecord(
  trx: Transaction<DB>,
  userId: string,
  names: readonly string[],
): Promise<void> {
  const author = await trx
    .selectFrom('recordAuthors')
    .select('author')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!author) return
  await trx
    .insertInto('recordNames')
    .values(
      [...new Set(names.map((name) => name.toLowerCase()))].map((name) => ({ nameHash: usernameHash(name) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes rows that are stored by username. Emails to others may name the person too. */
async function deleteByName(trx: Transaction<DB>, username: string): Promise<void> {
  const name = username.toLowerCase()
  await trx
    .deleteFrom('emails')
    .where(sql<boolean>`strpos(lower(data::text), ${JSON.stringify(name)}) > 0`)
    .execute()
  await trx.deleteFrom('failedSignIns').where('username', '=', name).execute()
  await trx.deleteFrom('signInWaits').where('username', '=', name).execute()
}

/**
 * The person's current and earlier addresses, in lower case. Earlier ones are known from links, which are kept longer
 * than emails and invitations. Addresses that another account has are left out, because this person may have entered
 * somebody else's address.
 */
async function addressesOf(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select lower(email) as address from users where id = ${userId}
    union
    select lower(email) from account_tokens where user_id = ${userId} and purpose in ('verify_email', 'revert_email')
    except
    select lower(email) from users where id <> ${userId}`.execute(trx)
  return rows.map(({ address }) => address)
}

/** Deletes rows that are stored by email address. `address` is in lower case. */
async function deleteByAddress(trx: Transaction<DB>, address: string): Promise<void> {
  await trx
    .deleteFrom('emails')
    .where(sql`lower(recipient)`, '=', address)
    .execute()
  await trx.deleteFrom('suppressedAddresses').where('address', '=', address).execute()
  await trx
    .deleteFrom('waitlist')
    .where(sql`lower(email)`, '=', address)
    .execute()
  await trx
    .deleteFrom('invitations')
    .where(sql`lower(email)`, '=', address)
    .execute()
}
