// The same webhooks in any order, twice, in parallel, undelivered or lost lead to the same state.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { mailFolder } from '#server/adapters/mail.ts'
import { billing } from '#shared/contracts/billing.ts'
import { sampled } from '#test/test-scope.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { becomeCreator, daysClock, pay, VISA } from './billing-steps.ts'
import { deliverAll, dropAll, type WebhookDeliveries } from './webhook-events.ts'

const DISPUTED = '4000000000000259'
const FRAUDULENT = '4000000000005423'
const DECLINED = '4000000000000002'
const NAMES = ['nina', 'ben', 'cid', 'dot', 'eve', 'fay', 'gus', 'hal'] as const
type Cast = Record<(typeof NAMES)[number], { id: string; username: string }>

const clock = daysClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock, webhooks: { hold: true } })
})
afterAll(() => server.stop())

/**
 * Nina earns and then loses her plan; each other person has a different outcome. `arrive` delivers the webhooks, once
 * before the disputes are decided and once after.
 */
async function play(suffix: string, arrive: () => Promise<void>): Promise<Cast> {
  const { stripe, db } = server.deps
  const people = await buildPeople(
    server.deps,
    Object.fromEntries(NAMES.map((name) => [`${name}_${suffix}`, member()])),
  )
  const cast = Object.fromEntries(NAMES.map((name) => [name, people[`${name}_${suffix}`]])) as unknown as Cast
  const { nina } = cast
  await becomeCreator(server, await server.signIn(nina.username))
  const subscribe = async ({ username }: { username: string }, card: string) => {
    const browser = await server.signIn(username)
    const { clientSecret } = await browser.call(billing.create, { body: { creatorId: nina.id } })
    const intent = await pay(browser, clientSecret, card)
    return { browser, intent: String(intent.body['id']) }
  }
  const ben = await subscribe(cast.ben, VISA)
  await stripe.refunds.create({
    payment_intent: ben.intent,
    reverse_transfer: true,
    refund_application_fee: true,
  })
  const cid = await subscribe(cast.cid, DISPUTED)
  const dot = await subscribe(cast.dot, DISPUTED)
  const eve = await subscribe(cast.eve, VISA)
  const { url } = await eve.browser.call(billing.portal)
  await submitForm(url, { do: 'cancel' })
  await subscribe(cast.fay, DECLINED)
  await subscribe(cast.gus, FRAUDULENT)
  const hal = await subscribe(cast.hal, VISA)
  await hal.browser.call(billing.check, { body: { creatorId: nina.id } })
  await stripe.customers.del(await customerOf(cast.hal.id))
  await arrive()
  for (const [{ intent }, evidence] of [
    [cid, 'winning_evidence'],
    [dot, 'losing_evidence'],
  ] as const) {
    const { data } = await stripe.disputes.list({ payment_intent: intent })
    await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: evidence } })
  }
  const plan = await db
    .selectFrom('creatorPlans')
    .select('stripeSubscriptionId')
    .where('userId', '=', nina.id)
    .executeTakeFirstOrThrow()
  await stripe.subscriptions.cancel(plan.stripeSubscriptionId ?? '')
  await arrive()
  return cast
}
const customerOf = async (id: string) =>
  String(
    (
      await server.deps.db
        .selectFrom('users')
        .select('stripeCustomerId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).stripeCustomerId,
  )

/** Everyone's final state, without ids and dates. */
async function finalStates(cast: Cast) {
  const { db, config } = server.deps
  const { isCreator, payoutStatus } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', cast.nina.id)
    .executeTakeFirstOrThrow()
  const folder = mailFolder(config.dataDir)
  const emails = await Promise.all(
    (await readdir(folder).catch(() => [])).map((name) => readFile(join(folder, name), 'utf8')),
  )
  const states: Record<string, object> = { nina: { isCreator, payoutStatus } }
  for (const name of NAMES.slice(1)) {
    const { id, username } = cast[name]
    const rows = await db.selectFrom('subscriptions').selectAll().where('subscriberId', '=', id).execute()
    const [row] = rows
    if (rows.length !== 1 || !row) throw new Error(`${username} has ${rows.length} subscriptions`)
    const payments = await db
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', row.id)
      .execute()
    states[name] = {
      status: row.status,
      endedBy: row.endedBy,
      willEnd: row.endsAt !== null,
      isDisputed: row.isDisputed,
      payments: payments.map((paid) => ({
        amount: paid.amountInCents,
        fee: paid.feeInCents,
        refunded: paid.refundedInCents,
        feeRefunded: paid.feeRefundedInCents,
        dispute: paid.disputeStatus,
        isReversed: paid.stripeReversalId !== null,
        isRetransferred: paid.stripeReturnId !== null,
      })),
      // Without the confirmation, which a subscription that ended before its webhook arrived doesn't get.
      emails: emails.filter(
        (email) => email.includes(`${username}@example.com`) && !email.includes('re subscribed to'),
      ).length,
    }
  }
  return states
}

const paid = {
  amount: 950,
  fee: 95,
  refunded: 0,
  feeRefunded: 0,
  dispute: null,
  isReversed: false,
  isRetransferred: false,
}
/** Each payment has a receipt. People whose subscription was canceled get an email about that, too. */
const plain = { status: 'active', willEnd: true, isDisputed: false, emails: 1 }
const EXPECTED = {
  nina: { isCreator: false, payoutStatus: 'active' },
  // The receipt, one about the refund, and one about the end.
  ben: { ...plain, endedBy: 'creator', emails: 3, payments: [{ ...paid, refunded: 950, feeRefunded: 95 }] },
  cid: {
    ...plain,
    endedBy: 'payments',
    payments: [{ ...paid, dispute: 'won', isReversed: true, isRetransferred: true }],
  },
  dot: {
    ...plain,
    endedBy: 'payments',
    isDisputed: true,
    payments: [{ ...paid, dispute: 'lost', isReversed: true }],
  },
  eve: { ...plain, endedBy: 'subscriber', emails: 2, payments: [paid] },
  fay: { ...plain, status: 'incomplete_expired', endedBy: null, emails: 0, payments: [] },
  gus: {
    ...plain,
    // The receipt, and one about the refund.
    emails: 2,
    status: 'canceled',
    endedBy: 'payments',
    payments: [{ ...paid, refunded: 950, feeRefunded: 95 }],
  },
  hal: { ...plain, status: 'canceled', endedBy: 'subscriber', payments: [paid] },
}

const pending = () => server.sandbox.webhooks.pending()
const shuffled = (webhooks: WebhookDeliveries, seed: number) =>
  webhooks.toSorted((a, b) => ((a.id * 7919 * seed) % 1013) - ((b.id * 7919 * seed) % 1013))
const sweep = async () => {
  await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
  await server.jobsDone()
}

test('webhooks in order lead to the expected state', async () => {
  const cast = await play('in_order', () => deliverAll(server))
  expect(await finalStates(cast)).toEqual(EXPECTED)
})

test('webhooks in reverse order lead to the same state', async () => {
  const cast = await play('backwards', () => deliverAll(server, (webhooks) => webhooks.toReversed()))
  expect(await finalStates(cast)).toEqual(EXPECTED)
})

test.each(sampled([1, 2, 3, 4, 5], 1))(
  'webhooks in random order, each twice and five at once, lead to the same state: %i',
  async (seed) => {
    const cast = await play(`shuffled_${seed}`, () =>
      deliverAll(server, (webhooks) => shuffled([...webhooks, ...webhooks], seed), 5),
    )
    expect(await finalStates(cast)).toEqual(EXPECTED)
  },
)

test.each(sampled([1, 2], 1))(
  'the sweep catches up when every second webhook is not delivered: %i',
  async (seed) => {
    const cast = await play(`undelivered_${seed}`, async () => {
      const some = shuffled(pending(), seed).filter((_, index) => index % 2 === seed % 2)
      for (const { id } of some) await server.sandbox.webhooks.deliver(id)
      await server.jobsDone()
      // Processing them causes others, which do not arrive either.
      for (let round = 0; round < 3; round += 1) await sweep()
    })
    expect(await finalStates(cast)).toEqual(EXPECTED)
    dropAll(server)
  },
)

test('the sweep a day later catches up after lost webhooks, apart from the fraud warning', async () => {
  const cast = await play('lost', async () => {
    for (const { id, type } of pending())
      if (type.startsWith('radar')) await server.sandbox.webhooks.deliver(id)
    await server.jobsDone()
    dropAll(server)
    clock.pass(1.1)
    await sweep()
    dropAll(server)
  })
  expect(await finalStates(cast)).toEqual(EXPECTED)
})
