// Imported files are compared with the market: the owner sees the differences, viewers their number.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSharedPage } from '#server/features/sharing/find-shared-page.ts'
import { billing } from '#shared/contracts/billing.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { users } from '#shared/contracts/users.ts'
import { confirmPreview, previewFor } from '#test/features/portfolio/import/import-file.ts'
import { closeOn, EXCHANGE_DAYS, rangeOf } from '#tools/sandbox/market/sample-market.ts'
import {
  buyAtClose,
  DEPOSIT,
  type RealMarketServer,
  startRealMarketServer,
} from '#test/real-market-server.ts'
import type { Browser } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const INPUTS = join(import.meta.dirname, '../features/portfolio/inputs')

let server: RealMarketServer
let people: Record<'ada' | 'bea' | 'cleo' | 'dora' | 'eve' | 'finn' | 'vera', Person>
let vera: Browser
beforeAll(async () => {
  server = await startRealMarketServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    bea: creator(),
    cleo: creator(),
    dora: creator(),
    eve: creator({ priceCents: 800 }),
    finn: creator(),
    vera: member(),
  })
  vera = await server.signIn('vera')
})
afterAll(() => server.stop())

type Name = Exclude<keyof typeof people, 'vera'>
const seen = async (name: Name) => await vera.call(portfolio.ofPerson, { params: { id: people[name].id } })
const overview = async (name: Name) => await (await server.signIn(name)).call(portfolio.overview)

const close = (symbol: string, day: string) => closeOn(symbol, day) ?? NaN
/** Sold for ten times its price. */
const FAKED = `2025-04-01,sell,ACME,1,${(10 * close('ACME', '2025-04-01')).toFixed(2)},${(10 * close('ACME', '2025-04-01')).toFixed(2)},,USD`

test('a price changed to ten times and an invented dividend are listed for the owner, and counted for others', async () => {
  await server.importRows(await server.signIn('ada'), [
    DEPOSIT,
    buyAtClose('ACME', '2025-01-07'),
    buyAtClose('ACME', '2025-02-03'),
    buyAtClose('DIVI', '2025-01-07'),
    '2025-03-28,dividend,DIVI,,,5,,USD',
    FAKED,
    '2025-06-02,dividend,DIVI,,,20000,,USD',
  ])
  const counts = {
    trades: { checked: 4, outside: 1, areNearBest: false },
    dividends: { checked: 2, unmatched: 1 },
  }
  const own = await overview('ada')
  expect(own.picture?.checks).toEqual(counts)
  expect(own.differences).toEqual([
    {
      kind: 'dividend',
      day: '2025-06-02',
      symbol: 'DIVI',
      currency: 'USD',
      recorded: 2000,
      low: null,
      high: null,
    },
    {
      kind: 'trade',
      day: '2025-04-01',
      symbol: 'ACME',
      currency: 'USD',
      recorded: expect.closeTo(10 * close('ACME', '2025-04-01'), 6),
      ...rangeOf(close('ACME', '2025-04-01')),
    },
  ])
  const others = await seen('ada')
  expect(others.picture?.checks).toEqual(counts)
  expect(others).not.toHaveProperty('differences')
})

test('a true file has no differences', async () => {
  await server.importRows(await server.signIn('bea'), [
    DEPOSIT,
    buyAtClose('BOLT', '2025-06-09'),
    buyAtClose('BOLT', '2025-06-10'),
    buyAtClose('DIVI', '2025-01-07'),
    '2025-09-26,dividend,DIVI,,,5,,USD',
  ])
  const { picture, differences } = await overview('bea')
  expect(picture?.checks).toEqual({
    trades: { checked: 3, outside: 0, areNearBest: false },
    dividends: { checked: 1, unmatched: 0 },
  })
  expect(differences).toEqual([])
})

test('a linked account isn’t checked', async () => {
  await server.link(await server.signIn('cleo'))
  expect((await seen('cleo')).picture).toMatchObject({ trust: { kind: 'live' }, checks: null })
})

test('a tiny lucky account shows both returns wherever the person is shown', async () => {
  await server.importRows(await server.signIn('dora'), [
    '2025-01-06,deposit,,,,50,,USD',
    buyAtClose('ACME', '2025-01-07', 1),
    FAKED,
    '2025-04-02,deposit,,,,100000,,USD',
  ])
  const person = await vera.call(users.byName, { params: { username: 'dora' } })
  expect(Number.parseFloat(person.performance)).toBeGreaterThan(500)
  expect(Number.parseFloat(person.performanceMoneyWeighted ?? '')).toBeLessThan(10)
  expect(person.performanceMoneyWeighted).toBe((await seen('dora')).picture?.moneyWeighted)
})

const NEAR_BEST = "Trades sit unusually close to each day's best price"

test('trades at the low and the high of each day cause a doubt wherever the person is shown', async () => {
  const eve = await server.signIn('eve')
  const file = await readFile(join(INPUTS, 'best-of-each-day.csv'), 'utf8')
  await confirmPreview(server, eve, await previewFor(eve, file))
  const { picture } = await seen('eve')
  expect(picture).toMatchObject({
    performance: '+114.1%',
    checks: { trades: { checked: 40, outside: 0, areNearBest: true } },
  })
  const shown = { performance: '+114.1%', performanceDoubts: [NEAR_BEST] }
  expect(await vera.call(users.byName, { params: { username: 'eve' } })).toMatchObject(shown)
  const { creator: offered } = await vera.call(billing.offer, { params: { id: people.eve.id } })
  expect(offered).toMatchObject(shown)
  const listed = (await vera.callPage(users.list, { query: {} })).items
  expect(listed.find(({ username }) => username === 'eve')).toMatchObject(shown)
  const { preview, card } = await findSharedPage(server.deps, '/profile/eve')
  expect(preview.description).toContain(NEAR_BEST)
  expect(card).toMatchObject({ performance: { doubts: [NEAR_BEST] } })
})

test('trades at each day’s close cause no doubt', async () => {
  const days = EXCHANGE_DAYS.filter((day) => day > '2025-01-06').slice(0, 30)
  const finn = await server.signIn('finn')
  await server.importRows(finn, [DEPOSIT, ...days.map((day) => buyAtClose('ACME', day, 1))])
  expect((await seen('finn')).picture?.checks?.trades).toEqual({
    checked: 30,
    outside: 0,
    areNearBest: false,
  })
  const person = await vera.call(users.byName, { params: { username: 'finn' } })
  expect(person.performanceDoubts).toEqual([])
})
