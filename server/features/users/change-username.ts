// Changes a username. The old one stays reserved for its owner, and changes are limited
// (docs/decisions/0022-names-and-mentions.md).
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { USERNAME_CHANGES_DAYS, USERNAME_CHANGES_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { refuseDeceptiveUsername, skeletonsOf } from './rules.ts'
import { isNameOfRecord, looksLikeCreator, reservedFor } from './store.ts'

const DAY_MS = 86_400_000

/**
 * The caller must have locked the person's row, so that concurrent changes are counted. A name that differs only in
 * case is the same name. Throws `username_changes_used`, `username_taken` if the name is reserved for another person or
 * belonged to a deleted author, `username_like_creator`, `username_reserved`, and a violation of `users_username` if
 * another person has it.
 */
export async function changeUsername(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  trx: Transaction<DB>,
  { userId, before, username }: { userId: string; before: string; username: string },
): Promise<void> {
  const now = clock.now()
  const isNew = username.toLowerCase() !== before.toLowerCase()
  if (isNew) await refuseTooMany(trx, userId, now)
  await trx
    .updateTable('users')
    .set({ username, usernameSkeletons: skeletonsOf(username), updatedAt: now })
    .where('id', '=', userId)
    .execute()
  if (!isNew) return
  const holder = await reservedFor(trx, username, now)
  const isTaken = holder === undefined ? await isNameOfRecord(trx, username) : holder !== userId
  if (isTaken) throw new Problem('username_taken')
  // A person can take back an old name from before this rule.
  if (holder === undefined) refuseDeceptiveUsername(username)
  // Also checked when a person takes back an old name, because a creator may have taken a similar one since.
  if (holder === undefined && (await looksLikeCreator({ db: trx, clock, config }, userId, username)))
    throw new Problem('username_like_creator')
  const change = { id: clock.newId(), userId, username: before, changedAt: now }
  await trx.insertInto('usernameChanges').values(change).execute()
}

async function refuseTooMany(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  const counted = await trx
    .selectFrom('usernameChanges')
    .select('changedAt')
    .where('userId', '=', userId)
    .where('changedAt', '>', new Date(now.getTime() - USERNAME_CHANGES_DAYS * DAY_MS))
    .orderBy('changedAt', 'desc')
    .limit(USERNAME_CHANGES_MAX)
    .execute()
  const first = counted[USERNAME_CHANGES_MAX - 1]
  if (!first) return
  // The first whole day on which a change is possible.
  const day = dayText(utcDay(first.changedAt.getTime() + (USERNAME_CHANGES_DAYS + 1) * DAY_MS - 1))
  throw new Problem('username_changes_used', {
    message: `You can change your username ${USERNAME_CHANGES_MAX} times in ${USERNAME_CHANGES_DAYS} days. You can change it again from ${day}.`,
  })
}
