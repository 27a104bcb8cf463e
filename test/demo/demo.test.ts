// The demo's payments are real to the product: every row and every figure matches the Stripe sandbox.
import { tmpdir } from 'node:os'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { revenueOf } from '#server/features/creators/revenue.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { hasDemoPeople } from '#tools/demo/has-demo-people.ts'
import { seedDemo, UNPAID } from '#tools/demo/seed-demo.ts'
import { type DemoDatabase, openDemoDatabase, idOf } from './demo-database.ts'
import { refusal, startServer } from '#test/server.ts'

let demo: DemoDatabase
beforeAll(async () => {
  demo = await openDemoDatabase()
  // The creator plan's price exists at Stripe before the seed runs.
  await demo.stripe.prices.create({
    currency: 'usd',
    unit_amount: 200,
    recurring: { interval: 'month' },
    product_data: { name: 'Creator Mode' },
    lookup_key: 'creator_plan_monthly',
  })
  demo.sandbox.webhooks.pending().forEach(({ id }) => demo.sandbox.webhooks.drop(id))
  await seedDemo(demo, demo.sandbox, demo.broker)
})
afterAll(() => demo.close())

/** The columns that every sync updates. */
const SYNC_COLUMNS = { revision: null, checkedAt: null }

/** All rows about money, without the time of the last sync. */
async function moneyRows() {
  const { db } = demo
  const plans = await db.selectFrom('creatorPlans').selectAll().orderBy('id').execute()
  const subscriptions = await db.selectFrom('subscriptions').selectAll().orderBy('id').execute()
  const payments = await db.selectFrom('payments').selectAll().orderBy('stripeInvoiceId').execute()
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
  return {
    plans: plans.map((row) => ({ ...row, ...SYNC_COLUMNS, updatedAt: null })),
    subscriptions: subscriptions.map((row) => ({ ...row, ...SYNC_COLUMNS })),
    payments,
    users: users.map((row) => ({ ...row, updatedAt: null, payoutsCheckedAt: null })),
  }
}

describe('The demo’s payments', () => {
  it('match the sandbox: a full sync changes nothing', async () => {
    const before = await moneyRows()
    expect(before.plans).toHaveLength(22)
    expect(before.payments.length).toBeGreaterThan(100)
    for (const { stripeSubscriptionId } of [...before.plans, ...before.subscriptions])
      expect(await syncBillingRecord(demo, stripeSubscriptionId ?? '', 'everything')).not.toBeNull()
    const accounts = before.users.flatMap(({ stripeAccountId }) => stripeAccountId ?? [])
    expect(accounts).toHaveLength(21)
    for (const account of accounts) await syncPayoutAccount(demo, account)
    expect(await moneyRows()).toEqual(before)
    for (const { stripePriceId, subscriptionPriceInCents } of before.users)
      if (stripePriceId !== null)
        expect(await demo.stripe.prices.retrieve(stripePriceId)).toMatchObject({
          active: true,
          unit_amount: subscriptionPriceInCents,
        })
  })

  it('add up to the revenue that maya sees', async () => {
    const { stripe, db } = demo
    const { id, stripeAccountId } = await db
      .selectFrom('users')
      .select(['id', 'stripeAccountId'])
      .where('username', '=', 'maya')
      .executeTakeFirstOrThrow()
    const charges: Stripe.Charge[] = []
    for await (const charge of stripe.charges.list({ limit: 100 }))
      if (charge.paid && charge.transfer_data?.destination === stripeAccountId) charges.push(charge)
    const revenue = await revenueOf(demo, id)
    expect(revenue.months).toHaveLength(12)
    for (const { month, ...sums } of revenue.months) {
      const own = charges.filter(({ created }) => new Date(created * 1000).toISOString().startsWith(month))
      const gross = own.reduce((sum, { amount }) => sum + amount, 0)
      const fee = own.reduce((sum, charge) => sum + (charge.application_fee_amount ?? 0), 0)
      expect({ month, ...sums }).toEqual({
        month,
        grossInCents: gross,
        feeInCents: fee,
        netInCents: gross - fee,
      })
    }
    const halves = [revenue.months.slice(0, 5), revenue.months.slice(6, 11)].map((some) =>
      some.reduce((sum, { grossInCents }) => sum + grossInCents, 0),
    )
    expect(halves[1]).toBeGreaterThan(2 * (halves[0] ?? 0))
    const aWeekAgo = demo.clock.now().getTime() / 1000 - 7 * 86_400
    const net = charges
      .filter(({ created }) => created > aWeekAgo)
      .reduce((sum, { amount, application_fee_amount: fee }) => sum + amount - (fee ?? 0), 0)
    expect(net).toBeGreaterThan(0)
    expect(revenue.nextPayout).toEqual({ amountInCents: net })
    expect(charges.every(({ transfer, application_fee: fee }) => transfer && fee)).toBe(true)
  })

  it('renew in real time, with no pending webhooks and nothing overdue', async () => {
    const { stripe, sandbox, db } = demo
    const now = Math.floor(demo.clock.now().getTime() / 1000)
    expect(demo.querySandbox(`select kind, id from objects where due <= ${now}`)).toEqual([])
    expect(demo.querySandbox('select * from deliveries')).toEqual([])
    expect(demo.querySandbox('select id from objects where test_clock is not null')).toEqual([])
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
    expect(sandbox.webhooks.pending()).toEqual([])
    const asked = vi.spyOn(stripe.subscriptions, 'retrieve')
    await sweepStripe(demo, async (account) => expect.fail(`${account} was not synced for a day`))
    expect(asked).not.toHaveBeenCalled()
    expect(await db.selectFrom('stripeEvents').selectAll().execute()).toEqual([])
    const renewing = await stripe.subscriptions.list({ status: 'active', limit: 100 })
    for (const { items, cancel_at: end } of renewing.data)
      expect(Math.min(end ?? Infinity, items.data[0]?.current_period_end ?? 0)).toBeGreaterThan(now)
  })

  it('use one price for the creator plan', async () => {
    const { data } = await demo.stripe.prices.list({ lookup_keys: ['creator_plan_monthly'] })
    const plans = await demo.db.selectFrom('creatorPlans').select('stripePriceId').distinct().execute()
    expect(data.map(({ id }) => ({ stripePriceId: id }))).toEqual(plans)
  })
})

