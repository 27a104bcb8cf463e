// Shares sold that were bought before a file begins are offered as an opening position, added, marked, and kept.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { confirmPreview, previewFor, documentedTable } from './import-file.ts'

const NAMES = ['ada', 'bea', 'cleo', 'dora', 'eve'] as const

let server: TestServer
let people: Record<(typeof NAMES)[number] | 'omar', Person>
const browsers = {} as Record<(typeof NAMES)[number] | 'omar', Browser>
beforeAll(async () => {
  server = await startServer()
  const creators = Object.fromEntries(NAMES.map((name) => [name, creator()])) as Record<
    (typeof NAMES)[number],
    ReturnType<typeof creator>
  >
  people = await buildPeople(server.deps, { ...creators, omar: member() })
  for (const name of [...NAMES, 'omar'] as const) browsers[name] = await server.signIn(name)
})
afterAll(() => server.stop())

const SALES = documentedTable(
  '2025-01-06,deposit,,,,1000,,USD',
  '2025-02-03,sell,ACME,6,240,1440,,USD',
  '2025-03-03,buy,ACME,2,250,-500,,USD',
  '2025-04-01,sell,ACME,5,260,1300,,USD',
)

test('the fewest shares that make the history possible are offered, with the rows that need them', async () => {
  const preview = await previewFor(browsers.ada, SALES)
  expect(preview).toMatchObject({
    faultCount: 0,
    opening: {
      day: '2025-01-05',
      positions: [{ symbol: 'ACME', quantity: '9', currency: 'USD' }],
      rows: [{ line: 3 }, { line: 5 }],
      rowCount: 2,
    },
  })
})

test('nothing is imported until the owner gives a large enough opening position', async () => {
  const preview = await previewFor(browsers.ada, SALES)
  await expect(confirmPreview(server, browsers.ada, preview)).rejects.toThrow(/shares you didn’t hold/)
  const tooFew = { openings: [{ symbol: 'ACME', quantity: '8', price: null }] }
  await expect(confirmPreview(server, browsers.ada, preview, tooFew)).rejects.toThrow(
    /shares you didn’t hold/,
  )
  expect((await browsers.ada.call(portfolio.overview)).accounts).toEqual([])
})

test('an added opening position is part of the record, and the owner and viewers see that', async () => {
  const preview = await previewFor(browsers.ada, SALES)
  const openings = [{ symbol: 'ACME', quantity: '10', price: '80.5' }]
  const { account, picture, holdings, fault } = await confirmPreview(server, browsers.ada, preview, {
    openings,
  })
  expect(fault).toBeNull()
  expect(account.completeness).toMatchObject({ rowsLeftOut: 0, openingAdded: true, reconciledTo: null })
  expect(picture?.completeness).toMatchObject({ rowsLeftOut: 0, openingAdded: true, reconciledTo: null })
  // The record begins on the first exchange day after the opening day.
  expect(picture?.since).toBe('2025-01-06')
  expect(holdings).toMatchObject([{ ticker: 'ACME' }])
  const seen = await browsers.omar.call(portfolio.ofPerson, { params: { id: people.ada.id } })
  expect(seen.picture?.completeness.openingAdded).toBe(true)
  // Neither the quantity nor the cost is visible.
  expect(JSON.stringify(seen)).not.toMatch(/80\.5|"10"/)
})

test('the owner’s cost isn’t a price of that day: the return begins at the market’s price', async () => {
  const returns = []
  for (const price of [null, '1']) {
    const preview = await previewFor(browsers.bea, SALES)
    const openings = [{ symbol: 'ACME', quantity: '9', price }]
    const { account, picture } = await confirmPreview(server, browsers.bea, preview, { openings })
    returns.push(picture?.performance)
    await browsers.bea.call(portfolio.deleteAccount, { params: { id: account.id } })
    await server.jobsDone()
  }
  expect(returns[0]).toMatch(/^[+-]\d+\.\d%$/)
  expect(returns[1]).toBe(returns[0])
})

