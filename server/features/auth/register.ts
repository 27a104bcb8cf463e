// Creates an account.
import type { z } from 'zod'
import { brokenConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken } from '#server/http/session.ts'
import type { Registration } from '#shared/contracts/auth.ts'
import { Problem } from '#shared/problems.ts'
import { hashPassword } from './passwords.ts'
import { openInvitation } from './store.ts'

/**
 * Returns the new person's id. Throws `username_taken`, `email_taken`, and in the sign-up mode `invite` without a
 * valid invitation `invitation_required`. An invitation is used up in the same transaction.
 */
export async function register(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  asked: z.output<typeof Registration>,
): Promise<string> {
  const now = clock.now()
  const tokenHash = asked.invitation ? hashedToken(config.sessionSecret, asked.invitation) : null
  const invited = tokenHash ? await openInvitation(db, tokenHash, now) : undefined
  if (config.signupMode === 'invite' && !invited) throw new Problem('invitation_required')
  const password = await hashPassword(asked.password)
  const id = clock.newId()
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('users')
        .values({
          id,
          email: asked.email,
          username: asked.username,
          displayName: asked.displayName || null,
          password,
          createdAt: now,
          updatedAt: now,
        })
        .execute()
      if (invited) {
        const used = await trx
          .updateTable('invitations')
          .set({ usedAt: now, usedBy: id })
          .where('id', '=', invited.id)
          .where('usedAt', 'is', null)
          .executeTakeFirst()
        if (config.signupMode === 'invite' && used.numUpdatedRows === 0n)
          throw new Problem('invitation_required')
      }
    })
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'users_username') throw new Problem('username_taken')
    if (constraint === 'users_email') throw new Problem('email_taken')
    throw error
  }
  return id
}
