// Sign-in links: emailed to an account's owner while strangers try passwords, and used once to sign in a device.
import { sendOnce } from '#server/adapters/mail.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken } from '#server/http/session.ts'
import { SIGN_IN_EMAIL_MINUTES, SIGN_IN_LINK_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { type Account, accountByName } from './store.ts'

const MINUTE_MS = 60_000

/**
 * Emails the owner of this username, if anybody has it, at most once an hour (`sendOnce`). Throws errors of the mail server,
 * and the job is retried.
 */
export async function emailSignInLink(
  { db, clock, config, mail }: Pick<Deps, 'db' | 'clock' | 'config' | 'mail'>,
  username: string,
  publicUrl: string,
): Promise<void> {
  const account = await accountByName(db, username)
  if (!account) return
  const token = clock.newToken()
  const now = clock.now()
  const link = { tokenHash: hashedToken(config.sessionSecret, token), createdAt: now, usedAt: null }
  const email = emailOf(account.username, `${publicUrl}/?auth=link&token=${token}`)
  await sendOnce(
    mail,
    { to: account.email, ...email },
    {
      mark: async () => {
        const marked = await db
          .insertInto('signInLinks')
          .values({ userId: account.id, ...link })
          .onConflict((conflict) =>
            conflict
              .column('userId')
              .doUpdateSet(link)
              .where('signInLinks.createdAt', '<=', before(now, SIGN_IN_EMAIL_MINUTES)),
          )
          .executeTakeFirstOrThrow()
        return (marked.numInsertedOrUpdatedRows ?? 0n) > 0n
      },
      unmark: () => db.deleteFrom('signInLinks').where('tokenHash', '=', link.tokenHash).execute(),
    },
  )
}

/** The account of a valid link, which is used up by this call. Throws `sign_in_link_not_found`. */
export async function takeSignInLink(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<Account> {
  const now = clock.now()
  const account = await db
    .updateTable('signInLinks as link')
    .from('users')
    .set({ usedAt: now })
    .whereRef('users.id', '=', 'link.userId')
    .where('link.tokenHash', '=', hashedToken(config.sessionSecret, token))
    .where('link.usedAt', 'is', null)
    .where('link.createdAt', '>', before(now, SIGN_IN_LINK_MINUTES))
    .returning(['users.id', 'users.password', 'users.username', 'users.email'])
    .executeTakeFirst()
  if (!account) throw new Problem('sign_in_link_not_found')
  return account
}

const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)

const emailOf = (username: string, link: string) => ({
  subject: 'Someone is trying to sign in to your account',
  text: `Someone keeps trying wrong passwords for your ${PRODUCT_NAME} account, ${username}. We now make them wait between tries.\n\nDevices that you have signed in with before aren’t affected. To sign in with another one, open this link on it:\n${link}\n\nThe link works once, for ${SIGN_IN_LINK_MINUTES} minutes. Don’t forward this email: whoever opens the link is signed in to your account.\n\nWe send this email at most once an hour.\n`,
})
