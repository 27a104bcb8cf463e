// npm run admin -- invite, unlock, end-sessions, reset-password, export-user, delete-user, remove-factors: one account.
import type { Origin } from '#server/audit/origin.ts'
import type { Deps } from '#server/deps.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { issueToken } from '#server/features/auth/account-tokens.ts'
import { startDeletion } from '#server/features/auth/deletion/request-deletion.ts'
import { endSessions } from '#server/features/auth/end-sessions.ts'
import { removeFactors } from '#server/features/auth/factors/remove-factors.ts'
import { forgetFailures } from '#server/features/auth/failed-sign-ins.ts'
import { invite } from '#server/features/auth/invite.ts'
import { latestExport, requestExport } from '#server/features/data-exports/request-export.ts'
import { Email } from '#shared/contracts/auth.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { UsageError, USAGE } from './admin-usage.ts'
import { parsed, personNamed, print as printTo, type RecordCommand } from './admin-words.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & { by: Origin; record: RecordCommand }

const publicUrlOf = ({ publicUrl, port }: Deps['config']) => publicUrl ?? `http://localhost:${port}`

/** `<email> [--json]`: sends an invitation and prints its link. */
export async function inviteCommand({ db, clock, config, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const [address, ...more] = positionals
  const email = Email.safeParse(address)
  if (!email.success || more.length > 0)
    throw new UsageError(`${address ?? 'Nothing'} is not an email address.\n${USAGE}`)
  await record()
  const link = await invite({ db, clock, config }, email.data, publicUrlOf(config))
  printTo(values, { email: email.data, link }, link)
}

/** `<user> [--json]`: clears the failed sign-ins for an account. */
export async function unlockCommand(tools: Tools, words: string[]): Promise<void> {
  const { db } = tools
  const { account, print } = await accountIn(tools, words)
  const forgotten = await forgetFailures(db, account.username.toLowerCase())
  print({ forgotten }, `${account.username} can sign in from any device (wrong passwords: ${forgotten})`)
}

/** `<user> [--json]`: signs a person out everywhere. */
export async function endSessionsCommand(tools: Tools, words: string[]): Promise<void> {
  const { db } = tools
  const { account, print } = await accountIn(tools, words)
  const { length: ended } = await db.transaction().execute((trx) => endSessions(trx, tools, account.id))
  print({ ended }, `${account.username} is signed out everywhere (sessions: ${ended})`)
}

/** `<user> [--json]`: prints a link that sets a new password, once. */
export async function resetPasswordCommand(tools: Tools, words: string[]): Promise<void> {
  const { db, clock, config } = tools
  const { account, print } = await accountIn(tools, words)
  const issue = { userId: account.id, purpose: 'reset_password', minutes: RESET_LINK_MINUTES } as const
  const id = await db.transaction().execute((trx) => issueToken(trx, { clock, config }, issue))
  const link = `${publicUrlOf(config)}/reset-password#token=${tokenOf(config.sessionSecret, id)}`
  print({ link, minutes: RESET_LINK_MINUTES }, link)
}

/** `<user> [--json]`: starts a copy of a person's data, at most one a day. */
export async function exportUserCommand(tools: Tools, words: string[]): Promise<void> {
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
}

/** `<user> [--json]`: hides an account and deletes it 14 days later. */
export async function deleteUserCommand(tools: Tools, words: string[]): Promise<void> {
  const { account, print } = await accountIn(tools, words)
  const { isNew, ...started } = await startDeletion(tools, account.id)
  const deletedAt = started.deletedAt.toISOString()
  const state = isNew ? 'is' : 'was already'
  print({ isNew, deletedAt }, `${account.username} ${state} hidden and will be deleted on ${deletedAt}`)
}

/** `<user> [--json]`: the password alone signs in afterwards. */
export async function removeFactorsCommand(tools: Tools, words: string[]): Promise<void> {
  const { account, print } = await accountIn(tools, words)
  const removed = await removeFactors(tools, account)
  print(
    { removed },
    `${account.username} signs in with the password alone (removed: ${removed.join(', ') || 'nothing'})`,
  )
}

/** The named account, and a function that prints the result, with `--json` as one line of JSON. */
async function accountIn(tools: Tools, words: string[]) {
  const { values, positionals } = parsed(words, [])
  const [username, ...more] = positionals
  if (!username || more.length > 0) throw new UsageError(USAGE)
  const account = await personNamed(tools, username)
  await tools.record({ userId: account.id })
  const print = (result: Record<string, unknown>, sentence: string) =>
    printTo(values, { username: account.username, ...result }, sentence)
  return { account, print }
}
