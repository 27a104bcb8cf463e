// npm run admin -- <command>: an operator's commands.
import { systemClock } from '#server/clock.ts'
import { SettingsError, readConfig } from '#server/config.ts'
import { runningEmbeddedPostgres } from '#server/db/embedded.ts'
import { openDatabase } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import type { Deps } from '#server/deps.ts'
import { NoSuchPayment, owedInCents, paymentsOf, refundPayment } from '#server/features/billing/refund.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { latestExport, requestExport } from '#server/features/data-exports/request-export.ts'
import { rotateSecrets } from '#server/features/portfolio/connections/rotate-secrets.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { issueToken } from '#server/features/auth/account-tokens.ts'
import { startDeletion } from '#server/features/auth/deletion/request-deletion.ts'
import { rotateAuthenticatorSecrets } from '#server/features/auth/factors/authenticator.ts'
import { removeFactors } from '#server/features/auth/factors/remove-factors.ts'
import { endSessions } from '#server/features/auth/end-sessions.ts'
import { forgetFailures } from '#server/features/auth/failed-sign-ins.ts'
import { invite } from '#server/features/auth/invite.ts'
import { accountByName } from '#server/features/auth/store.ts'
import { openStripe } from '#server/adapters/stripe.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { openSecrets } from '#server/secrets.ts'
import { Email } from '#shared/contracts/auth.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { price } from '#shared/rules/money.ts'

const USAGE = `npm run admin -- invite <email>   sends an invitation and prints its link
npm run admin -- waitlist         lists the waitlist, oldest first
npm run admin -- payments <user>  lists this person's payments, made and received, newest first
npm run admin -- refund <payment> [--end]
                                  refunds a payment in full; with --end its subscription ends at once
npm run admin -- unlock <user> [--json]
                                  forgets the wrong passwords for an account, so that nobody waits before signing in
npm run admin -- end-sessions <user> [--json]
                                  signs a person out everywhere
npm run admin -- reset-password <user> [--json]
                                  prints a link that sets a new password, once, within 30 minutes
npm run admin -- export-user <user> [--json]
                                  starts a copy of a person's data, which is emailed to them; at most one a day
npm run admin -- delete-user <user> [--json]
                                  hides an account and deletes it 14 days later, as if its owner had asked
npm run admin -- remove-factors <user> [--json]
                                  turns off the authenticator app and removes all passkeys of a person who lost them
npm run admin -- rotate-key       re-encrypts all secrets from ENCRYPTION_KEY_PREVIOUS to ENCRYPTION_KEY`

/** A usage error: only its message is printed. */
class Misuse extends Error {}

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

