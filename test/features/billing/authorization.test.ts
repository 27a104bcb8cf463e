// Authorization: other people's subscriptions, values that a browser can't set, and who can't be subscribed to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { users } from '#shared/contracts/users.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { comparable } from '#test/refusal.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { becomeCreator, onboard, pay, subscribeTo } from './billing-steps.ts'

const NAMES = ['nina', 'ben', 'eve', 'mia', 'pat', 'una', 'vic', 'wes', 'xia'] as const
type Name = (typeof NAMES)[number]
const NOBODY = '11111111-1111-4111-8111-111111111111'

let server: TestServer
let people: Record<Name, Person>
const browsers = {} as Record<Name, Browser>
let rowId: string
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    nina: member(),
    ben: member(),
    eve: member(),
    mia: member(),
    pat: member(),
    una: creator({ payouts: false }),
    vic: creator({ payouts: false }),
    wes: creator({ payouts: false }),
    xia: creator({ payouts: false }),
  })
  for (const name of NAMES) browsers[name] = await server.signIn(name)
  for (const name of ['nina', 'pat'] as const) await becomeCreator(server, browsers[name])
  await browsers.pat.call(users.updateProfile, { body: { isPublic: false } })
  // Una has a price but no payouts, Vic has payouts but no price. Wes and Xia have a price; he has only
  // started to set up payouts, and hers wait for Stripe.
  await browsers.una.call(creators.setupPricing, { body: { priceInCents: 600 } })
  await onboard(browsers.vic)
  await browsers.wes.call(creators.setupPricing, { body: { priceInCents: 600 } })
  await browsers.wes.call(creators.createAccount)
  await browsers.xia.call(creators.setupPricing, { body: { priceInCents: 600 } })
  await onboard(browsers.xia, { ssn_last_4: '1111' })
  await subscribeTo(server, browsers.ben, people.nina.id)
  rowId = (await rows())[0]?.id ?? ''
})
afterAll(() => server.stop())

const rows = () =>
  server.deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriberId', '=', people.ben.id)
    .where('creatorId', '=', people.nina.id)
    .execute()
async function ask(name: Name | null, method: string, path: string, body?: unknown) {
  const response = await (name ? browsers[name] : server.visitor()).fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  return await comparable(response)
}
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code?: string }).code

describe('Someone else’s subscription', () => {
  test.each(['eve', 'nina'] as const)(
    '%s can neither cancel nor resume Ben’s subscription, and nothing changes',
    async (name) => {
      const { stripe } = server.deps
      const [before] = await rows()
      const subscription = await stripe.subscriptions.retrieve(before?.stripeSubscriptionId ?? '')
      for (const [method, path] of [
        ['DELETE', '/api/subscriptions/'],
        ['POST', '/api/subscriptions/'],
      ] as const) {
        const suffix = method === 'POST' ? '/resume' : ''
        const answer = await ask(name, method, `${path}${rowId}${suffix}`)
        expect([answer.status, codeOf(answer)]).toEqual([404, 'subscription_not_found'])
        expect(answer).toEqual(await ask(name, method, `${path}${NOBODY}${suffix}`))
      }
      expect(await rows()).toEqual([before])
      expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(subscription)
    },
  )

  // @spec-7.35
  test('other people’s lists are closed, whether the person exists or not', async () => {
    for (const id of [people.ben.id, people.nina.id, NOBODY])
      for (const side of ['creator', 'subscriber']) {
        const answer = await ask('eve', 'GET', `/api/subscriptions/${side}/${id}`)
        expect([answer.status, codeOf(answer)]).toEqual([403, 'own_lists_only'])
      }
  })

  test('a payment check shows only the caller’s own payment', async () => {
    const body = { creatorId: people.nina.id }
    expect(await browsers.eve.call(billing.check, { body })).toEqual({
      isSubscribed: false,
      status: null,
      paidUntil: null,
    })
    expect(await browsers.ben.call(billing.check, { body })).toEqual({
      isSubscribed: true,
      status: 'active',
      paidUntil: expect.any(Date),
    })
  })

  test('the billing portal is always the caller’s own, regardless of the request', async () => {
    const { stripeCustomerId } = await userOf('ben')
    const body = {
      customer: stripeCustomerId,
      customerId: stripeCustomerId,
      return_url: 'https://evil.example',
    }
    expect(await refusal(browsers.eve.call(billing.portal))).toMatchObject({ code: 'nothing_to_manage' })
    expect(codeOf(await ask('eve', 'POST', '/api/billing-portal', body))).toBe('nothing_to_manage')
    const { text } = await ask('ben', 'POST', '/api/billing-portal', body)
    const page = await (await fetch((JSON.parse(text) as { url: string }).url)).text()
    expect(page).toContain('ben@example.com')
    expect(page).toContain(`${server.origin}/subscriptions`)
    expect(page).not.toContain('evil')
  })
})

