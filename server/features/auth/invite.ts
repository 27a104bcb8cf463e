// Invites a person by email to create an account.
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { hashedToken } from '#server/http/session.ts'
import { invitationLink } from '#shared/emails/account.ts'
import { INVITATION_DAYS } from '#shared/limits.ts'

/** Queues an invitation and returns its link. A person can be invited again; each link works once. */
export async function invite(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  email: string,
  publicUrl: string,
): Promise<string> {
  const invitationId = clock.newId()
  const token = tokenOf(config.sessionSecret, invitationId)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 86_400_000)
  await db.transaction().execute(async (trx) => {
    const tokenHash = hashedToken(config.sessionSecret, token)
    await trx
      .insertInto('invitations')
      .values({ id: invitationId, email, tokenHash, createdAt: now, expiresAt })
      .execute()
    await queueEmail(trx, clock, { name: 'invitation', to: email, data: { invitationId }, expiresAt })
  })
  return invitationLink(publicUrl, token)
}
