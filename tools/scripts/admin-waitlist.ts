// npm run admin -- waitlist: lists the waitlist, or emails it.
import type { Deps } from '#server/deps.ts'
import { OperatorError } from '#server/log.ts'
import { createInvitation } from '#server/features/auth/invite.ts'
import { type Counts, lacksAddress, sendLaunchEmails } from '#server/features/waitlist/send-launch-emails.ts'
import { UsageError, USAGE } from './admin-usage.ts'
import { parsed, print, type RecordCommand } from './admin-words.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config'> & { record: RecordCommand }

/** `[--json]` lists it, oldest first; `--invite [--limit <n>] [--json]` emails people that they can register. */
export async function waitlistCommand({ db, clock, config, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['invite', 'limit'])
  const { invite: isInvite = false, limit } = values
  const isLimit = limit === undefined || (isInvite && /^[1-9]\d{0,8}$/.test(limit))
  if (positionals.length > 0 || !isLimit) throw new UsageError(USAGE)
  await record()
  if (isInvite) return await inviteWaitlist({ db, clock, config }, values, Number(limit ?? 'Infinity'))
  const rows = await db.selectFrom('waitlist').select(['email', 'createdAt']).orderBy('createdAt').execute()
  for (const row of rows) print(values, row, `${row.createdAt.toISOString()}  ${row.email}`)
}

async function inviteWaitlist(
  tools: Omit<Tools, 'record'>,
  values: { json?: boolean | undefined },
  limit: number,
): Promise<void> {
  const deps = { ...tools, metrics: undefined }
  if (lacksAddress(deps))
    throw new OperatorError(
      'OPERATOR_ADDRESS is required for emails to the waitlist: set it to your name and postal address',
    )
  const counts = await sendLaunchEmails(deps, {
    limit,
    createInvitation: (trx, email) => createInvitation(trx, deps, email),
  })
  print(values, counts, waitlistSentence(counts))
}

const waitlistSentence = ({ sent, removed, registered, waiting }: Counts) =>
  `emails queued: ${sent}, still waiting: ${waiting}, have an account: ${registered}, got the email before: ${removed}`
