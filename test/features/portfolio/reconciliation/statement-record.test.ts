// A year of an account whose statement has opening and closing balances: the return covers all it held.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { confirmPreview, previewFor } from '#test/features/portfolio/import/import-file.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const AFTER_THE_YEAR = new Date('2026-01-01T12:00:00Z')
let server: TestServer
let people: Record<'ada' | 'bea' | 'omar', Person>
let ada: Browser
let bea: Browser
let cleo: Browser
let omar: Browser
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => AFTER_THE_YEAR } })
  people = await buildPeople(server.deps, { ada: creator(), bea: creator(), cleo: creator(), omar: member() })
  ada = await server.signIn('ada')
  bea = await server.signIn('bea')
  cleo = await server.signIn('cleo')
  omar = await server.signIn('omar')
})
afterAll(() => server.stop())

/** A year of an Interactive Brokers account. `value`: its net asset value at the end. */
const yearOf = (account: string, value = 191_000) => `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers LLC
Statement,Data,Title,Activity Statement
Statement,Data,Period,"January 1, 2025 - December 31, 2025"
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,${account}
Account Information,Data,Base Currency,USD
Change in NAV,Header,Field Name,Field Value
Change in NAV,Data,Starting Value,170000
Change in NAV,Data,Deposits & Withdrawals,30000
Change in NAV,Data,Ending Value,${value}
Mark-to-Market Performance Summary,Header,Asset Category,Symbol,Prior Quantity,Current Quantity,Prior Price,Current Price,Code
Mark-to-Market Performance Summary,Data,Stocks,ACME,1000,1300,150.00,143.0769231,
Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code
Open Positions,Data,Summary,Stocks,USD,ACME,1300,1,120,156000,143.0769231,186000,30000,
Cash Report,Header,Currency Summary,Currency,Total,Securities,Futures,
Cash Report,Data,Starting Cash,USD,20000,20000,0,
Cash Report,Data,Ending Cash,USD,5000,5000,0,
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,ACME,"2025-07-01, 10:30:42",300,150,150,-45000,0,45000,0,0,O
Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount
Deposits & Withdrawals,Data,USD,2025-07-01,Electronic Fund Transfer,30000
`

const imported = async (browser: Browser, file: string) =>
  await confirmPreview(server, browser, await previewFor(browser, file))

test('the preview shows what the statement adds', async () => {
  const preview = await previewFor(ada, yearOf('U1000001'))
  expect(preview).toMatchObject({
    broker: 'Interactive Brokers',
    faultCount: 0,
    opening: null,
    hasNews: true,
    statements: [{ from: '2025-01-01', to: '2025-12-31', opening: ['ACME', 'cash in USD'], differences: [] }],
  })
})

test('170,000 become 191,000 with 30,000 deposited: the return is −4.5 %', async () => {
  const { picture, holdings, cashWeight, fault, statementDifferences, account } = await imported(
    ada,
    yearOf('U1000001'),
  )
  expect(fault).toBeNull()
  // The sample price of the day before the deposit differs slightly from the statement's.
  expect(Number.parseFloat(picture?.performance ?? '')).toBeCloseTo(-4.5, 0)
  const completeness = { rowsLeftOut: 0, openingAdded: false, reconciledTo: '2025-12-31' }
  expect([picture?.completeness, account.completeness]).toMatchObject([completeness, completeness])
  expect(picture?.since).toBe('2024-12-31')
  expect(holdings).toMatchObject([{ ticker: 'ACME', weight: '97.4%' }])
  expect(cashWeight).toBe('2.6%')
  expect(statementDifferences).toEqual([])
})

test('importing the same statement again adds nothing', async () => {
  expect(await previewFor(ada, yearOf('U1000001'))).toMatchObject({ known: 2, activities: 2, hasNews: false })
})

test('a net asset value that the record misses is shown to the owner only, in percent', async () => {
  const { statementDifferences, account } = await imported(bea, yearOf('U1000001', 200_000))
  expect(statementDifferences).toEqual([{ accountId: account.id, day: '2025-12-31', percent: '-4.5%' }])
  const seen = await omar.call(portfolio.ofPerson, { params: { id: people.bea.id } })
  expect(JSON.stringify(seen)).not.toContain('-4.5%')
})

test('a holding that differs from the statement’s rows is named, and is neither a gain nor a loss', async () => {
  const without = yearOf('U1000002').replace(/^Trades,Data.*\n/m, '')
  const preview = await previewFor(ada, without)
  expect(preview.statements).toMatchObject([{ differences: ['ACME', 'cash in USD'] }])
})

test('years imported newest first give the same record as oldest first', async () => {
  const older = yearOf('U1000001')
    .replace('January 1, 2025 - December 31, 2025', 'January 1, 2024 - December 31, 2024')
    .replaceAll('2025-07-01', '2024-07-01')
    .replace('Starting Value,170000', 'Starting Value,0')
    .replace(/Deposits & Withdrawals,30000/, 'Deposits & Withdrawals,170000')
    .replace('Ending Value,191000', 'Ending Value,170000')
    .replace('ACME,1000,1300,150.00,143.0769231', 'ACME,0,1000,,150.00')
    .replace('ACME,1300,1,120,156000,143.0769231,186000', 'ACME,1000,1,150,150000,150,150000')
    .replace('Starting Cash,USD,20000', 'Starting Cash,USD,0')
    .replace('Ending Cash,USD,5000', 'Ending Cash,USD,20000')
    .replace(',300,150,150,-45000,0,45000', ',1000,150,150,-150000,0,150000')
    .replace('Transfer,30000', 'Transfer,170000')
  const shown = []
  for (const files of [
    [older, yearOf('U1000001')],
    [yearOf('U1000001'), older],
  ]) {
    for (const file of files) await imported(cleo, file)
    const { picture, holdings, accounts, fault } = await cleo.call(portfolio.overview)
    expect(fault).toBeNull()
    shown.push([picture && { ...picture, trust: null }, holdings.map((one) => ({ ...one, id: '' }))])
    for (const { id } of accounts) await cleo.call(portfolio.deleteAccount, { params: { id } })
    await server.jobsDone()
  }
  expect(shown[1]).toEqual(shown[0])
  expect(shown[0]?.[0]).toMatchObject({ since: '2024-07-01', completeness: { reconciledTo: '2025-12-31' } })
})
