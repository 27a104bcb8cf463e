// A list of positions is imported once, or after a history as the balance at its end; a day that has begun anywhere isn't in the
// future.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestDay } from '#engine/market/calendar-day.ts'
import { systemClock } from '#server/clock.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'

const LIST = readFileSync('test/engine/broker-files/exports/fidelity-positions.csv', 'utf8')
const MORE = LIST.replace('MICROSOFT CORP,4,', 'MICROSOFT CORP,5,')
const HEADER = 'date,type,symbol,quantity,price,amount,fee,currency\n'

/** 09:59 UTC, which is 23:59 in Kiribati. */
const BEFORE_TEN = new Date('2026-06-10T09:59:59.999Z')
let now: Date | null = null

let server: TestServer
let ada: Browser
let bea: Browser
let cleo: Browser
let dora: Browser
let eve: Browser
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => now ?? systemClock.now() } })
  await buildPeople(server.deps, {
    ada: creator(),
    bea: creator(),
    cleo: creator(),
    dora: creator(),
    eve: creator(),
  })
  ada = await server.signIn('ada')
  bea = await server.signIn('bea')
  cleo = await server.signIn('cleo')
  dora = await server.signIn('dora')
  eve = await server.signIn('eve')
})
afterAll(() => server.stop())

async function read(browser: Browser, body: string) {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body })
  return (await response.json()) as Preview & { code?: string; message?: string }
}
const confirm = (browser: Browser, { id }: Preview) =>
  browser.call(portfolio.confirmImport, { params: { id } })

test('a second list with other positions is rejected with what to do, and the same list adds nothing', async () => {
  const first = await confirm(ada, await read(ada, LIST))
  expect(first.activities).toBeGreaterThan(1)
  const again = await read(ada, LIST)
  expect(again).toMatchObject({ activities: first.activities, known: first.activities, faultCount: 0 })
  for (const other of [
    MORE,
    LIST.replace('$300.00,Cash', '$301.00,Cash'),
    LIST.replace(/^.*SPY.*\r?\n/m, ''),
  ]) {
    expect(other).not.toBe(LIST)
    const refused = await read(ada, other)
    expect(refused.code).toBe('bad_export')
    expect(refused.message).toMatch(/earlier list of positions.*Delete the account/)
  }
  expect((await ada.call(portfolio.overview)).accounts).toMatchObject([{ updatedAt: first.updatedAt }])
  await ada.call(portfolio.deleteAccount, { params: { id: first.id } })
  expect(await read(ada, MORE)).toMatchObject({ known: 0, faultCount: 0 })
})

test('a history of another time can’t be added to a list', async () => {
  const history = readFileSync('test/engine/broker-files/exports/degiro-transactions-nl.csv', 'utf8')
  const list = readFileSync('test/engine/broker-files/exports/degiro-portfolio-de.csv', 'utf8')
  const fromHistory = await read(bea, history)
  const fromList = await read(bea, list)
  expect([fromHistory.broker, fromHistory.label]).toEqual([fromList.broker, fromList.label])
  const account = await confirm(bea, fromHistory)
  // The list is of today, and the history ended long ago.
  expect((await read(bea, list)).message).toMatch(/isn’t of the end of the history/)
  expect((await read(bea, history)).known).toBe(fromHistory.activities)
  await bea.call(portfolio.deleteAccount, { params: { id: account.id } })
  await confirm(bea, await read(bea, list))
  expect((await read(bea, history)).message).toMatch(
    /Delete the account under Accounts, then import the history up to the day of the list/,
  )
})

test('a list of positions at the end of a history shows what was held before it', async () => {
  const sale = [
    'Run Date,Account Number,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date',
    '06/05/2026,Z10000000,YOU SOLD MICROSOFT CORP (MSFT) (Cash),MSFT,MICROSOFT CORP,Cash,400.00,-6,,,,2400.00,06/08/2026',
    '06/01/2026,Z10000000,Electronic Funds Transfer Received (Cash),,No Description,Cash,,0,,,,100.00,',
  ].join('\n')
  const list = [
    'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Cost Basis Total,Average Cost Basis,Type',
    'Z10000000,Individual,MSFT,MICROSOFT CORP,4,$400.00,$1600.00,$1200.00,$300.00,Cash,',
    '',
    '"Date downloaded Jun-09-2026 9:30 a.m ET"',
  ].join('\n')
  now = new Date('2026-06-10T15:00:00Z')
  const sold = await read(dora, sale)
  expect(sold.opening?.positions).toMatchObject([{ symbol: 'MSFT', quantity: '6' }])
  const choice = { openings: [{ symbol: 'MSFT', quantity: '6', price: null }] }
  await dora.call(portfolio.confirmImport, { params: { id: sold.id }, body: choice })
  const ending = await read(dora, list)
  expect(ending).toMatchObject({ activities: 0, hasNews: true, opening: null, faultCount: 0 })
  await confirm(dora, ending)
  await server.jobsDone()
  const { holdings, picture } = await dora.call(portfolio.overview)
  expect(holdings).toMatchObject([{ ticker: 'MSFT' }])
  expect(picture?.completeness).toMatchObject({ openingAdded: false, reconciledTo: '2026-06-09' })
  expect((await read(dora, list)).hasNews).toBe(false)

  // The other way round, the list becomes the balance at the history's end.
  await confirm(eve, await read(eve, list))
  await server.jobsDone()
  expect((await eve.call(portfolio.overview)).picture?.since).toBe('2026-06-09')
  const after = await read(eve, sale)
  expect(after).toMatchObject({ activities: 2, known: 0, hasNews: true, opening: null, faultCount: 0 })
  expect(after.statements).toEqual([
    { from: '2026-06-01', to: '2026-06-09', opening: ['MSFT'], differences: [] },
  ])
  await confirm(eve, after)
  await server.jobsDone()
  const other = await eve.call(portfolio.overview)
  expect(other.holdings).toMatchObject([{ ticker: 'MSFT', noPriceSince: null }])
  expect(other.picture).toMatchObject({
    since: picture?.since,
    completeness: { openingAdded: false, reconciledTo: '2026-06-09' },
  })
  expect(other.accounts).toMatchObject([{ activities: 2 }])
  // Once more, the list only adds its prices, which the sample prices pass through.
  await confirm(eve, await read(eve, list))
  await server.jobsDone()
  const last = await eve.call(portfolio.overview)
  const same = (holding: (typeof holdings)[number]) => ({ ...holding, id: '' })
  expect(last.holdings.map(same)).toEqual(holdings.map(same))
  expect(last.picture?.performance).toBe(picture?.performance)
  expect((await read(eve, list)).hasNews).toBe(false)
  now = null
})

test('a day is in the future until it has begun somewhere on earth', async () => {
  expect(latestDay(BEFORE_TEN)).toBe('2026-06-10')
  expect(latestDay(new Date('2026-06-10T10:00:00Z'))).toBe('2026-06-11')
  const tomorrow = `${HEADER}2026-06-10,deposit,,,,100,,USD\n2026-06-11,buy,ACME,1,10,-10,,USD\n`
  try {
    now = BEFORE_TEN
    expect((await read(cleo, tomorrow)).faults).toEqual([{ line: 3, reason: '2026-06-11 is in the future.' }])
    now = new Date('2026-06-10T10:00:00Z')
    const preview = await read(cleo, tomorrow)
    expect(preview.faults).toEqual([])
    await confirm(cleo, preview)
    await server.jobsDone()
    expect((await cleo.call(portfolio.overview)).fault).toBeNull()
  } finally {
    now = null
  }
})
