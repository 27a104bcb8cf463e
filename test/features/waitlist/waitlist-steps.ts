// Steps of people on the waitlist and of its operator.
import { tokenOf } from '#server/emails/token-of.ts'
import { createInvitation } from '#server/features/auth/invite.ts'
import { type Counts, sendLaunchEmails } from '#server/features/waitlist/send-launch-emails.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import type { TestServer } from '#test/server.ts'

/** Tells at most `limit` people on the waitlist by email that they can register. */
export const emailWaitlist = ({ deps }: Pick<TestServer, 'deps'>, limit = Infinity): Promise<Counts> =>
  sendLaunchEmails(deps, { limit, createInvitation: (trx, email) => createInvitation(trx, deps, email) })

/** The token of the first person's link that unsubscribes. */
export async function newLaunchToken(server: TestServer): Promise<string> {
  await server.visitor().call(waitlist.join, { body: { email: 'wes@example.com' } })
  await emailWaitlist(server)
  const { id } = await server.deps.db.selectFrom('launchEmails').select('id').executeTakeFirstOrThrow()
  return tokenOf(server.deps.config.sessionSecret, id)
}
