// The source of a performance, shown wherever a person is shown (spec answer 33).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSharedPage } from '#server/features/sharing/find-shared-page.ts'
import { billing } from '#shared/contracts/billing.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { users } from '#shared/contracts/users.ts'
import { auth } from '#shared/contracts/auth.ts'
import { sourceLabel } from '#shared/rules/performance.ts'
import {
  buyAtClose,
  DEPOSIT,
  type RealMarketServer,
  startRealMarketServer,
} from '#test/real-market-server.ts'
import type { Browser } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const FILE = [DEPOSIT, buyAtClose('ACME', '2025-01-07')]

let server: RealMarketServer
let people: Record<'selma' | 'lena' | 'stan' | 'mia' | 'petra' | 'nora' | 'vera', Person>
let vera: Browser
const own: Record<string, Browser> = {}
beforeAll(async () => {
  server = await startRealMarketServer()
  const paid = creator({ priceCents: 800 })
  people = await buildPeople(server.deps, {
    selma: paid,
    lena: paid,
    stan: paid,
    mia: paid,
    petra: paid,
    nora: paid,
    vera: member({ subscribesTo: ['selma', 'lena', 'stan'] }),
  })
  for (const name of Object.keys(people)) own[name] = await server.signIn(name)
  vera = own['vera'] as Browser
  const browser = (name: string) => own[name] as Browser
  await server.importRows(browser('selma'), FILE)
  await server.link(browser('lena'))
  await server.link(browser('stan'))
  await server.importRows(browser('mia'), FILE)
  await server.link(browser('mia'))
  server.linked.isPaper = true
  await server.link(browser('petra'))
  server.linked.isPaper = false
})
afterAll(() => server.stop())

/** Stan's sign-in at the broker expires, and the next discovery notices. */
async function expire(name: 'stan'): Promise<void> {
  const row = await server.deps.db
    .selectFrom('brokerCustomers')
    .select('externalId')
    .where('userId', '=', people[name].id)
    .executeTakeFirstOrThrow()
  server.linked.expire(row.externalId)
  await own[name]?.call(portfolio.discoverConnections)
  await server.jobsDone()
}

const NOTHING = {
  performanceSource: 'none',
  performanceLinkedSince: null,
  performanceLinkedUntil: null,
  performanceMoneyWeighted: null,
  performanceFlowsAssumed: false,
  performanceDoubts: [],
}
const FROM_FILE = { ...NOTHING, performanceSource: 'self_reported' }
const LINKED = { ...NOTHING, performanceSource: 'linked', performanceLinkedSince: '2026-02-10' }

describe('The source of a performance', () => {
  test.each([
    ['selma', 'imported a file', FROM_FILE],
    ['lena', 'is linked', LINKED],
    ['mia', 'is linked and imported a file', FROM_FILE],
    ['petra', 'has play money only', { ...NOTHING, performance: '+0.0%' }],
    ['nora', 'has nothing', { ...NOTHING, performance: '+0.0%' }],
  ] as const)('%s %s', async (username, _what, expected) => {
    expect(await vera.call(users.byName, { params: { username } })).toMatchObject(expected)
    expect(await vera.call(users.byId, { params: { id: people[username].id } })).toMatchObject(expected)
    expect(await own[username]?.call(auth.currentUser)).toMatchObject(expected)
  })

  test('is the same in every list of people', async () => {
    const expected = { selma: FROM_FILE, lena: LINKED }
    const listed = (await vera.callPage(users.list, { query: {} })).items
    const params = { id: people.vera.id }
    const { items } = await vera.callPage(billing.ofSubscriber, { params, query: {} })
    const subscribed = items.flatMap(({ creator: paid }) => (paid ? [paid] : []))
    for (const some of [listed, subscribed])
      for (const [name, source] of Object.entries(expected))
        expect(some.find(({ username }) => username === name)).toMatchObject(source)
    const offer = await own['nora']?.call(billing.offer, { params: { id: people.selma.id } })
    expect(offer?.creator).toMatchObject(FROM_FILE)
  })

  test('is no longer "linked" once the connection stops, everywhere and at once', async () => {
    await expire('stan')
    const stopped = { ...LINKED, performanceLinkedUntil: '2026-02-10' }
    const seen = await vera.call(users.byName, { params: { username: 'stan' } })
    expect(seen).toMatchObject(stopped)
    expect(sourceLabel(seen).text).toBe('Connected until Feb 10, 2026')
    const { picture } = await vera.call(portfolio.ofPerson, { params: { id: people.stan.id } })
    expect(picture?.trust).toMatchObject({ kind: 'stopped' })
    const { preview, card } = await findSharedPage(server.deps, '/profile/stan')
    expect(preview.description).toContain('(Connected until Feb 10, 2026)')
    expect(JSON.stringify([preview, card])).not.toContain('Live Data')
  })
})

test.each([
  ['selma', 'Self-reported, not verified'],
  ['lena', 'Live Data'],
])('the preview of a link to %s says "%s" beside the return', async (name, label) => {
  const { preview } = await findSharedPage(server.deps, `/profile/${name}`)
  for (const words of [preview.description, preview.imageAlt])
    expect(words).toMatch(new RegExp(`[+-][\\d.]+% \\(${label}\\) since Jan 6, 2025\\.`))
})

test.each([
  ['none', null, 'No portfolio'],
  ['sample', null, 'Sample data'],
  ['sample', '2026-02-10', 'Sample data'],
  ['self_reported', null, 'Self-reported, not verified'],
  ['linked', null, 'Live Data'],
  ['linked', '2026-02-10', 'Connected until Feb 10, 2026'],
] as const)('the label of %s, stopped on %s, is "%s"', (performanceSource, performanceLinkedUntil, text) => {
  expect(sourceLabel({ performanceSource, performanceLinkedUntil }).text).toBe(text)
})
