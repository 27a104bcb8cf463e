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
import { rotateSecrets } from '#server/features/portfolio/connections/rotate-secrets.ts'
import { rotateAuthenticatorSecrets } from '#server/features/auth/factors/authenticator.ts'
import { NotRemovable, removeText } from '#server/features/signals/hide-signal.ts'
import { openSecrets } from '#server/secrets.ts'
import {
  deleteUserCommand,
  endSessionsCommand,
  exportUserCommand,
  inviteCommand,
  removeFactorsCommand,
  resetPasswordCommand,
  unlockCommand,
} from './admin-accounts.ts'
import { backupCommand, restoreCommand, verifyCommand } from './admin-backup.ts'
import {
  caseCommand,
  casesCommand,
  createAdminCommand,
  decideCommand,
  removeAdminCommand,
} from './admin-cases.ts'
import { claimCommand, openCaseCommand, releaseCommand } from './admin-claims.ts'
import { emailsCommand, jobsCommand, overviewCommand, peopleCommand } from './admin-lists.ts'
import { continueLogCommand } from './admin-log.ts'
import { paymentsCommand, refundCommand } from './admin-payments.ts'
import { answerRefundCommand, refundRequestsCommand } from './admin-refund-requests.ts'
import { finalValueCommand, renameTickerCommand, rereadHistoryCommand } from './admin-shares.ts'
import { stripeSetupCommand, withoutWebhooks } from './admin-stripe-setup.ts'
import { auditWords, UsageError, USAGE } from './admin-usage.ts'
import { waitlistCommand } from './admin-waitlist.ts'
import { idIn, parsed, personNamed, print, type RecordCommand } from './admin-words.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & {
  urls: DatabaseUrls
  by: Origin
  record: RecordCommand
}

const COMMANDS: Record<AdminCommand, (tools: Tools, words: string[]) => Promise<void>> = {
  invite: inviteCommand,
  waitlist: waitlistCommand,
  payments: paymentsCommand,
  refund: refundCommand,
  'refund-requests': refundRequestsCommand,
  'answer-refund': answerRefundCommand,
  'stripe-setup': stripeSetupCommand,
  unlock: unlockCommand,
  'end-sessions': endSessionsCommand,
  'reset-password': resetPasswordCommand,
  'export-user': exportUserCommand,
  'delete-user': deleteUserCommand,
  'remove-factors': removeFactorsCommand,
  takedown: async (tools, words) => {
    const { values, positionals } = parsed(words, ['reason'])
    const signalId = idIn(positionals)
    const { reason } = values
    if (reason !== 'law' && reason !== 'rules') throw new UsageError(USAGE)
    await tools.record({ target: signalId })
    await removeText(tools, signalId, reason).catch((error: unknown) => {
      throw error instanceof NotRemovable ? new OperatorError(error.message) : error
    })
    print(values, { signalId, reason }, `The text of ${signalId} is removed; its trade and its score stay`)
  },
  'create-admin': createAdminCommand,
  'remove-admin': removeAdminCommand,
  cases: casesCommand,
  case: caseCommand,
  'open-case': openCaseCommand,
  claim: claimCommand,
  release: releaseCommand,
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
    const userId = name === undefined || isId ? name : (await personNamed(tools, name)).id
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
  'rotate-key': async ({ db, clock, config, record }, words) => {
    const { values, positionals } = parsed(words, [])
    if (positionals.length > 0) throw new UsageError(USAGE)
    await record()
    const secrets = openSecrets(config.brokers.encryptionKeys, clock)
    const moved = (await rotateSecrets({ db, secrets })) + (await rotateAuthenticatorSecrets({ db, secrets }))
    print(
      values,
      { reencrypted: moved },
      `${moved} re-encrypted. Every secret now uses ENCRYPTION_KEY; the previous key can be deleted.`,
    )
  },
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