const userOf = (name: Name) =>
  server.deps.db.selectFrom('users').selectAll().where('id', '=', people[name].id).executeTakeFirstOrThrow()

test('the server sets price, fee, destination and status, regardless of what the browser sends', async () => {
  const { stripe } = server.deps
  const body = {
    creatorId: people.nina.id,
    priceInCents: 1,
    price: 'price_mine',
    stripePriceId: 'price_mine',
    feePercent: 0,
    application_fee_percent: 0,
    destination: 'acct_mine',
    stripeAccountId: 'acct_mine',
    status: 'active',
    subscriberId: people.ben.id,
    metadata: { row_id: rowId },
    trial_end: 4_000_000_000,
  }
  const { text } = await ask('eve', 'POST', '/api/subscriptions/create', body)
  const { clientSecret, priceInCents } = JSON.parse(text) as { clientSecret: string; priceInCents: number }
  expect(priceInCents).toBe(950)
  await pay(browsers.eve, clientSecret)
  await server.settled()
  const [row] = await server.deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriberId', '=', people.eve.id)
    .execute()
  const { stripeAccountId } = await userOf('nina')
  const subscription = await stripe.subscriptions.retrieve(row?.stripeSubscriptionId ?? '')
  expect(subscription).toMatchObject({
    application_fee_percent: 10,
    transfer_data: { destination: stripeAccountId },
    metadata: { row_id: row?.id, kind: 'subscription' },
    trial_end: null,
    items: { data: [{ price: { unit_amount: 950 } }] },
  })
  expect(row).toMatchObject({ priceInCents: 950, feePercent: 10, stripeAccountId, status: 'active' })
})

const SUBSCRIBE = [
  '/api/subscriptions/create',
  '/api/stripe/user-subscription',
  '/api/subscribe/creator',
] as const

describe('Who can’t be subscribed to', () => {
  // @spec-6.7
  test.each<[string, Name, Name, string]>([
    ['themselves', 'nina', 'nina', 'self_subscription'],
    ['someone without Creator Mode', 'ben', 'mia', 'creator_not_available'],
    ['a creator without payouts', 'ben', 'una', 'creator_not_available'],
    ['a creator whose payouts are not finished', 'ben', 'wes', 'creator_not_available'],
    ['a creator whose payouts wait for Stripe', 'ben', 'xia', 'creator_not_available'],
    ['a creator without a price', 'ben', 'vic', 'creator_not_available'],
    ['a private profile', 'ben', 'pat', 'creator_hidden'],
  ])('nobody can subscribe to %s', async (_what, name, whom, code) => {
    const { id } = people[whom]
    const before = await count()
    const answers = await Promise.all([
      ...SUBSCRIBE.map((path) => ask(name, 'POST', path, { creatorId: id })),
      ask(name, 'GET', `/api/subscriptions/offer/${id}`),
    ])
    for (const answer of answers) {
      expect(codeOf(answer)).toBe(code)
      expect(answer.status).toBe(PROBLEMS[code as keyof typeof PROBLEMS].status)
      expect(answer.text).toContain("This creator hasn't set up subscriptions yet.")
    }
    expect(await count()).toBe(before)
  })
  const count = async () => (await server.deps.db.selectFrom('subscriptions').select('id').execute()).length

  test('a private profile gets the same response, byte for byte, as an unknown user', async () => {
    const responses = async (creatorId: string) => [
      ...(await Promise.all(SUBSCRIBE.map((path) => ask('ben', 'POST', path, { creatorId })))),
      await ask('ben', 'GET', `/api/subscriptions/offer/${creatorId}`),
      await ask('ben', 'GET', `/api/subscriptions/status/${creatorId}`),
      await ask('ben', 'POST', '/api/subscriptions/check', { creatorId }),
    ]
    expect(await responses(people.pat.id)).toEqual(await responses(NOBODY))
  })

  test('every call refuses a visitor who is signed out', async () => {
    const answers = await Promise.all([
      ...Object.values(billing).map(({ method, path }) => ask(null, method, path.replace(':id', rowId))),
      ...Object.values(creators).map(({ method, path }) => ask(null, method, path)),
    ])
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthorized'])
  })
})

test('a subscriber of a creator who goes private can cancel and resume; nobody else can subscribe', async () => {
  const params = { id: rowId }
  await browsers.nina.call(users.updateProfile, { body: { isPublic: false } })
  await browsers.ben.call(billing.cancel, { params })
  expect(await browsers.ben.call(billing.resume, { params })).toMatchObject({ endsAt: null, hasAccess: true })
  const attempt = browsers.mia.call(billing.create, { body: { creatorId: people.nina.id } })
  expect(await refusal(attempt)).toMatchObject({ status: 404, code: 'creator_hidden' })
})
