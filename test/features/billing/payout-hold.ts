// Shared set-up for payout holds: restricts Nina's payout account, lifts that, and reads Ben's payments and both inboxes.
import { beforeEach } from 'vitest'
import { newsTo } from '#test/emails.ts'
import type { TestServer } from '#test/server.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'

export type PayoutHoldContext = { server: TestServer; setup: Setup; hold: PayoutHold }
type PayoutHold = Awaited<ReturnType<typeof payoutHold>>

/** Gives the file a server, and each test another Nina and Ben; `assign` gets them before the test starts. */
export function withPayoutHold(assign: (context: PayoutHoldContext) => void): void {
  let setup: Setup
  withCreatorAndSubscriber((one) => void (setup = one))
  beforeEach(async () => assign({ server: setup.server, setup, hold: await payoutHold(setup) }))
}

async function payoutHold({ server, nina, row: rowOfBen }: Setup) {
  const { deps, sandbox } = server
  const { stripeAccountId } = await deps.db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', nina.id)
    .executeTakeFirstOrThrow()
  const accountId = stripeAccountId ?? ''
  return {
    accountId,
    rowOfBen,
    /** Restricts transfers and payouts by default. */
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
    /** The subjects of a person's emails, oldest first. */
    async subjectsTo({ email }: { email: string }) {
      return await newsTo(deps, email)
    },
  }
}
