// Imported files are compared with the market: the owner sees the differences, viewers their number.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { users } from '#shared/contracts/users.ts'
import { closeOn, rangeOf } from '#tools/sandbox/market/sample-market.ts'
import {
  buyAtClose,
  DEPOSIT,
  type RealMarketServer,
  startRealMarketServer,
} from '#test/real-market-server.ts'
import type { Browser } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: RealMarketServer
let people: Record<'ada' | 'bea' | 'cleo' | 'dora' | 'vera', Person>
let vera: Browser
beforeAll(async () => {
  server = await startRealMarketServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    bea: creator(),
    cleo: creator(),
    dora: creator(),
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
  const counts = { trades: { checked: 4, outside: 1 }, dividends: { checked: 2, unmatched: 1 } }
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
    trades: { checked: 3, outside: 0 },
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
