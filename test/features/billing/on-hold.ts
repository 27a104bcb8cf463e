// Stripe restricts Nina's payout account and lifts it again; what Ben has paid, and what the two were emailed.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailFolder } from '#server/adapters/mail.ts'
import type { TestServer } from '#test/server.ts'
import type { Stage } from './nina-and-ben.ts'

export type OnHold = Awaited<ReturnType<typeof onHold>>

export async function onHold(server: TestServer, { nina, ben }: Stage) {
  const { deps, sandbox } = server
  const { stripeAccountId } = await deps.db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', nina.id)
    .executeTakeFirstOrThrow()
  const accountId = stripeAccountId ?? ''
  const rowOfBen = () =>
    deps.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('subscriberId', '=', ben.id)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
  return {
    accountId,
    rowOfBen,
    /** Both transfers and payouts when nothing is said. */
    async restrict(what?: { transfers?: boolean; payouts?: boolean }) {
      sandbox.restrictCapabilities(accountId, what)
      await server.settled()
    },
    async lift() {
      sandbox.clearRequirements(accountId)
      await server.settled()
    },
    /** What Ben has paid, in cents, oldest first. */
    async payments() {
      const rows = await deps.db
        .selectFrom('payments')
        .select('amountInCents')
        .where('subscriptionId', '=', (await rowOfBen()).id)
        .orderBy('paidAt')
        .execute()
      return rows.map(({ amountInCents }) => amountInCents)
    },
    /** The subjects of the emails to somebody, oldest first. */
    async subjectsTo({ email }: { email: string }) {
      const folder = mailFolder(deps.config.dataDir)
      const names = (await readdir(folder).catch(() => [])).toSorted()
      const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      const messages = all.map((text) => JSON.parse(text) as { to: { address: string }[]; subject: string })
      return messages.filter(({ to }) => to[0]?.address === email).map(({ subject }) => subject)
    },
  }
}
