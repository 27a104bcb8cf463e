// The demo people: who they are, and that whatever they pay and are paid is as real as anybody's at the sandbox.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { syncBill } from '#server/features/billing/sync-bill.ts'
import { syncAccount } from '#server/features/creators/payouts.ts'
import { revenueOf } from '#server/features/creators/revenue.ts'
import { openStripe } from '#server/outside/stripe.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { NewSignal, signals as signalCalls } from '#shared/contracts/signals.ts'
import { Username } from '#shared/contracts/users.ts'
import { people } from '../scripts/demo/people.ts'
import { hasDemoPeople, seedDemo, UNPAID } from '../scripts/demo/seed-demo.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { refusal, startServer } from './server.ts'

const log = pino({ level: 'silent' })
const clock = systemClock

/** A new database with a sandbox beside it, as the seed finds them. */
async function freshHouse() {
  const database: FreshDatabase = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-demo-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret of at least 32 characters, for tests',
  })
  const { db } = openDatabaseForJobs(database.url, log)
  const file = await claimStripeEnvironment({ db, clock, config })
  const sandbox = await openPaymentSandbox(config, file, () => 'http://localhost:3000', null)
  if (!sandbox) throw new Error('These tests are not for real keys')
  const stripe = openStripe(config.payments, sandbox)
  return {
    ...{ database, db, config, clock, log, sandbox, stripe },
    /** A question to the sandbox's file itself. */
    askFile(sql: string): Record<string, unknown>[] {
      const opened = new DatabaseSync(sandbox.options.file, { readOnly: true })
      const rows = opened.prepare(sql).all()
      opened.close()
      return rows
    },
    async leave() {
      await sandbox.close()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let house: Awaited<ReturnType<typeof freshHouse>>
beforeAll(async () => {
  house = await freshHouse()
  // Somebody was a creator before the demo people came.
  await house.stripe.prices.create({
    currency: 'usd',
    unit_amount: 200,
    recurring: { interval: 'month' },
    product_data: { name: 'Creator Mode' },
    lookup_key: 'creator_plan_monthly',
  })
  house.sandbox.webhooks.pending().forEach(({ id }) => house.sandbox.webhooks.drop(id))
  await seedDemo(house, house.sandbox)
})
afterAll(() => house.leave())

const idOf = async (username: string) =>
  (await house.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow())
    .id

/** All money rows without what every look at Stripe changes. */
async function moneyRows() {
  const { db } = house
  const plans = await db.selectFrom('creatorPlans').selectAll().orderBy('id').execute()
  const subscriptions = await db.selectFrom('subscriptions').selectAll().orderBy('id').execute()
  const payments = await db.selectFrom('payments').selectAll().orderBy('stripeInvoiceId').execute()
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
  return {
    plans: plans.map(({ revision: _, checkedAt: __, updatedAt: ___, ...row }) => row),
    subscriptions: subscriptions.map(({ revision: _, checkedAt: __, ...row }) => row),
    payments,
    users: users.map(({ updatedAt: _, payoutsCheckedAt: __, ...row }) => row),
  }
}

async function subscribersOf(username: string) {
  return await house.db
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.subscriberId')
    .select(['u.username', 's.status', 's.priceInCents', 's.endsAt', 's.endedBy', 's.currentPeriodStart'])
    .where('s.creatorId', '=', await idOf(username))
    .execute()
}

describe('who they are', () => {
  const signals = Object.values(people)
    .flatMap((person) => person.signals ?? [])
    .filter((signal) => typeof signal !== 'string')

  it('could have registered and posted all of it through the product', () => {
    for (const name of Object.keys(people)) expect(Username.safeParse(name).error).toBeUndefined()
    for (const signal of signals) {
      const posted = NewSignal.parse(signal)
      expect(posted).toMatchObject({ content: posted.content.trim(), tickers: signal.tickers })
    }
    expect(new Set(signals.map((signal) => signal.content)).size).toBe(signals.length)
  })

  it('has the four who sign in as they are announced', async () => {
    const rows = await house.db
      .selectFrom('users')
      .select(['username', 'isCreator', 'stripeOnboardingCompleted', 'subscriptionPriceInCents as cents'])
      .where('username', 'in', ['maya', 'theo', 'rosa', 'omar'])
      .orderBy('username')
      .execute()
    expect(rows).toEqual([
      { username: 'maya', isCreator: true, stripeOnboardingCompleted: true, cents: 1200 },
      { username: 'omar', isCreator: false, stripeOnboardingCompleted: false, cents: 500 },
      { username: 'rosa', isCreator: false, stripeOnboardingCompleted: false, cents: 500 },
      { username: 'theo', isCreator: true, stripeOnboardingCompleted: true, cents: 500 },
    ])
    const follows = async (username: string) =>
      (
        await house.db
          .selectFrom('follows as f')
          .innerJoin('users as u', 'u.id', 'f.followingId')
          .select('u.username')
          .where('f.followerId', '=', await idOf(username))
          .execute()
      ).map((row) => row.username)
    expect(await follows('rosa')).toEqual(expect.arrayContaining(['maya', 'theo']))
    expect(await follows('omar')).toEqual([])
    const ofRosa = await house.db
      .selectFrom('subscriptions')
      .select(['creatorId', 'status', 'endsAt'])
      .where('subscriberId', '=', await idOf('rosa'))
      .execute()
    expect(ofRosa).toEqual([{ creatorId: await idOf('maya'), status: 'active', endsAt: null }])
  })

  it('did nothing before they could: joined, then paid; had Creator Mode, then posted', async () => {
    const { db } = house
    const early = await db
      .selectFrom('subscriptions as s')
      .innerJoin('users as u', 'u.id', 's.subscriberId')
      .select('u.username')
      .whereRef('s.createdAt', '<', 'u.createdAt')
      .execute()
    const unplanned = await db
      .selectFrom('signals as g')
      .innerJoin('users as u', 'u.id', 'g.userId')
      .leftJoin('creatorPlans as p', 'p.userId', 'u.id')
      .select('u.username')
      .where((eb) =>
        eb
          .or([eb('p.id', 'is', null), eb('p.createdAt', '>', eb.ref('g.createdAt'))])
          .or(eb('p.endsAt', '<', eb.ref('g.createdAt'))),
      )
      .execute()
    expect([...early, ...unplanned]).toEqual([])
  })

  it('shows every standing a screen knows', async () => {
    const toMaya = await subscribersOf('maya')
    const of = (username: string) => toMaya.find((row) => row.username === username)
    const now = clock.now()
    expect(toMaya.filter(({ status }) => status === 'active').length).toBeGreaterThanOrEqual(15)
    expect(of('deepak88')).toMatchObject({ status: 'active', priceInCents: 900, endsAt: null })
    expect(of('hana')).toMatchObject({ status: 'canceled', endedBy: 'subscriber' })
    expect(of('carmen_v')).toMatchObject({ status: 'active', endedBy: 'subscriber' })
    expect(of('carmen_v')?.endsAt?.getTime()).toBeGreaterThan(now.getTime())
    expect(of('elif')).toMatchObject({ status: 'past_due', endsAt: null })
    const graceMs = house.config.pastDueGraceDays * 86_400_000
    expect((of('elif')?.currentPeriodStart?.getTime() ?? 0) + graceMs).toBeGreaterThan(now.getTime())
    expect(await subscribersOf('freya')).toContainEqual(
      expect.objectContaining({ username: 'bjorn', status: 'incomplete' }),
    )
  })
})

describe('what they pay', () => {
  it('is at the sandbox: asking again about everything changes nothing', async () => {
    const before = await moneyRows()
    expect(before.plans).toHaveLength(16)
    expect(before.payments.length).toBeGreaterThan(100)
    for (const { stripeSubscriptionId } of [...before.plans, ...before.subscriptions])
      expect(await syncBill(house, stripeSubscriptionId ?? '', 'everything')).not.toBeNull()
    const accounts = before.users.flatMap(({ stripeAccountId }) => stripeAccountId ?? [])
    expect(accounts).toHaveLength(15)
    for (const account of accounts) await syncAccount(house, account)
    expect(await moneyRows()).toEqual(before)
    for (const { stripePriceId, subscriptionPriceInCents } of before.users)
      if (stripePriceId !== null)
        expect(await house.stripe.prices.retrieve(stripePriceId)).toMatchObject({
          active: true,
          unit_amount: subscriptionPriceInCents,
        })
  })

  it('is what maya sees of it, charge for charge', async () => {
    const { stripe, db } = house
    const { id, stripeAccountId } = await db
      .selectFrom('users')
      .select(['id', 'stripeAccountId'])
      .where('username', '=', 'maya')
      .executeTakeFirstOrThrow()
    const charges: Stripe.Charge[] = []
    for await (const charge of stripe.charges.list({ limit: 100 }))
      if (charge.paid && charge.transfer_data?.destination === stripeAccountId) charges.push(charge)
    const revenue = await revenueOf(house, id)
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
    const net = charges.reduce((sum, { amount, application_fee_amount: fee }) => sum + amount - (fee ?? 0), 0)
    expect(revenue.nextPayout).toEqual({ amountInCents: net })
    expect(charges.every(({ transfer, application_fee: fee }) => transfer && fee)).toBe(true)
  })

  it('goes on by itself in real time, and left no letters and nothing to catch up with', async () => {
    const { askFile, stripe, sandbox, db } = house
    const now = Math.floor(clock.now().getTime() / 1000)
    expect(askFile(`select kind, id from objects where due <= ${now}`)).toEqual([])
    expect(askFile('select * from deliveries')).toEqual([])
    expect(askFile('select id from objects where test_clock is not null')).toEqual([])
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
    expect(sandbox.webhooks.pending()).toEqual([])
    const asked = vi.spyOn(stripe.subscriptions, 'retrieve')
    await sweepStripe(house, async (account) => expect.fail(`nobody asked about ${account} for a day`))
    expect(asked).not.toHaveBeenCalled()
    expect(await db.selectFrom('stripeEvents').selectAll().execute()).toEqual([])
    const renewing = await stripe.subscriptions.list({ status: 'active', limit: 100 })
    for (const { items, cancel_at: end } of renewing.data)
      expect(Math.min(end ?? Infinity, items.data[0]?.current_period_end ?? 0)).toBeGreaterThan(now)
  })

  it('names the one price of the creator plan', async () => {
    const { data } = await house.stripe.prices.list({ lookup_keys: ['creator_plan_monthly'] })
    const plans = await house.db.selectFrom('creatorPlans').select('stripePriceId').distinct().execute()
    expect(data.map(({ id }) => ({ stripePriceId: id }))).toEqual(plans)
  })
})

describe('the seed', () => {
  const COUNT = 'select count(*) as n from objects'

  it('does nothing the second time', async () => {
    const [rows, objects] = [await moneyRows(), house.askFile(COUNT)]
    await seedDemo(house, house.sandbox)
    expect(await moneyRows()).toEqual(rows)
    expect(house.askFile(COUNT)).toEqual(objects)
  })

  it('leaves nothing behind when it breaks off, not even at its very end', async () => {
    const fresh = await freshHouse()
    try {
      const broken = { ...fresh.sandbox, options: { ...fresh.sandbox.options, file: tmpdir() } }
      await expect(seedDemo(fresh, broken)).rejects.toThrow()
      expect(await hasDemoPeople(fresh.db)).toBe(false)
      expect(await fresh.db.selectFrom('users').select('id').execute()).toEqual([])
      expect(fresh.askFile(COUNT)).toEqual([{ n: 0 }])
    } finally {
      await fresh.leave()
    }
  })

  it('makes people without payments where real keys are set, and says so', async () => {
    const fresh = await freshHouse()
    const said = vi.spyOn(console, 'log').mockReturnValue()
    try {
      await seedDemo(fresh, null)
      expect(said.mock.calls).toEqual([[UNPAID]])
      expect(await hasDemoPeople(fresh.db)).toBe(true)
      const marked = await fresh.db
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb('isCreator', '=', true), eb('stripeCustomerId', 'is not', null)]))
        .execute()
      expect(marked).toEqual([])
    } finally {
      await fresh.leave()
    }
  })
})

