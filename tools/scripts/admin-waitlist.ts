// The admin command that emails the waitlist.
import { parseArgs } from 'node:util'
import type { Deps } from '#server/deps.ts'
import { OperatorError } from '#server/log.ts'
import { createInvitation } from '#server/features/auth/invite.ts'
import { type Counts, lacksAddress, sendLaunchEmails } from '#server/features/waitlist/send-launch-emails.ts'
import { UsageError, USAGE } from './admin-usage.ts'

/** `words`: those after `waitlist`. Throws `UsageError` and `OperatorError`. */
export async function inviteWaitlist(
  tools: Pick<Deps, 'db' | 'clock' | 'config'>,
  words: string[],
): Promise<void> {
  const deps = { ...tools, metrics: undefined }
  const { isJson, limit } = waitlistOptions(words)
  if (lacksAddress(deps))
    throw new OperatorError(
      'OPERATOR_ADDRESS is required for emails to the waitlist: set it to your name and postal address',
    )
  const counts = await sendLaunchEmails(deps, {
    limit,
    createInvitation: (trx, email) => createInvitation(trx, deps, email),
  })
  console.log(isJson ? JSON.stringify(counts) : waitlistSentence(counts))
}

function waitlistOptions(args: string[]): { isJson: boolean; limit: number } {
  const options = {
    invite: { type: 'boolean' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  } as const
  try {
    const { invite: isInvite, limit = 'Infinity', json = false } = parseArgs({ args, options }).values
    if (isInvite && (limit === 'Infinity' || /^[1-9]\d{0,8}$/.test(limit)))
      return { isJson: json, limit: Number(limit) }
  } catch {
    // An unknown option, or one without its value.
  }
  throw new UsageError(USAGE)
}

const waitlistSentence = ({ sent, removed, registered, waiting }: Counts) =>
  `emails queued: ${sent}, still waiting: ${waiting}, have an account: ${registered}, got the email before: ${removed}`
