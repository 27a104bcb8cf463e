// npm run admin -- <command>: an operator's commands.
import { z } from 'zod'
import { type AdminCommand, AUDIT_EVENTS } from '#server/audit/events.ts'
import { OPERATOR, type Origin } from '#server/audit/origin.ts'
import { lineOf, readLog } from '#server/audit/read-log.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { type DatabaseUrls, migrate } from '#server/db/migrate.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog, OperatorError } from '#server/log.ts'
import type { Deps } from '#server/deps.ts'
import { NoSuchPayment } from '#server/features/billing/lifecycle/refund.ts'
import { latestExport, requestExport } from '#server/features/data-exports/request-export.ts'
import { rotateSecrets } from '#server/features/portfolio/connections/rotate-secrets.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { issueToken } from '#server/features/auth/account-tokens.ts'
import { startDeletion } from '#server/features/auth/deletion/request-deletion.ts'
import { rotateAuthenticatorSecrets } from '#server/features/auth/factors/authenticator.ts'
import { removeFactors } from '#server/features/auth/factors/remove-factors.ts'
import { NotRemovable, removeText } from '#server/features/signals/hide-signal.ts'
import { endSessions } from '#server/features/auth/end-sessions.ts'
import { forgetFailures } from '#server/features/auth/failed-sign-ins.ts'
import { invite } from '#server/features/auth/invite.ts'
import { accountByName } from '#server/features/auth/store.ts'
import { openSecrets } from '#server/secrets.ts'
import { Email } from '#shared/contracts/auth.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { backupCommand, restoreCommand, verifyCommand } from './admin-backup.ts'
import {
  caseCommand,
  casesCommand,
  createAdminCommand,
  decideCommand,
  removeAdminCommand,
} from './admin-cases.ts'
import { emailsCommand, jobsCommand, overviewCommand, peopleCommand } from './admin-lists.ts'
import { continueLogCommand } from './admin-log.ts'
import { paymentsCommand, refundCommand } from './admin-payments.ts'
import { finalValueCommand, renameTickerCommand, rereadHistoryCommand } from './admin-shares.ts'
import { stripeSetupCommand, withoutWebhooks } from './admin-stripe-setup.ts'
import { auditWords, UsageError, USAGE } from './admin-usage.ts'
import { inviteWaitlist } from './admin-waitlist.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & {
  urls: DatabaseUrls
  by: Origin
  /** Records this command in the audit log. Call it before anything is changed. */
  record: (on?: { userId?: string; target?: string }) => Promise<void>
}

