// Creates an account.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import type { DB } from '#server/db/tables.ts'
import {
  nameSkeletons,
  refuseDeceptiveDisplayName,
  refuseDeceptiveUsername,
} from '#server/features/users/rules.ts'
import { isNameOfRecord, looksLikeCreator, ownerOfName, reservedFor } from '#server/features/users/store.ts'
import { isShownToVisitors } from '#server/features/users/visibility.ts'
import { tokenHashes } from '#server/http/session.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import type { Registration } from '#shared/contracts/auth.ts'
import { Problem } from '#shared/problems.ts'
import { refuseTakenAddress, refuseWaitingAddress } from './email/refuse-taken-address.ts'
import type { Turn } from './hashing-queue.ts'
import { hashPassword } from './passwords.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { type Account, validInvitation } from './store.ts'

/** Counts a new account for the person whose public page led to it. Does nothing for a name without such a page. */
async function countJoined(db: Kysely<DB>, now: Date, from: string): Promise<void> {
  if (!looksLikeUsername(from)) return
  await db
    .updateTable('users')
    .set((eb) => ({ joinedFromPage: eb('joinedFromPage', '+', 1) }))
    .where('id', '=', ownerOfName(sql`${from.toLowerCase()}`, now))
    .where(isShownToVisitors('users'))
    .execute()
}

/** An invalid invitation counts as none. */
function ignoreProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

/** Stores that a person ticked the boxes of the registration form. Passed in by the legal feature. */
export type StoreConsent = (trx: Transaction<DB>, userId: string) => Promise<void>

/**
 * Creates the account and marks the invitation as used in the same transaction. Throws `username_taken`,
 * `username_like_creator`, `display_name_like_creator`, `sign_in_busy`, and the problems of `refuseTakenAddress`,
 * `refuseWaitingAddress`, `refuseWeakPassword`, `refuseDeceptiveUsername` and `refuseDeceptiveDisplayName`. Throws
 * `invitation_for_other_email` if a valid invitation was sent to another address, and `invitation_required` if the
 * sign-up mode is `invite` and the invitation is missing or invalid.
 */
export async function register(
  { db, clock, config, by }: Pick<Deps, 'db' | 'clock' | 'config'> & AuditDeps,
  registration: z.output<typeof Registration>,
  turn: Turn,
  storeConsent: StoreConsent,
): Promise<Pick<Account, 'id' | 'password'>> {
  const now = clock.now()
  const { username } = registration
  const displayName = registration.displayName || null
  const invitation = registration.invitation
    ? await validInvitation(db, tokenHashes(config, registration.invitation), now).catch(ignoreProblem)
    : undefined
  if (config.signupMode === 'invite' && !invitation) throw new Problem('invitation_required')
  if (invitation && invitation.email.toLowerCase() !== registration.email.toLowerCase())
    throw new Problem('invitation_for_other_email')
  refuseDeceptiveUsername(username)
  if (displayName !== null) refuseDeceptiveDisplayName(displayName)
  await refuseWeakPassword(registration.password, registration)
  const password = await hashPassword(registration.password, turn)
  const id = clock.newId()
  try {
    await db.transaction().execute(async (trx) => {
      await refuseTakenAddress(trx, { config, clock }, { email: registration.email, userId: id })
      await refuseWaitingAddress(trx, { config }, registration.email)
      await trx
        .insertInto('users')
        .values({
          id,
          email: registration.email,
          username,
          displayName,
          ...nameSkeletons({ username, displayName }),
          password,
          showsRecordToVisitors: registration.showsRecordToVisitors ?? null,
          createdAt: now,
          updatedAt: now,
        })
        .execute()
      if ((await reservedFor(trx, username, now)) || (await isNameOfRecord(trx, username)))
        throw new Problem('username_taken')
      const needs = { db: trx, clock, config }
      if (await looksLikeCreator(needs, id, username)) throw new Problem('username_like_creator')
      if (displayName !== null && (await looksLikeCreator(needs, id, displayName)))
        throw new Problem('display_name_like_creator')
      await storeConsent(trx, id)
      // A job checks whether the address is another person's, so that registering takes the same time either way.
      await enqueue(trx, 'email_address_link', {
        userId: id,
        purpose: 'verify_email',
        email: registration.email,
        emailId: clock.newId(),
      })
      await recordEvent(trx, { clock, by }, { event: 'account.registered', userId: id })
      if (invitation) {
        const used = await trx
          .updateTable('invitations')
          .set({ usedAt: now, usedBy: id })
          .where('id', '=', invitation.id)
          .where('usedAt', 'is', null)
          .executeTakeFirst()
        if (config.signupMode === 'invite' && used.numUpdatedRows === 0n)
          throw new Problem('invitation_required')
      }
      // Last, because it locks the other person's row until the end.
      if (registration.from !== undefined) await countJoined(trx, now, registration.from)
    })
  } catch (error) {
    if (violatedConstraint(error) === 'users_username') throw new Problem('username_taken')
    throw error
  }
  return { id, password }
}
