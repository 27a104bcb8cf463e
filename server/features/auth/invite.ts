// Invites a person by email to create an account.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mailboxOf } from '#server/emails/mailbox-turn.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { hashedToken } from '#server/http/session.ts'
import { invitationLink } from '#shared/emails/account.ts'
import { INVITATION_DAYS } from '#shared/limits.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** Queues an invitation and returns its link. A person can be invited again; each link works once. */
export async function invite(deps: Needs, email: string, publicUrl: string): Promise<string> {
  const { db, clock, config } = deps
  const { invitationId } = await db.transaction().execute(async (trx) => {
    const invitation = await createInvitation(trx, deps, email)
    await queueEmail(trx, clock, {
      name: 'invitation',
      to: email,
      data: { invitationId: invitation.invitationId },
      expiresAt: invitation.expiresAt,
      mailbox: mailboxOf(email),
    })
    return invitation
  })
  return invitationLink(publicUrl, tokenOf(config.sessionSecret, invitationId))
}

/** Adds an invitation, for an email that carries its link. */
export async function createInvitation(
  trx: Transaction<DB>,
  { clock, config }: Pick<Needs, 'clock' | 'config'>,
  email: string,
): Promise<{ invitationId: string; expiresAt: Date }> {
  const invitationId = clock.newId()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 86_400_000)
  const tokenHash = hashedToken(config.sessionSecret, tokenOf(config.sessionSecret, invitationId))
  await trx
    .insertInto('invitations')
    .values({ id: invitationId, email, tokenHash, createdAt: now, expiresAt })
    .execute()
  return { invitationId, expiresAt }
}
