// A creator's portfolio from a broker's file: previewed, imported once, and shown in percent only.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepPortfolios } from '#server/features/portfolio/sweep-portfolios.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { users } from '#shared/contracts/users.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const HISTORY = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,10000,,USD
2025-01-07,buy,ACME,20,245.00,-4901,1,USD
2025-02-03,buy,BOLT,10,410.50,-4106,1,USD
2025-03-10,dividend,ACME,,,5.20,,USD
`
const LATER = `${HISTORY}2025-09-15,sell,ACME,5,236.70,1182.5,1,USD
`

let server: TestServer
let people: Record<'ada' | 'bob' | 'cleo' | 'carl', Person>
let ada: Browser
let bob: Browser
let cleo: Browser
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator({ priceCents: 800 }),
    bob: member(),
    cleo: member({ subscribesTo: ['ada'] }),
    carl: creator({ priceCents: 800 }),
  })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
  cleo = await server.signIn('cleo')
})
afterAll(() => server.stop())

async function read(browser: Browser, bytes: string | Uint8Array<ArrayBuffer>) {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body: bytes })
  return { status: response.status, body: (await response.json()) as Preview & { message?: string } }
}
const overview = () => ada.call(portfolio.overview)

test('a file is previewed before anything of it counts', async () => {
  const { status, body } = await read(ada, HISTORY)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    broker: 'CSV file',
    activities: 4,
    known: 0,
    firstDay: '2025-01-06',
    lastDay: '2025-03-10',
    kinds: { deposit: 1, buy: 2, dividend: 1 },
    symbols: ['ACME', 'BOLT'],
    faults: [],
  })
  expect(await overview()).toMatchObject({ picture: null, accounts: [], isWorking: false })
})

test('transfers of cash and of shares are counted apart', async () => {
  const { body } = await read(ada, readFileSync('test/engine/broker-files/exports/degiro-account-fr.csv'))
  expect(body.kinds).toEqual({ cash_transfer: 2, deposit: 1, buy: 1, dividend: 1 })
})

test('a confirmed import is calculated, and confirming again changes nothing', async () => {
  const { body } = await read(ada, HISTORY)
  const params = { id: body.id }
  const account = await ada.call(portfolio.confirmImport, { params })
  expect(account).toMatchObject({ broker: 'CSV file', activities: 4 })
  expect((await ada.call(portfolio.confirmImport, { params })).id).toBe(account.id)
  await server.jobsDone()
  const { picture, holdings, cashWeight, isWorking, fault } = await overview()
  expect([isWorking, fault]).toEqual([false, null])
  expect(picture).toMatchObject({ since: '2025-01-06', trust: { kind: 'sample' } })
  expect(picture?.performance).toMatch(/^[+-]\d+\.\d%$/)
  expect(holdings.map(({ ticker }) => ticker).toSorted()).toEqual(['ACME', 'BOLT'])
  expect(holdings.every(({ percentReturn }) => /^[+-]\d+\.\d%$/.test(percentReturn))).toBe(true)
  // Cash is part of the whole, and of the return.
  const weights = [...holdings.map(({ weight }) => weight), cashWeight ?? ''].map(Number.parseFloat)
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(100, 6)
  expect(weights.every((weight) => weight > 0 && weight < 100)).toBe(true)
  const own = await ada.call(portfolio.read)
  expect(own.holdings.map(({ ticker }) => ticker).toSorted()).toEqual(['ACME', 'BOLT'])
  expect(own).toMatchObject({ connected: false, performance: picture?.performance })
  const seen = await bob.call(users.byId, { params: { id: people.ada.id } })
  // Where the figure stands alone, it is marked as a sample too.
  expect(seen).toMatchObject({ performance: picture?.performance, performanceSource: 'sample' })
})

test('transferred, untraded shares have a sample price in dollars, even in an account of another currency', async () => {
  const carl = await server.signIn('carl')
  const { body } = await read(
    carl,
    [
      'type,date,symbol,quantity,price,fee,amount,currency',
      'deposit,2025-01-06,,,,,5000,EUR',
      'buy,2025-01-07,SAP,10,140,,1400,EUR',
      'transfer in,2025-01-08,BAS,4,,,,EUR',
    ].join('\n'),
  )
  await carl.call(portfolio.confirmImport, { params: { id: body.id } })
  await server.jobsDone()
  const { fault, holdings } = await carl.call(portfolio.overview)
  expect(fault).toBeNull()
  expect(holdings.map(({ ticker }) => ticker).toSorted()).toEqual(['BAS', 'SAP'])
})

test('a longer file of the same account adds only new rows', async () => {
  const { body } = await read(ada, LATER)
  expect(body).toMatchObject({ activities: 5, known: 4 })
  await ada.call(portfolio.confirmImport, { params: { id: body.id } })
  expect((await overview()).accounts).toMatchObject([{ activities: 5 }])
  expect((await read(ada, LATER)).body).toMatchObject({ activities: 5, known: 5 })
})

test('impossible rows are named, and nothing of the file is imported', async () => {
  const { body } = await read(bob, `${HISTORY}2025-04-01,split,CORD,5,,,,USD\n`)
  expect(body).toMatchObject({ faultCount: 1, faults: [{ line: 6 }] })
  const refused = await refusal(bob.call(portfolio.confirmImport, { params: { id: body.id } }))
  expect([refused.status, refused.code]).toEqual([409, 'import_has_faults'])
  expect((await bob.call(portfolio.overview)).accounts).toEqual([])
})

test.each([
  ['nothing', ''],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
  ['somebody’s notes', 'buy low\nsell high\n'],
])('%s is rejected with the reason', async (_what, bytes) => {
  const { status, body } = await read(bob, bytes)
  expect(status).toBe(400)
  expect(body.message).toMatch(/\w+ \w+/)
})

test('nobody can confirm, discard or delete another person’s data', async () => {
  const { body } = await read(ada, LATER)
  const params = { id: body.id }
  expect((await refusal(bob.call(portfolio.confirmImport, { params }))).status).toBe(404)
  expect((await refusal(bob.call(portfolio.dropImport, { params }))).status).toBe(404)
  expect((await ada.call(portfolio.confirmImport, { params })).broker).toBe('CSV file')
  const [account] = (await overview()).accounts
  const other = { id: account?.id ?? '' }
  expect((await refusal(bob.call(portfolio.deleteAccount, { params: other }))).status).toBe(404)
  expect((await server.visitor().fetch(IMPORT_PATH, { method: 'POST', body: HISTORY })).status).toBe(401)
})

test('others see only percentages, and holdings only if they pay; no response contains an amount', async () => {
  await server.jobsDone()
  const params = { id: people.ada.id }
  const stranger = await bob.call(portfolio.ofPerson, { params })
  expect(stranger.picture?.performance).toMatch(/%$/)
  expect(stranger).toMatchObject({ holdings: null, cashWeight: null })
  const paying = await cleo.call(portfolio.ofPerson, { params })
  expect(paying.holdings).toHaveLength(2)
  expect(paying.cashWeight).toMatch(/^\d+\.\d%$/)
  const answers = await Promise.all(
    [`/api/portfolio/of/${people.ada.id}`, '/api/users/ada', `/api/users/id/${people.ada.id}`].map(
      async (path) => (await cleo.fetch(path)).text(),
    ),
  )
  // No amount occurs as a separate number; digits within a ratio don't count.
  for (const amount of ['10000', '4901', '4106', '245', '410\\.5', '1182\\.5', '236\\.7'])
    expect(answers.join('\n')).not.toMatch(new RegExp(`(?<![\\w.-])${amount}(?!\\w)`))
})

test('an unconfirmed preview is deleted after a day, and yesterday’s performance is recomputed', async () => {
  const { body } = await read(bob, HISTORY)
  const tomorrow = { ...server.deps.clock, now: () => new Date(Date.now() + 25 * 3_600_000) }
  const computedAt = async () =>
    (await server.deps.pool.query<{ at: Date }>('select computed_at as at from performance_summaries'))
      .rows[0]?.at
  const before = await computedAt()
  await sweepPortfolios({ ...server.deps, clock: tomorrow })
  await server.jobsDone()
  expect((await refusal(bob.call(portfolio.confirmImport, { params: { id: body.id } }))).status).toBe(404)
  expect((await computedAt())?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
})

test('accounts whose calculation the queue has given up are calculated a day later', async () => {
  const before = await overview()
  await server.deps.db.deleteFrom('performanceSummaries').where('userId', '=', people.ada.id).execute()
  await sweepPortfolios(server.deps)
  await server.jobsDone()
  expect(await overview()).toMatchObject({ picture: null, isWorking: true })
  const tomorrow = { ...server.deps.clock, now: () => new Date(Date.now() + 25 * 3_600_000) }
  await sweepPortfolios({ ...server.deps, clock: tomorrow })
  await server.jobsDone()
  expect((await overview()).picture?.performance).toBe(before.picture?.performance)
})

test('deleting the account deletes everything', async () => {
  const [account] = (await overview()).accounts
  await ada.call(portfolio.deleteAccount, { params: { id: account?.id ?? '' } })
  await server.jobsDone()
  expect(await overview()).toMatchObject({ picture: null, holdings: [], accounts: [], isWorking: false })
  expect((await ada.call(portfolio.read)).performance).toBe('+0.0%')
})