it('and the server goes on with them as with anybody', async () => {
  const server = await startServer({ database: house.database })
  try {
    await server.settled()
    const rosa = await server.signIn('rosa')
    const [own] = await rosa.call(billing.ofSubscriber, { params: { id: await idOf('rosa') }, query: {} })
    expect(own).toMatchObject({ status: 'active', hasAccess: true, creator: { username: 'maya' } })
    const { url } = await rosa.call(billing.portal)
    expect(await (await fetch(url)).text()).toContain('Subscription to maya')
    const params = { id: own?.id ?? '' }
    expect(await rosa.call(billing.cancel, { params })).toMatchObject({ endedBy: 'subscriber' })
    expect(await rosa.call(billing.resume, { params })).toMatchObject({ endsAt: null })
    const premium = (await rosa.call(signalCalls.feed, { query: { limit: 100 } })).filter(
      ({ isPremium, author }) => isPremium && author.username === 'maya',
    )
    expect(premium.length).toBeGreaterThan(0)
    expect(premium.filter(({ isLocked }) => isLocked)).toEqual([])
    // Who paid once and does not follow her has nothing of hers in the feed.
    const gone = await house.db
      .selectFrom('timelines')
      .select('signalId')
      .where('viewerId', '=', await idOf('gus_from_accounting'))
      .where('authorId', '=', await idOf('maya'))
      .execute()
    expect(gone).toEqual([])

    const maya = await server.signIn('maya')
    expect(await maya.call(creators.setupPricing, { body: { priceInCents: 1500 } })).toEqual({
      priceInCents: 1500,
    })
    expect((await refusal(maya.call(creators.startPlan))).code).toBe('already_a_creator')
    const bjorn = await server.signIn('bjorn')
    const freya = { creatorId: await idOf('freya') }
    expect(await bjorn.call(billing.check, { body: freya })).toEqual({
      isSubscribed: false,
      status: 'incomplete',
    })
    expect(await bjorn.call(billing.create, { body: freya })).toMatchObject({ priceInCents: 1199 })
  } finally {
    await server.stop()
  }
})
