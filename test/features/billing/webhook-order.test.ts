// The same emails in any order, twice, side by side, undelivered or lost: the same end for everybody.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { mailFolder } from '#server/adapters/mail.ts'
import { billing } from '#shared/contracts/billing.ts'
import { sampled } from '#test/full.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#sandbox/stripe/browser-actions.ts'
import { member, buildPeople } from '#demo/build-people.ts'
import { becomeCreator, clockOfTests, pay, VISA } from './people-who-pay.ts'

const DISPUTED = '4000000000000259'
const FRAUDULENT = '4000000000005423'
const DECLINED = '4000000000000002'
const NAMES = ['nina', 'ben', 'cid', 'dot', 'eve', 'fay', 'gus', 'hal'] as const
type Cast = Record<(typeof NAMES)[number], { id: string; username: string }>

const clock = clockOfTests()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock, webhooks: { hold: true } })
})
afterAll(() => server.stop())

/**
 * Nina earns and then loses her plan; everybody else has another fate. `arrive` is how Stripe's emails arrive, once before
 * the disputes are decided and once after.
 */
async function live(story: string, arrive: () => Promise<void>): Promise<Cast> {
  const { stripe, db } = server.deps
  const people = await buildPeople(
    server.deps,
    Object.fromEntries(NAMES.map((name) => [`${name}_${story}`, member()])),
  )
  const cast = Object.fromEntries(NAMES.map((name) => [name, people[`${name}_${story}`]])) as unknown as Cast
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

/** How everybody ends, without what differs from one story to the next. */
async function endOf(cast: Cast) {
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
  const ends: Record<string, object> = { nina: { isCreator, payoutStatus } }
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
    ends[name] = {
      status: row.status,
      endedBy: row.endedBy,
      willEnd: row.endsAt !== null,
      isDisputed: row.isDisputed,
      payments: payments.map((paid) => ({
        amount: paid.amountInCents,
        fee: paid.feeInCents,
        back: paid.refundedInCents,
        feeBack: paid.feeRefundedInCents,
        dispute: paid.disputeStatus,
        isTakenBack: paid.stripeReversalId !== null,
        isGivenAgain: paid.stripeReturnId !== null,
      })),
      emails: emails.filter((email) => email.includes(`${username}@example.com`)).length,
    }
  }
  return ends
}

const paid = {
  amount: 950,
  fee: 95,
  back: 0,
  feeBack: 0,
  dispute: null,
  isTakenBack: false,
  isGivenAgain: false,
}
const plain = { status: 'active', willEnd: true, isDisputed: false, emails: 0 }
const END = {
  nina: { isCreator: false, payoutStatus: 'active' },
  ben: { ...plain, endedBy: 'creator', emails: 1, payments: [{ ...paid, back: 950, feeBack: 95 }] },
  cid: {
    ...plain,
    endedBy: 'payments',
    payments: [{ ...paid, dispute: 'won', isTakenBack: true, isGivenAgain: true }],
  },
  dot: {
    ...plain,
    endedBy: 'payments',
    isDisputed: true,
    payments: [{ ...paid, dispute: 'lost', isTakenBack: true }],
  },
  eve: { ...plain, endedBy: 'subscriber', payments: [paid] },
  fay: { ...plain, status: 'incomplete_expired', endedBy: null, payments: [] },
  gus: {
    ...plain,
    status: 'canceled',
    endedBy: 'payments',
    payments: [{ ...paid, back: 950, feeBack: 95 }],
  },
  hal: { ...plain, status: 'canceled', endedBy: 'subscriber', payments: [paid] },
}

const waiting = () => server.sandbox.webhooks.pending()
type WebhookDeliveries = ReturnType<typeof waiting>
/** Until Stripe has nothing more to tell; working off a email may cause another one. */
async function deliverAll(
  arrange: (emails: WebhookDeliveries) => WebhookDeliveries,
  atOnce = 1,
): Promise<void> {
  for (let emails = waiting(); emails.length > 0; emails = waiting()) {
    const line = arrange(emails)
    for (let from = 0; from < line.length; from += atOnce)
      await Promise.all(line.slice(from, from + atOnce).map(({ id }) => server.sandbox.webhooks.deliver(id)))
    await server.jobsDone()
  }
}
const drawn = (emails: WebhookDeliveries, seed: number) =>
  emails.toSorted((a, b) => ((a.id * 7919 * seed) % 1013) - ((b.id * 7919 * seed) % 1013))
const sweep = async () => {
  await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
  await server.jobsDone()
}

test('in order', async () => {
  const cast = await live('in_order', () => deliverAll((emails) => emails))
  expect(await endOf(cast)).toEqual(END)
})

test('backwards', async () => {
  const cast = await live('backwards', () => deliverAll((emails) => emails.toReversed()))
  expect(await endOf(cast)).toEqual(END)
})

test.each(sampled([1, 2, 3, 4, 5], 1))('in no order, each twice, five side by side: %i', async (seed) => {
  const cast = await live(`shuffled_${seed}`, () =>
    deliverAll((emails) => drawn([...emails, ...emails], seed), 5),
  )
  expect(await endOf(cast)).toEqual(END)
})

test.each(sampled([1, 2], 1))(
  'every other one does not arrive, and the sweep reads what was not delivered: %i',
  async (seed) => {
    const cast = await live(`undelivered_${seed}`, async () => {
      const some = drawn(waiting(), seed).filter((_, index) => index % 2 === seed % 2)
      for (const { id } of some) await server.sandbox.webhooks.deliver(id)
      await server.jobsDone()
      // Working them off causes others, which do not arrive either.
      for (let round = 0; round < 3; round += 1) await sweep()
    })
    expect(await endOf(cast)).toEqual(END)
    dropAll()
  },
)

test('all but the warning of fraud are lost for good, and a day later the sweep asks about everybody', async () => {
  const cast = await live('lost', async () => {
    for (const { id, type } of waiting())
      if (type.startsWith('radar')) await server.sandbox.webhooks.deliver(id)
    await server.jobsDone()
    dropAll()
    clock.pass(1.1)
    await sweep()
    dropAll()
  })
  expect(await endOf(cast)).toEqual(END)
})

function dropAll(): void {
  for (const { id } of waiting()) server.sandbox.webhooks.drop(id)
}
