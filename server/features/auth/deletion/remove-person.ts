// Job on day 14: ends and refunds what is left, deletes objects and broker data, then removes the person.
import type { Transaction } from 'kysely'
import { recordEvent } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { keyOfPicture } from '#server/features/uploads/rules.ts'
import { exportKey } from '#server/features/data-exports/rules.ts'
import { deletionDate } from '#shared/rules/deletion.ts'
import { hashPassword } from '../passwords.ts'
import { removeRows } from './remove-rows.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>
/** What other features do first; each can be repeated. */
export type Steps = {
  /** Ends subscriptions and the plan, and refunds what is due since then. */
  endBilling: (userId: string, since: Date) => Promise<void>
  /** Deletes the portfolio and asks the brokers' providers to forget the person. */
  deletePortfolio: (userId: string) => Promise<void>
  /** Queues the person's last entry in the log. Throws while signals of theirs wait to be logged. */
  leaveLog: (trx: Transaction<DB>, userId: string, now: Date) => Promise<void>
}

/**
 * Does nothing if the account was kept or is gone. Throws if Stripe, a provider or the storage fails, and the job is
 * retried: the person stays hidden until everything is done.
 */
export async function removePerson(deps: Needs, userId: string, steps: Steps): Promise<void> {
  const { db, clock, storage, log } = deps
  const person = await db
    .selectFrom('users')
    .select(['deletionRequestedAt', 'profileImageUrl'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const since = person?.deletionRequestedAt
  if (!person || !since || deletionDate(since) > clock.now()) return
  await steps.endBilling(userId, since)
  await steps.deletePortfolio(userId)
  const exports = await db.selectFrom('dataExports').select('id').where('userId', '=', userId).execute()
  const picture = keyOfPicture(person.profileImageUrl)
  for (const key of [...exports.map(({ id }) => exportKey(id)), ...(picture === null ? [] : [picture])])
    await storage.remove(key)
  const formerId = clock.newId()
  // Nobody knows this password, and former members can't sign in anyway.
  const password = await hashPassword(clock.newToken())
  await db.transaction().execute(async (trx) => {
    const now = clock.now()
    await steps.leaveLog(trx, userId, now)
    const isRemoved = await removeRows(trx, { userId, formerId, password, now })
    if (!isRemoved) return
    // Without the id of the former member, whom nothing may link to the person.
    await recordEvent(trx, deps, { event: 'account.deleted', userId })
  })
  log.info({ event: 'account_deleted', formerId }, 'an account was deleted')
}
