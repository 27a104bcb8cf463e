// The recipients of alert emails, and how they want to be emailed about each author's signals.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { AlertEmail } from '#shared/rules/alert-kinds.ts'
import { preferencesOf } from '../preferences.ts'

/** For the times in the emails of people who never chose a time zone. */
const NO_ZONE = 'UTC'

export type Recipient = {
  id: string
  email: string
  timeZone: string
  quietFrom: number | null
  quietTo: number | null
  /** Since when quiet hours hold alerts; null if none are held. */
  heldSince: Date | null
}

/** Undefined unless the person has verified their email and isn't leaving. */
export async function recipientOf(trx: Transaction<DB>, personId: string): Promise<Recipient | undefined> {
  const row = await trx
    .selectFrom('users as u')
    .leftJoin('alertSchedules as s', 's.personId', 'u.id')
    .select(['u.id', 'u.email', 's.timeZone', 's.quietFrom', 's.quietTo', 's.heldSince'])
    .where('u.id', '=', personId)
    .where('u.emailVerifiedAt', 'is not', null)
    .where('u.deletionRequestedAt', 'is', null)
    .executeTakeFirst()
  return row && { ...row, timeZone: row.timeZone ?? NO_ZONE }
}

/** How each author's signals are emailed: the bell's setting, or else the general preference. */
export async function bellEmails(trx: Transaction<DB>, personId: string) {
  const usual = (await preferencesOf({ db: trx }, personId)).find(({ kind }) => kind === 'signal')?.email
  const rows = await trx
    .selectFrom('alertBells')
    .select(['authorId', 'email'])
    .where('personId', '=', personId)
    .where('email', 'is not', null)
    .execute()
  const byAuthor = new Map(rows.map(({ authorId, email }) => [authorId, email]))
  const of = (authorId = ''): AlertEmail => byAuthor.get(authorId) ?? usual ?? 'digest'
  return { of, hasDigest: rows.some(({ email }) => email === 'digest') }
}
