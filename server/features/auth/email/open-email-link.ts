// Opens an email link: verifies the address, changes it, or stops or undoes a change.
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { addAlerts } from '#server/alerts/add-alerts.ts'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import { type Db, violatedConstraint } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mailboxTurn } from '#server/emails/mailbox-turn.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { EmailLink, OpenedEmailLink } from '#shared/contracts/email.ts'
import { EMAIL_REVERT_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import {
  ACCESS_PURPOSES,
  checkToken,
  EMAIL_PURPOSES,
  type EmailPurpose,
  invalidateTokens,
  issueToken,
  redeemToken,
} from '../account-tokens.ts'
import { endAccess, unknownPassword } from '../end-access.ts'
import { refuseTakenAddress } from './refuse-taken-address.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'sessions' | 'metrics'> & AuditDeps
type Trx = Transaction<DB>
type Link = z.output<typeof EmailLink>
type OpenedLink = z.output<typeof OpenedEmailLink>

const ACTIONS: Record<EmailPurpose, Link['action']> = {
  verify_email: 'verify',
  change_email: 'change',
  revert_email: 'revert',
  stop_email: 'stop',
}

const EVENTS = {
  verify_email: 'email.verified',
  change_email: 'email.changed',
  revert_email: 'email.reverted',
  stop_email: 'email.change_stopped',
} as const

/** What the link does. Throws `link_not_valid`, `link_used` or `link_expired`. */
export async function checkEmailLink(deps: Needs, token: string): Promise<Link> {
  const { userId, purpose, email } = await checkToken(deps.db, deps, EMAIL_PURPOSES, token)
  return linkOf(purpose, await accountOf(deps.db, userId), email ?? '')
}

const linkOf = (purpose: EmailPurpose, account: Account, email: string): Link => ({
  action: ACTIONS[purpose],
  username: account.username,
  email,
  ...(endsAccessOf(purpose, account) && { endsAccess: true }),
})

/**
 * The person who requested the change knows the password and may be signed in. An address that was never verified may
 * belong to a stranger, who can only stop the change.
 */
const endsAccessOf = (purpose: EmailPurpose, { emailVerifiedAt }: Account): boolean =>
  purpose === 'revert_email' || (purpose === 'stop_email' && emailVerifiedAt !== null)

/**
 * Performs the link's action and uses the link. Throws like `checkEmailLink`, and `email_taken` if another account has
 * taken the address in the meantime; the link stays valid then.
 */
export async function openEmailLink(deps: Needs, token: string): Promise<OpenedLink> {
  const { userId, purpose, email } = await checkToken(deps.db, deps, EMAIL_PURPOSES, token)
  if (email === null) throw new Problem('link_not_valid')
  const password =
    purpose === 'revert_email' || purpose === 'stop_email' ? await unknownPassword(deps) : undefined
  const run = async (trx: Trx) => {
    if (MOVES.includes(purpose)) await refuseTakenAddress(trx, deps, { email, userId })
    const account = await accountOf(trx, userId)
    const { createdAt: since } = await redeemToken(trx, deps, purpose, token)
    if (!MOVES.includes(purpose) && account.email !== email) throw new Problem('link_not_valid')
    if (purpose === 'stop_email')
      await invalidateTokens(trx, { userId, purposes: ['change_email'], now: deps.clock.now() })
    else await saveAddress(trx, deps, account, email)
    await recordEvent(trx, deps, { event: EVENTS[purpose], userId })
    if (purpose === 'change_email') await announceChange(trx, deps, account, email)
    if (MOVES.includes(purpose))
      await addAlerts(trx, deps.clock, {
        kind: 'security',
        personIds: [userId],
        cause: `email ${deps.clock.newId()}`,
        facts: { security: 'email_changed' },
      })
    const link = linkOf(purpose, account, email)
    if (!link.endsAccess || password === undefined) return { link, ended: [], tokenId: null }
    return { link, ...(await endAccess(trx, deps, { ...account, email }, { since, password })) }
  }
  const { link, ended, tokenId } = await deps.db
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'users_verified_email' ? new Problem('email_taken') : error
    })
  for (const sid of ended) deps.sessions.drop(sid)
  return { ...link, ...(tokenId !== null && { passwordToken: tokenOf(deps.config.sessionSecret, tokenId) }) }
}

/** Links that give the account another address. */
const MOVES: EmailPurpose[] = ['change_email', 'revert_email']

type Account = Awaited<ReturnType<typeof accountOf>>

/** Locks the row if called in a transaction. */
async function accountOf(db: Db | Trx, id: string) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'emailVerifiedAt'])
    .where('id', '=', id)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!account) throw new Problem('link_not_valid')
  return account
}

/** The address counts as verified, because the link was sent to it. Links sent to another address become invalid. */
async function saveAddress(trx: Trx, { clock }: Needs, before: Account, email: string): Promise<void> {
  const now = clock.now()
  const userId = before.id
  await trx
    .updateTable('users')
    .set({ email, emailVerifiedAt: now, updatedAt: now })
    .where('id', '=', userId)
    .execute()
  if (before.email !== email) {
    const purposes = ['verify_email', ...ACCESS_PURPOSES] as const
    await invalidateTokens(trx, { userId, purposes, now })
    await enqueue(trx, 'sync_stripe_email', { userId })
    // The address's owner has an account, and a later deletion will no longer know this address.
    if (before.emailVerifiedAt !== null)
      await trx
        .deleteFrom('waitlist')
        .where(sql`lower(email)`, '=', before.email.toLowerCase())
        .execute()
  }
  await notify(trx, [userId], 'account')
}

/**
 * Emails the old address, with a revert link if it was verified. Otherwise a mistyped address could take the
 * account.
 */
async function announceChange(
  trx: Trx,
  deps: Needs,
  { id: userId, username, email: oldEmail, emailVerifiedAt }: Account,
  email: string,
): Promise<void> {
  const issue = {
    userId,
    purpose: 'revert_email',
    email: oldEmail,
    minutes: EMAIL_REVERT_DAYS * 24 * 60,
  } as const
  const isVerified = emailVerifiedAt !== null
  // A stranger can have registered with the old address.
  const mailbox = isVerified ? undefined : await mailboxTurn(trx, deps, oldEmail)
  if (mailbox === null) return
  const tokenId = isVerified ? await issueToken(trx, deps, issue) : null
  await queueEmail(trx, deps.clock, {
    name: 'emailChanged',
    to: oldEmail,
    data: { username, change: tokenId === null ? null : { email, tokenId } },
    ...(mailbox !== undefined && { mailbox }),
  })
}
