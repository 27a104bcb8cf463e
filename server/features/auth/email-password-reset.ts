// Emails the links that set a new password, if there is an account.
import { sql, type Transaction } from 'kysely'
import { recordEvent } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mailboxTurn } from '#server/emails/mailbox-turn.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import type { Jobs } from '#server/jobs/enqueue.ts'
import { EMAIL_AGAIN_S, RESET_LINK_MINUTES } from '#shared/limits.ts'
import { issueToken } from './account-tokens.ts'

/** How many accounts with the same unverified address get a link. */
const ACCOUNTS_MAX = 10

/**
 * A job, so that the request takes the same time for every login. Queues one email with a link for each account, except
 * accounts that got a link within the last minute, unless the mailbox has received too many emails. The audit log
 * records each link, and nothing about unknown logins.
 */
export async function emailPasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'>,
  { login, emailId, by }: Jobs['email_password_reset'],
): Promise<void> {
  const { db, clock } = deps
  const column = login.includes('@') ? sql`lower(email)` : sql`lower(username)`
  await db.transaction().execute(async (trx) => {
    // Locked, so that of two concurrent requests the second one sees the first one's tokens.
    const found = await trx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'emailVerifiedAt'])
      .where(column, '=', login.toLowerCase())
      .where('isFormer', '=', false)
      .orderBy(sql`email_verified_at is null`)
      .orderBy('createdAt')
      .limit(ACCOUNTS_MAX)
      .forUpdate()
      .execute()
    // Other people may have registered with an address that isn't theirs.
    const verified = found.filter(({ emailVerifiedAt }) => emailVerifiedAt !== null)
    const people = verified.length > 0 ? verified : found
    const [first] = people
    if (!first) return
    const due: typeof people = []
    for (const person of people) if (!(await hasRecentToken(trx, person.id, clock.now()))) due.push(person)
    const mailbox = due.length > 0 ? await mailboxTurn(trx, deps, first.email) : null
    if (mailbox === null) return
    const accounts: { username: string; tokenId: string }[] = []
    for (const { id: userId, username } of due) {
      const tokenId = await issueToken(trx, deps, {
        userId,
        purpose: 'reset_password',
        email: first.email,
        minutes: RESET_LINK_MINUTES,
      })
      await recordEvent(trx, { clock, by }, { event: 'password.reset_requested', userId })
      accounts.push({ username, tokenId })
    }
    const expiresAt = new Date(clock.now().getTime() + RESET_LINK_MINUTES * 60_000)
    await queueEmail(trx, clock, {
      name: 'passwordReset',
      id: emailId,
      to: first.email,
      data: { accounts },
      expiresAt,
      mailbox,
    })
  })
}

async function hasRecentToken(trx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const recent = await trx
    .selectFrom('accountTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', '=', 'reset_password')
    .where('createdAt', '>', new Date(now.getTime() - EMAIL_AGAIN_S * 1000))
    .limit(1)
    .executeTakeFirst()
  return recent !== undefined
}