const COMMANDS: Record<string, (tools: Tools, words: string[]) => Promise<void>> = {
  invite: async ({ db, clock, config }, [address]) => {
    const email = Email.safeParse(address)
    if (!email.success) throw new Misuse(`${address ?? 'Nothing'} is not an email address.\n${USAGE}`)
    console.log(await invite({ db, clock, config }, email.data, publicUrlOf(config)))
  },
  waitlist: async ({ db }) => {
    const rows = await db.selectFrom('waitlist').select(['email', 'createdAt']).orderBy('createdAt').execute()
    for (const { email, createdAt } of rows) console.log(`${createdAt.toISOString()}  ${email}`)
  },
  payments: async ({ db }, [username]) => {
    if (!username) throw new Misuse(USAGE)
    const rows = await paymentsOf(db, username)
    if (rows.length === 0) console.log(`${username} has made no payments and received none`)
    for (const row of rows)
      console.log(
        `${row.stripeInvoiceId}  ${row.paidAt.toISOString()}  ${row.subscriber} → ${row.creator}  ` +
          `${price(row.amountInCents)}  refunded ${price(row.refundedInCents)}  ${row.disputeStatus ?? ''}`.trimEnd() +
          (owedInCents(row) > 0 ? `  owed by ${row.creator}: ${price(owedInCents(row))}` : ''),
      )
  },
  refund: async (tools, [payment, ...options]) => {
    const andEnd = options.includes('--end')
    if (!payment || options.length > (andEnd ? 1 : 0)) throw new Misuse(USAGE)
    // The running server sends the sandbox's webhooks; this process only calls the API.
    const sandbox = await openPaymentSandbox(
      tools.config,
      await claimStripeEnvironment(tools),
      () => '',
      null,
    )
    try {
      const stripe = openStripe(tools.config.payments, sandbox)
      const { refundedInCents } = await refundPayment({ ...tools, stripe }, payment, { andEnd })
      console.log(`${price(refundedInCents)} refunded${andEnd ? ', and the subscription has ended' : ''}`)
    } finally {
      await sandbox?.close()
    }
  },
  unlock: async ({ db }, words) => {
    const { account, print } = await accountIn(db, words)
    const forgotten = await forgetFailures(db, account.username.toLowerCase())
    print({ forgotten }, `${account.username} can sign in from any device (wrong passwords: ${forgotten})`)
  },
  'end-sessions': async ({ db }, words) => {
    const { account, print } = await accountIn(db, words)
    const { length: ended } = await db.transaction().execute((trx) => endSessions(trx, account.id))
    print({ ended }, `${account.username} is signed out everywhere (sessions: ${ended})`)
  },
  'reset-password': async ({ db, clock, config }, words) => {
    const { account, print } = await accountIn(db, words)
    const issue = { userId: account.id, purpose: 'reset_password', minutes: RESET_LINK_MINUTES } as const
    const id = await db.transaction().execute((trx) => issueToken(trx, { clock, config }, issue))
    const link = `${publicUrlOf(config)}/reset-password#token=${tokenOf(config.sessionSecret, id)}`
    print({ link, minutes: RESET_LINK_MINUTES }, link)
  },
  'export-user': async ({ db, clock }, words) => {
    const { account, print } = await accountIn(db, words)
    await requestExport({ db, clock }, account.id).catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === 'export_too_soon')) throw error
    })
    const { id, state, requestedAt, expiresAt } = await latestExport({ db, clock }, account.id)
    print(
      { id, state, requestedAt, expiresAt },
      `${account.username} gets an email when the copy is ready (requested ${requestedAt ?? ''}, ${state})`,
    )
  },
  'delete-user': async ({ db, clock }, words) => {
    const { account, print } = await accountIn(db, words)
    const deletedAt = (await startDeletion({ db, clock }, account.id)).deletedAt.toISOString()
    print({ deletedAt }, `${account.username} is hidden and will be deleted on ${deletedAt}`)
  },
  'remove-factors': async ({ db, clock }, words) => {
    const { account, print } = await accountIn(db, words)
    const removed = await removeFactors({ db, clock }, account)
    print(
      { removed },
      `${account.username} signs in with the password alone (removed: ${removed.join(', ') || 'nothing'})`,
    )
  },
  'rotate-key': async ({ db, clock, config }) => {
    const secrets = openSecrets(config.brokers.encryptionKeys, clock)
    const moved = (await rotateSecrets({ db, secrets })) + (await rotateAuthenticatorSecrets({ db, secrets }))
    console.log(
      `${moved} re-encrypted. Every secret now uses ENCRYPTION_KEY; the previous key can be deleted.`,
    )
  },
}

const publicUrlOf = ({ publicUrl, port }: Deps['config']) => publicUrl ?? `http://localhost:${port}`

/** The account that is named, and a function that prints the result: as one line of JSON with `--json`. */
async function accountIn(db: Deps['db'], [username, ...options]: string[]) {
  const isJson = options.includes('--json')
  if (!username || username.startsWith('-') || options.length > (isJson ? 1 : 0)) throw new Misuse(USAGE)
  const account = await accountByName(db, username)
  if (!account) throw new Misuse(`There is no account with the username ${username}.`)
  const print = (result: Record<string, unknown>, sentence: string) =>
    console.log(isJson ? JSON.stringify({ username: account.username, ...result }) : sentence)
  return { account, print }
}

async function main([command = '', ...words]: string[]) {
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!run) throw new Misuse(USAGE)
  const config = readConfig(process.env)
  const url = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir))
  if (!url) throw new Misuse('Start the product first (npm start): its embedded database is not running.')
  const log = openLog(config.logLevel)
  const { db } = openDatabase(url, log, 1)
  try {
    await run({ db, clock: systemClock, config, log }, words)
  } finally {
    await db.destroy()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(
    error instanceof Misuse || error instanceof NoSuchPayment || error instanceof SettingsError
      ? error.message
      : error,
  )
  process.exitCode = 1
})
