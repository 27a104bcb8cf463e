// Job on day 14: ends and refunds subscriptions, deletes objects and broker data, then removes the person.
import { sql, type Transaction } from 'kysely'
import { recordEvent } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { keyOfPicture, removedKeyOf } from '#server/features/uploads/rules.ts'
import { exportKey } from '#server/features/data-exports/rules.ts'
import { deletionDate } from '#shared/rules/deletion.ts'
import { hashPassword } from '../passwords.ts'
import { removeRows } from './remove-rows.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>
/** The steps of other features, which run first. Each can be repeated. */
export type Steps = {
  /** Ends subscriptions and the creator plan, and refunds what is due since then. */
  endBilling: (userId: string, since: Date) => Promise<void>
  /** Deletes the portfolio and makes the broker providers delete the person. */
  deletePortfolio: (userId: string) => Promise<void>
  /** Queues the person's last log entry. Throws while their signals are waiting to be logged. */
  leaveLog: (trx: Transaction<DB>, userId: string, now: Date) => Promise<void>
}

/**
 * Does nothing if the account was kept or is gone. Throws if Stripe, a provider or the storage fails. Then the job is
 * retried, and the person stays hidden until everything is done.
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
  const held = await db.selectFrom('heldPictures').select('picture').where('personId', '=', userId).execute()
  const removed = await db
    .selectFrom('cases')
    .select(sql<string | null>`snapshot ->> 'profileImageUrl'`.as('picture'))
    .where('authorId', '=', userId)
    .execute()
  const pictures = new Set([person.profileImageUrl, ...[...held, ...removed].map(({ picture }) => picture)])
  const keys = [...pictures].map(keyOfPicture).filter((key) => key !== null)
  for (const key of [
    ...exports.map(({ id }) => exportKey(id)),
    ...keys.flatMap((shown) => [shown, removedKeyOf(shown)]),
  ])
    await storage.remove(key)
  const formerId = clock.newId()
  // An unknown password. Former members can't sign in anyway.
  const password = await hashPassword(clock.newToken())
  await db.transaction().execute(async (trx) => {
    const now = clock.now()
    await steps.leaveLog(trx, userId, now)
    const isRemoved = await removeRows(trx, { userId, formerId, password, now })
    if (!isRemoved) return
    // The event omits the former member's id, which must not be linked to the person.
    await recordEvent(trx, deps, { event: 'account.deleted', userId })
  })
  log.info({ event: 'account_deleted', formerId }, 'an account was deleted')
}
