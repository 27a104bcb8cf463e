// Creates an account.
import type { z } from 'zod'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken } from '#server/http/session.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Registration } from '#shared/contracts/auth.ts'
import { Problem } from '#shared/problems.ts'
import { refuseTakenAddress } from './email/refuse-taken-address.ts'
import type { Turn } from './hashing-queue.ts'
import { hashPassword } from './passwords.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { type Account, validInvitation } from './store.ts'

/**
 * Returns the new account, and marks the invitation as used in the same transaction. Throws `username_taken`, like
 * `refuseTakenAddress`, `sign_in_busy`, and in the sign-up mode `invite` also `invitation_required` if the invitation is missing or invalid.
 * Throws like `refuseWeakPassword`, too.
 */
export async function register(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  registration: z.output<typeof Registration>,
  turn: Turn,
): Promise<Pick<Account, 'id' | 'password'>> {
  const now = clock.now()
  const tokenHash = registration.invitation
    ? hashedToken(config.sessionSecret, registration.invitation)
    : null
  const invitation = tokenHash ? await validInvitation(db, tokenHash, now) : undefined
  if (config.signupMode === 'invite' && !invitation) throw new Problem('invitation_required')
  await refuseWeakPassword(registration.password, registration)
  const password = await hashPassword(registration.password, turn)
  const id = clock.newId()
  try {
    await db.transaction().execute(async (trx) => {
      await refuseTakenAddress(trx, { config, clock }, { email: registration.email, userId: id })
      await trx
        .insertInto('users')
        .values({
          id,
          email: registration.email,
          username: registration.username,
          displayName: registration.displayName || null,
          password,
          createdAt: now,
          updatedAt: now,
        })
        .execute()
      // The job looks whether the address is somebody else's, so that registering takes the same time either way.
      await enqueue(trx, 'email_address_link', {
        userId: id,
        purpose: 'verify_email',
        email: registration.email,
        emailId: clock.newId(),
      })
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
    })
  } catch (error) {
    if (violatedConstraint(error) === 'users_username') throw new Problem('username_taken')
    throw error
  }
  return { id, password }
}
