// Emails the link that verifies an email or confirms a new one.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mailboxTurn } from '#server/emails/mailbox-turn.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { isSignatureOf } from '#server/http/session.ts'
import type { Jobs } from '#server/jobs/enqueue.ts'
import { EMAIL_AGAIN_S, EMAIL_IN_USE_MINUTES, EMAIL_LINK_HOURS } from '#shared/limits.ts'
import { invalidateTokens, issueToken, type TokenPurpose } from '../account-tokens.ts'
import { askedWith } from './change-email.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'>
type Link = Jobs['email_address_link']

/**
 * A job, so that the request takes the same time for every address. Queues nothing if a link was sent within the last
 * minute, or if the person's email or password has changed or the email was verified in the meantime. If the address is
 * verified for another account, that account's owner gets an email instead. The current address gets an email about a
 * requested change in either case, so that the response doesn't reveal whether the new address is known.
 */
export async function emailAddressLink(deps: Needs, link: Link): Promise<void> {
  const { db, clock } = deps
  const { userId, purpose, email, emailId } = link
  await db.transaction().execute(async (trx) => {
    // Locked, so that of two concurrent jobs the second one sees the first one's token.
    const user = await trx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'emailVerifiedAt', 'password', 'deletionRequestedAt'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return
    if (purpose === 'change_email' && user.deletionRequestedAt !== null) return
    if (link.asked !== undefined && !isSignatureOf(deps.config, link.asked, askedWith(user))) return
    if (purpose === 'verify_email' && (user.email !== email || user.emailVerifiedAt !== null)) return
    if (await hasToken(trx, link, clock.now())) return
    // The previously entered address may have been mistyped.
    if (purpose === 'change_email') {
      await invalidateTokens(trx, { userId, purposes: [purpose], now: clock.now(), exceptEmail: email })
      await announceRequest(trx, deps, user)
    }
    if (await emailOwner(trx, deps, link)) return
    const mailbox = await mailboxTurn(trx, deps, email)
    if (mailbox === null) return
    const minutes = EMAIL_LINK_HOURS * 60
    const tokenId = await issueToken(trx, deps, { userId, purpose, email, minutes })
    await queueEmail(trx, clock, {
      name: purpose === 'verify_email' ? 'verifyEmail' : 'confirmEmailChange',
      id: emailId,
      to: email,
      data: { username: user.username, tokenId },
      expiresAt: new Date(clock.now().getTime() + minutes * 60_000),
      mailbox,
    })
  })
}

/** Emails the current address a link that stops the change, at most once a minute: one link stops all changes. */
async function announceRequest(
  trx: Transaction<DB>,
  deps: Needs,
  user: { id: string; username: string; email: string; emailVerifiedAt: Date | null },
): Promise<void> {
  const { id: userId, username, email } = user
  const stop = { userId, purpose: 'stop_email', email } as const
  if (await hasToken(trx, stop, deps.clock.now())) return
  // A stranger can have registered with this address.
  const isVerified = user.emailVerifiedAt !== null
  const mailbox = isVerified ? undefined : await mailboxTurn(trx, deps, email)
  if (mailbox === null) return
  // It works for longer than any link that changes the address in the same minute.
  const tokenId = await issueToken(trx, deps, { ...stop, minutes: EMAIL_LINK_HOURS * 60 + 5 })
  await queueEmail(trx, deps.clock, {
    name: 'emailChangeAsked',
    to: email,
    data: { username, tokenId, isVerified },
    ...(mailbox !== undefined && { mailbox }),
  })
}

/** Whether a link for this address was sent within the last minute or, with `isFirst`, is valid now. */
async function hasToken(
  trx: Transaction<DB>,
  {
    userId,
    purpose,
    email,
    isFirst = false,
  }: Pick<Link, 'userId' | 'email' | 'isFirst'> & { purpose: TokenPurpose },
  now: Date,
): Promise<boolean> {
  const tokens = trx
    .selectFrom('accountTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('email', '=', email)
  const found = isFirst
    ? tokens.where('usedAt', 'is', null).where('expiresAt', '>', now)
    : tokens.where('createdAt', '>', new Date(now.getTime() - EMAIL_AGAIN_S * 1000))
  return (await found.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Emails another account's owner that their verified address was entered, at most once an hour. False if
 * there is none.
 */
async function emailOwner(
  trx: Transaction<DB>,
  deps: Needs,
  { userId, email, emailId }: Link,
): Promise<boolean> {
  const owner = await trx
    .selectFrom('users')
    .select(['username', 'email'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('emailVerifiedAt', 'is not', null)
    .where('id', '<>', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!owner) return false
  const recent = await trx
    .selectFrom('emails')
    .select('id')
    .where('createdAt', '>', new Date(deps.clock.now().getTime() - EMAIL_IN_USE_MINUTES * 60_000))
    .where('template', '=', 'emailInUse')
    .where('recipient', '=', owner.email)
    .limit(1)
    .executeTakeFirst()
  const mailbox = recent ? null : await mailboxTurn(trx, deps, owner.email)
  if (mailbox !== null)
    await queueEmail(trx, deps.clock, {
      name: 'emailInUse',
      id: emailId,
      to: owner.email,
      data: { username: owner.username },
      mailbox,
    })
  return true
}
