// Sign-in links: emailed to an account's owner while strangers try passwords. Each signs in one device once.
import { sql, type Transaction } from 'kysely'
import type { AuditDeps } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mailboxTurn } from '#server/emails/mailbox-turn.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { SIGN_IN_EMAIL_MINUTES, SIGN_IN_LINK_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { checkToken, issueToken, redeemToken } from './account-tokens.ts'
import { addressProved } from './email/address-proved.ts'
import { type Account, accountById, lockAccount } from './store.ts'

const MINUTE_MS = 60_000
const OWNERS_LINKS_PER_HOUR = 3

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'>

/**
 * Queues an email to the owner of this username, if it exists, at most once an hour. With `isPasswordRight`, at most
 * once a minute and three times an hour, regardless of emails that strangers have caused, because the owner may be the
 * one who has to wait.
 */
export async function emailSignInLink(
  deps: Needs,
  username: string,
  { isPasswordRight = false }: { isPasswordRight?: boolean } = {},
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    // Locked, so that of two concurrent jobs the second one sees the first one's token.
    const account = await trx
      .selectFrom('users')
      .select(['id', 'username', 'email'])
      .where(sql`lower(username)`, '=', username.toLowerCase())
      .where('isFormer', '=', false)
      .forUpdate()
      .executeTakeFirst()
    if (!account) return
    const sent = await linksSent(trx, account.email, { isPasswordRight, now })
    if (isPasswordRight ? sent.inAMinute > 0 || sent.inAnHour >= OWNERS_LINKS_PER_HOUR : sent.inAnHour > 0)
      return
    const mailbox = isPasswordRight ? undefined : await mailboxTurn(trx, deps, account.email)
    if (mailbox === null) return
    const issue = {
      userId: account.id,
      purpose: 'sign_in',
      email: account.email,
      minutes: SIGN_IN_LINK_MINUTES,
    } as const
    await queueEmail(trx, clock, {
      name: 'signInLink',
      to: account.email,
      data: { username: account.username, tokenId: await issueToken(trx, deps, issue), isPasswordRight },
      expiresAt: new Date(now.getTime() + SIGN_IN_LINK_MINUTES * MINUTE_MS),
      ...(mailbox !== undefined && { mailbox }),
    })
  })
}

/**
 * How many links were recently emailed to this address, either because of strangers or because of a correct password.
 */
async function linksSent(
  trx: Transaction<DB>,
  address: string,
  { isPasswordRight, now }: { isPasswordRight: boolean; now: Date },
): Promise<{ inAMinute: number; inAnHour: number }> {
  const since = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  const rows = await trx
    .selectFrom('emails')
    .select('createdAt')
    .where('template', '=', 'signInLink')
    .where('recipient', '=', address)
    .where('mailbox', isPasswordRight ? 'is' : 'is not', null)
    .where('createdAt', '>', since(SIGN_IN_EMAIL_MINUTES))
    .execute()
  return {
    inAMinute: rows.filter(({ createdAt }) => createdAt > since(1)).length,
    inAnHour: rows.length,
  }
}

/**
 * Uses a valid link, verifies the address that it was sent to, and returns its account. Throws `link_not_valid`,
 * `link_used` and `link_expired`.
 */
export async function takeSignInLink(deps: Needs & AuditDeps, token: string): Promise<Account> {
  const { userId } = await checkToken(deps.db, deps, 'sign_in', token)
  await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    await addressProved(trx, deps, await redeemToken(trx, deps, 'sign_in', token))
  })
  const account = await accountById(deps.db, userId)
  if (!account) throw new Problem('link_not_valid')
  return account
}
