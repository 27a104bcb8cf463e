// Invites a person by email to create an account.
import type { Deps } from '#server/deps.ts'
import { hashedToken } from '#server/http/session.ts'
import { PRODUCT_NAME } from '#shared/product.ts'

const VALID_DAYS = 14

/** Emails an invitation and returns its link. A person can be invited again; each link works once. */
export async function invite(
  { db, clock, config, mail }: Pick<Deps, 'db' | 'clock' | 'config' | 'mail'>,
  email: string,
  publicUrl: string,
): Promise<string> {
  const token = clock.newToken()
  const now = clock.now()
  await db
    .insertInto('invitations')
    .values({
      id: clock.newId(),
      email,
      tokenHash: hashedToken(config.sessionSecret, token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALID_DAYS * 86_400_000),
    })
    .execute()
  const link = `${publicUrl}/?auth=register&invitation=${token}`
  await mail.send({
    to: email,
    subject: `Your invitation to ${PRODUCT_NAME}`,
    text: `You are invited to ${PRODUCT_NAME}.\n\nCreate your account here:\n${link}\n\nThe link works once, for ${VALID_DAYS} days.\n`,
  })
  return link
}
