// The demo people, and the subscription states that they show.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NewSignal } from '#shared/contracts/signals.ts'
import { detailsFault } from '#shared/rules/signal-details.ts'
import { Username } from '#shared/contracts/users.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { people } from '#tools/demo/people.ts'
import { withPrices } from '#tools/demo/stated-prices.ts'
import { withSignals } from '#tools/demo/track-records.ts'
import { seedDemo } from '#tools/demo/seed-demo.ts'
import { type DemoDatabase, openDemoDatabase, idOf } from './demo-database.ts'

let demo: DemoDatabase
beforeAll(async () => {
  demo = await openDemoDatabase()
  await seedDemo(demo, demo.sandbox, demo.broker)
})
afterAll(() => demo.close())

async function subscribersOf(username: string) {
  return await demo.db
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.subscriberId')
    .select(['u.username', 's.status', 's.priceInCents', 's.endsAt', 's.endedBy', 's.currentPeriodStart'])
    .where('s.creatorId', '=', await idOf(demo, username))
    .execute()
}

const [market, seededAt] = [simulatedMarket(), new Date('2026-11-24T03:00:00Z')]
const signals = Object.values({
  ...(await withPrices(people, market, seededAt)),
  ...(await withSignals(market, seededAt)),
})
  .flatMap((person) => person.signals ?? [])
  .filter((signal) => typeof signal !== 'string')

it('has only names and signals that the product accepts', () => {
  for (const name of Object.keys(people)) expect(Username.safeParse(name).error).toBeUndefined()
  for (const signal of signals) {
    const posted = NewSignal.parse(signal)
    expect(posted).toMatchObject({ content: posted.content.trim(), tickers: signal.tickers })
    expect(detailsFault(posted)).toBeNull()
  }
  expect(new Set(signals.map((signal) => signal.content)).size).toBe(signals.length)
})

it('has the four people of the README as described there', async () => {
  const rows = await demo.db
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
      await demo.db
        .selectFrom('follows as f')
        .innerJoin('users as u', 'u.id', 'f.followingId')
        .select('u.username')
        .where('f.followerId', '=', await idOf(demo, username))
        .execute()
    ).map((row) => row.username)
  expect(await follows('rosa')).toEqual(expect.arrayContaining(['maya', 'theo']))
  expect(await follows('omar')).toEqual([])
  const ofRosa = await demo.db
    .selectFrom('subscriptions')
    .select(['creatorId', 'status', 'endsAt'])
    .where('subscriberId', '=', await idOf(demo, 'rosa'))
    .execute()
  expect(ofRosa).toEqual([{ creatorId: await idOf(demo, 'maya'), status: 'active', endsAt: null }])
})

it('has a plausible order of events: people join before they pay, and have Creator Mode before they post', async () => {
  const { db } = demo
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

it('shows every subscription state that a screen can show', async () => {
  const toMaya = await subscribersOf('maya')
  const of = (username: string) => toMaya.find((row) => row.username === username)
  const now = demo.clock.now()
  expect(toMaya.filter(({ status }) => status === 'active').length).toBeGreaterThanOrEqual(15)
  expect(of('deepak88')).toMatchObject({ status: 'active', priceInCents: 900, endsAt: null })
  expect(of('hana')).toMatchObject({ status: 'canceled', endedBy: 'subscriber' })
  expect(of('carmen_v')).toMatchObject({ status: 'active', endedBy: 'subscriber' })
  expect(of('carmen_v')?.endsAt?.getTime()).toBeGreaterThan(now.getTime())
  expect(of('elif')).toMatchObject({ status: 'past_due', endsAt: null })
  const graceMs = demo.config.pastDueGraceDays * 86_400_000
  expect((of('elif')?.currentPeriodStart?.getTime() ?? 0) + graceMs).toBeGreaterThan(now.getTime())
  expect(await subscribersOf('freya')).toContainEqual(
    expect.objectContaining({ username: 'bjorn', status: 'incomplete' }),
  )
})