const COMMANDS: Record<AdminCommand, (tools: Tools, words: string[]) => Promise<void>> = {
  invite: async ({ db, clock, config, record }, [address]) => {
    const email = Email.safeParse(address)
    if (!email.success) throw new UsageError(`${address ?? 'Nothing'} is not an email address.\n${USAGE}`)
    await record()
    console.log(await invite({ db, clock, config }, email.data, publicUrlOf(config)))
  },
  waitlist: async ({ db, clock, config, record }, words) => {
    await record()
    if (words.length > 0) return await inviteWaitlist({ db, clock, config }, words)
    const rows = await db.selectFrom('waitlist').select(['email', 'createdAt']).orderBy('createdAt').execute()
    for (const { email, createdAt } of rows) console.log(`${createdAt.toISOString()}  ${email}`)
  },
  payments: paymentsCommand,
  refund: refundCommand,
  'stripe-setup': stripeSetupCommand,
  unlock: async (tools, words) => {
    const { db } = tools
    const { account, print } = await accountIn(tools, words)
    const forgotten = await forgetFailures(db, account.username.toLowerCase())
    print({ forgotten }, `${account.username} can sign in from any device (wrong passwords: ${forgotten})`)
  },
  'end-sessions': async (tools, words) => {
    const { db } = tools
    const { account, print } = await accountIn(tools, words)
    const { length: ended } = await db.transaction().execute((trx) => endSessions(trx, tools, account.id))
    print({ ended }, `${account.username} is signed out everywhere (sessions: ${ended})`)
  },
  'reset-password': async (tools, words) => {
    const { db, clock, config } = tools
    const { account, print } = await accountIn(tools, words)
    const issue = { userId: account.id, purpose: 'reset_password', minutes: RESET_LINK_MINUTES } as const
    const id = await db.transaction().execute((trx) => issueToken(trx, { clock, config }, issue))
    const link = `${publicUrlOf(config)}/reset-password#token=${tokenOf(config.sessionSecret, id)}`
    print({ link, minutes: RESET_LINK_MINUTES }, link)
  },
  'export-user': async (tools, words) => {
    const { account, print } = await accountIn(tools, words)
    const isNew = await requestExport(tools, account.id).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Problem && error.code === 'export_too_soon')) throw error
        return false
      },
    )
    const { id, state, requestedAt, expiresAt } = await latestExport(tools, account.id)
    const when = `(requested ${requestedAt ?? ''}, ${state})`
    print(
      { isNew, id, state, requestedAt, expiresAt },
      isNew
        ? `${account.username} gets an email when the copy is ready ${when}`
        : `${account.username} already has today’s copy ${when}`,
    )
  },
  'delete-user': async (tools, words) => {
    const { account, print } = await accountIn(tools, words)
    const { isNew, ...started } = await startDeletion(tools, account.id)
    const deletedAt = started.deletedAt.toISOString()
    const state = isNew ? 'is' : 'was already'
    print({ isNew, deletedAt }, `${account.username} ${state} hidden and will be deleted on ${deletedAt}`)
  },
  'remove-factors': async (tools, words) => {
    const { account, print } = await accountIn(tools, words)
    const removed = await removeFactors(tools, account)
    print(
      { removed },
      `${account.username} signs in with the password alone (removed: ${removed.join(', ') || 'nothing'})`,
    )
  },
  takedown: async (tools, [signalId, option, reason]) => {
    if (!z.uuid().safeParse(signalId).success || option !== '--reason') throw new UsageError(USAGE)
    if (!signalId || (reason !== 'law' && reason !== 'rules')) throw new UsageError(USAGE)
    await tools.record({ target: signalId })
    await removeText(tools, signalId, reason).catch((error: unknown) => {
      throw error instanceof NotRemovable ? new OperatorError(error.message) : error
    })
    console.log(`The text of ${signalId} is removed; its trade and its score stay`)
  },
  'create-admin': createAdminCommand,
  'remove-admin': removeAdminCommand,
  cases: casesCommand,
  case: caseCommand,
  decide: decideCommand,
  overview: overviewCommand,
  people: peopleCommand,
  jobs: jobsCommand,
  emails: emailsCommand,
  'continue-log': continueLogCommand,
  'final-value': finalValueCommand,
  'rename-ticker': renameTickerCommand,
  'reread-history': rereadHistoryCommand,
  audit: async (tools, words) => {
    const { values, positionals } = auditWords(words)
    const [name] = positionals
    const isId = z.uuid().safeParse(name).success
    const userId = name === undefined || isId ? name : (await accountNamed(tools.db, name)).id
    await tools.record(userId === undefined ? {} : { userId })
    const since = values.since === undefined ? undefined : new Date(values.since)
    if (since && Number.isNaN(since.getTime()))
      throw new UsageError(`${values.since} is not a time.\n${USAGE}`)
    const { event } = values
    if (
      event !== undefined &&
      !AUDIT_EVENTS.some((known) => known === event || known.startsWith(`${event}.`))
    )
      throw new UsageError(`There is no event ${event}. Events: ${AUDIT_EVENTS.join(', ')}`)
    for (const row of await readLog(tools.db, { userId, event, since }))
      console.log(values.json ? JSON.stringify(row) : lineOf(row))
  },
  migrate: async ({ urls, record }, options) => {
    if (options.length > (options.includes('--json') ? 1 : 0)) throw new UsageError(USAGE)
    const { applied, newer } = await migrate(urls, systemClock)
    // Recorded only now, because the audit log itself may have been missing before.
    await record()
    console.log(
      options.includes('--json')
        ? JSON.stringify({ applied, newer })
        : `Migrations applied: ${applied.join(', ') || 'none were missing'}`,
    )
  },
  backup: backupCommand,
  restore: restoreCommand,
  'rotate-key': async ({ db, clock, config, record }) => {
    await record()
    const secrets = openSecrets(config.brokers.encryptionKeys, clock)
    const moved = (await rotateSecrets({ db, secrets })) + (await rotateAuthenticatorSecrets({ db, secrets }))
    console.log(
      `${moved} re-encrypted. Every secret now uses ENCRYPTION_KEY; the previous key can be deleted.`,
    )
  },
}

const publicUrlOf = ({ publicUrl, port }: Deps['config']) => publicUrl ?? `http://localhost:${port}`

/** The named account, and a function that prints the result, with `--json` as one line of JSON. */
async function accountIn({ db, record }: Tools, [username, ...options]: string[]) {
  const isJson = options.includes('--json')
  if (!username || username.startsWith('-') || options.length > (isJson ? 1 : 0)) throw new UsageError(USAGE)
  const account = await accountNamed(db, username)
  await record({ userId: account.id })
  const print = (result: Record<string, unknown>, sentence: string) =>
    console.log(isJson ? JSON.stringify({ username: account.username, ...result }) : sentence)
  return { account, print }
}

async function accountNamed(db: Deps['db'], username: string) {
  const account = await accountByName(db, username)
  if (!account) throw new UsageError(`There is no account with the username ${username}.`)
  return account
}

const isCommand = (word: string): word is AdminCommand => Object.hasOwn(COMMANDS, word)

async function main([command = '', ...words]: string[]) {
  // Needs no database, so a backup can be verified anywhere.
  if (command === 'verify-backup') return await verifyCommand(readConfig(process.env), words)
  if (!isCommand(command)) throw new UsageError(USAGE)
  const config = readConfig(withoutWebhooks(process.env))
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url } = config
  const running = url && ownerUrl ? { url, ownerUrl } : await runningEmbeddedPostgres(config.dataDir)
  // These two also work while the product is stopped.
  const startsDatabase = !running && (command === 'backup' || command === 'restore')
  const started = startsDatabase ? await startEmbeddedPostgres(config.dataDir) : undefined
  const urls = running ?? started
  if (!urls)
    throw new UsageError('Start the product first (npm start): its embedded database is not running.')
  const log = openLog(config.logLevel)
  const { db } = openDatabaseForJobs(urls.url, log, { max: 1 })
  try {
    const by = OPERATOR
    const record: Tools['record'] = ({ userId = null, ...on } = {}) =>
      recordEvent(db, { clock: systemClock, by }, { event: `admin.${command}`, userId, ...on })
    await COMMANDS[command]({ db, clock: systemClock, config, log, urls, by, record }, words)
  } finally {
    await db.destroy()
    await started?.stop()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(
    [UsageError, NoSuchPayment, OperatorError].some((kind) => error instanceof kind)
      ? (error as Error).message
      : error,
  )
  process.exitCode = 1
})