describe('the seed', () => {
  const COUNT = 'select count(*) as n from objects'

  it('changes nothing when it runs again', async () => {
    const [rows, objects] = [await moneyRows(), demo.querySandbox(COUNT)]
    await seedDemo(demo, demo.sandbox, demo.broker)
    expect(await moneyRows()).toEqual(rows)
    expect(demo.querySandbox(COUNT)).toEqual(objects)
  })

  it('leaves nothing behind when it fails, even at the last step', async () => {
    const fresh = await openDemoDatabase()
    try {
      const broken = { ...fresh.sandbox, options: { ...fresh.sandbox.options, file: tmpdir() } }
      await expect(seedDemo(fresh, broken, null)).rejects.toThrow('unable to open database file')
      expect(await hasDemoPeople(fresh.db)).toBe(false)
      expect(await fresh.db.selectFrom('users').select('id').execute()).toEqual([])
      expect(fresh.querySandbox(COUNT)).toEqual([{ n: 0 }])
    } finally {
      await fresh.close()
    }
  })

  it('creates people without payments if real Stripe keys are set, and prints a warning', async () => {
    const fresh = await openDemoDatabase()
    const said = vi.spyOn(console, 'error').mockReturnValue()
    try {
      await seedDemo(fresh, null, null)
      expect(said.mock.calls).toEqual([[UNPAID]])
      expect(await hasDemoPeople(fresh.db)).toBe(true)
      const marked = await fresh.db
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb('isCreator', '=', true), eb('stripeCustomerId', 'is not', null)]))
        .execute()
      expect(marked).toEqual([])
    } finally {
      await fresh.close()
    }
  })
})

it('people of the demo can use the product like anyone else', async () => {
  const server = await startServer({ database: demo.database })
  try {
    await server.settled()
    const rosa = await server.signIn('rosa')
    const [own] = await rosa.call(billing.ofSubscriber, {
      params: { id: await idOf(demo, 'rosa') },
      query: {},
    })
    expect(own).toMatchObject({ status: 'active', hasAccess: true, creator: { username: 'maya' } })
    const { url } = await rosa.call(billing.portal)
    expect(await (await fetch(url)).text()).toContain('Subscription to maya')
    const params = { id: own?.id ?? '' }
    expect(await rosa.call(billing.cancel, { params })).toMatchObject({ endedBy: 'subscriber' })
    expect(await rosa.call(billing.resume, { params })).toMatchObject({ endsAt: null })
    const premium = (await rosa.call(signals.feed, { query: { limit: 100 } })).filter(
      ({ isPremium, author }) => isPremium && author.username === 'maya',
    )
    expect(premium.length).toBeGreaterThan(0)
    expect(premium.filter(({ isLocked }) => isLocked)).toEqual([])
    // A former subscriber who does not follow maya has none of her signals in the feed.
    const gone = await demo.db
      .selectFrom('timelines')
      .select('signalId')
      .where('viewerId', '=', await idOf(demo, 'gus_from_accounting'))
      .where('authorId', '=', await idOf(demo, 'maya'))
      .execute()
    expect(gone).toEqual([])

    const maya = await server.signIn('maya')
    expect(await maya.call(creators.setupPricing, { body: { priceInCents: 1500 } })).toEqual({
      priceInCents: 1500,
    })
    expect((await refusal(maya.call(creators.startPlan))).code).toBe('already_a_creator')
    const bjorn = await server.signIn('bjorn')
    const freya = { creatorId: await idOf(demo, 'freya') }
    expect(await bjorn.call(billing.check, { body: freya })).toEqual({
      isSubscribed: false,
      status: 'incomplete',
      paidUntil: null,
    })
    expect(await bjorn.call(billing.create, { body: freya })).toMatchObject({ priceInCents: 1199 })
  } finally {
    await server.stop()
  }
})