test('an opening position survives a later file, and an earlier file with the purchases replaces it', async () => {
  const openings = [{ symbol: 'ACME', quantity: '9', price: null }]
  await confirmPreview(server, browsers.cleo, await previewFor(browsers.cleo, SALES), { openings })
  const later = await previewFor(browsers.cleo, `${SALES}2025-05-05,dividend,ACME,,,12,,USD\n`)
  expect(later).toMatchObject({ opening: null, faultCount: 0, known: 4 })
  const kept = await confirmPreview(server, browsers.cleo, later)
  expect(kept.picture?.completeness.openingAdded).toBe(true)
  const earlier = documentedTable('2024-05-06,deposit,,,,2000,,USD', '2024-05-07,buy,ACME,9,200,-1800,,USD')
  const whole = await confirmPreview(server, browsers.cleo, await previewFor(browsers.cleo, earlier))
  expect(whole.fault).toBeNull()
  expect(whole.picture?.completeness.openingAdded).toBe(false)
  // Nine were bought, then two more, and eleven were sold: nothing counts twice.
  expect(whole.holdings).toEqual([])
})

test('if a split’s new shares are in the file, the old ones must have been held before it', async () => {
  const split = documentedTable(
    '2025-01-06,deposit,,,,1000,,USD',
    '2025-02-03,buy,ACME,1,240,-240,,USD',
    '2025-03-03,split,ACME,9,,,,USD',
    '2025-04-01,sell,ACME,40,26,1040,,USD',
  )
  const preview = await previewFor(browsers.dora, split)
  expect(preview.opening?.positions).toMatchObject([{ symbol: 'ACME', quantity: '30' }])
  const openings = [{ symbol: 'ACME', quantity: '30', price: null }]
  expect((await confirmPreview(server, browsers.dora, preview, { openings })).fault).toBeNull()
})

test('if the owner declines, the sales are left out and the record says that it is incomplete', async () => {
  const preview = await previewFor(browsers.eve, SALES)
  const { account, picture, fault, holdings } = await confirmPreview(server, browsers.eve, preview, {
    leaveOut: true,
  })
  expect(fault).toBeNull()
  expect(account.activities).toBe(2)
  expect(picture?.completeness).toMatchObject({ rowsLeftOut: 2, openingAdded: false, reconciledTo: null })
  expect(holdings).toMatchObject([{ ticker: 'ACME' }])
  // Importing the same file again still offers the opening position, and accepting it completes the record.
  const again = await previewFor(browsers.eve, SALES)
  expect(again).toMatchObject({ known: 2, hasNews: true, opening: { rowCount: 2 } })
  const openings = [{ symbol: 'ACME', quantity: '9', price: null }]
  const whole = await confirmPreview(server, browsers.eve, again, { openings })
  expect(whole.picture?.completeness).toMatchObject({
    rowsLeftOut: 0,
    openingAdded: true,
    reconciledTo: null,
  })
})

test('options that were written before the file begins and are bought back in it are offered as owed', async () => {
  const file = [
    '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
    '"03/02/2026","Buy to Close","ABT 03/20/2026 90.00 P","PUT ABBOTT LABS $90 EXP 03/20/26","1","$0.40","$0.65","-$40.65"',
    '"01/05/2026","MoneyLink Transfer","","Tfr BANK","","","","$10000.00"',
  ].join('\n')
  const preview = await previewFor(browsers.eve, file)
  expect(preview).toMatchObject({
    faultCount: 0,
    opening: { positions: [{ symbol: 'ABT260320P00090000', quantity: '100', isShort: true }], rowCount: 1 },
  })
  const openings = [{ symbol: 'ABT260320P00090000', quantity: '100', price: '1' }]
  const { picture, holdings, fault } = await confirmPreview(server, browsers.eve, preview, { openings })
  expect([fault, holdings]).toEqual([null, []])
  expect(picture?.completeness.openingAdded).toBe(true)
})
