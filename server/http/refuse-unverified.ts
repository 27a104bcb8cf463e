// Refuses people without a verified email, for calls that require it (the setting REQUIRE_VERIFIED_EMAIL).
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'

/** Throws `email_not_verified`, and makes sure that the person has a link. Does nothing without the setting. */
export async function refuseUnverified(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<void> {
  if (!config.requireVerifiedEmail) return
  const user = await db
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Problem('unauthorized')
  if (user.emailVerifiedAt !== null) return
  const { email } = user
  const link = { userId, purpose: 'verify_email', email, emailId: clock.newId(), isFirst: true } as const
  await enqueue(db, 'email_address_link', link, { key: `email_address_link:${userId}` })
  throw new Problem('email_not_verified', {
    message: `Verify your email first. We sent a link to ${email}.`,
  })
}
