// The import of Excel workbooks: read in a worker, even small ones, with a choice of sheets.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { threadsRunning } from '#server/worker-thread.ts'
import { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { importFiles } from '#shared/contracts/import-files.ts'
import { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'
import { workbook, zip } from '#test/engine/broker-files/columns/build-workbook.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const OWN = [
  ['date', 'type', 'symbol', 'quantity', 'price', 'amount', 'fee', 'currency'],
  [day('2025-01-06'), 'deposit', null, null, null, 10000, null, 'USD'],
  [day('2025-01-07'), 'buy', 'ACME', 20, 245, -4901, 1, 'USD'],
]
const TRADES = [
  ['Trade day', 'What', 'Ticker', 'Shares', 'Amount'],
  [day('2025-01-06'), 'Deposit', null, null, 5000],
  [day('2025-01-07'), 'Bought', 'ACME', 10, -2450],
]
const FEES = [
  ['Date', 'Type', 'Symbol', 'Quantity', 'Amount'],
  [day('2025-02-06'), 'Custody fee', null, null, -3],
]

/** The shortest possible row with three cells. */
const ROW = '<row><c t="str"><v>2024-01-01</v></c><c><v>1</v></c><c><v>2</v></c></row>'

let server: TestServer
let ada: Browser
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator({ priceCents: 800 }) })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

async function send(bytes: Buffer): Promise<{ status: number; body: unknown }> {
  const response = await ada.fetch(IMPORT_PATH, { method: 'POST', body: new Uint8Array(bytes) })
  return { status: response.status, body: await response.json() }
}
const stored = async () =>
  (await server.deps.pool.query<{ n: number }>('select count(*)::int as n from portfolio_import_files'))
    .rows[0]?.n

test('a workbook becomes an account and is read in a thread, however small it is', async () => {
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, threadsRunning())), 5)
  const { status, body } = await send(
    workbook([
      { name: 'Notes', rows: [['Hello']] },
      { name: 'Mine', rows: OWN },
    ]),
  )
  clearInterval(looking)
  expect(status).toBe(201)
  const preview = Preview.parse(body)
  expect(preview).toMatchObject({ broker: 'CSV file', activities: 2, faultCount: 0, mapped: null })
  expect(most).toBe(1)
  const account = await ada.call(portfolio.confirmImport, { params: { id: preview.id }, body: null })
  expect(account).toMatchObject({ activities: 2, isMapped: false })
})

test('another sheet of an unknown workbook can be chosen, and its columns are remembered by its header', async () => {
  const book = workbook([
    { name: 'Trades', rows: TRADES },
    { name: 'Fees', rows: FEES },
  ])
  const { fileId, sheets, sheet } = ColumnProposal.parse((await send(book)).body)
  expect([sheets, sheet]).toEqual([['Trades', 'Fees'], 1])
  const params = { id: fileId }
  const other = await ada.call(importFiles.chooseSheet, { params, body: { sheet: 0 } })
  expect(other).toMatchObject({ fileId, sheet: 0, rows: 2, isRemembered: false })
  const preview = await ada.call(importFiles.read, {
    params,
    body: { ...other.mapping, broker: 'Acme Bank', currency: 'CHF' },
  })
  expect(preview).toMatchObject({
    broker: 'Acme Bank',
    kinds: { deposit: 1, buy: 1 },
    currency: 'CHF',
    mapped: { fileId },
  })
  const again = await ada.call(importFiles.chooseSheet, { params, body: { sheet: 1 } })
  expect(again).toMatchObject({ sheet: 1, isRemembered: false })
  const first = await ada.call(importFiles.chooseSheet, { params, body: { sheet: 0 } })
  expect(first).toMatchObject({ isRemembered: true, mapping: { broker: 'Acme Bank', currency: 'CHF' } })
  await ada.call(importFiles.drop, { params })
})

test('a protected, damaged or oversized workbook is rejected with a message, other requests go on, and nothing remains', async () => {
  const parts = {
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="b" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  }
  const protectedBook = Buffer.concat([
    Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
    Buffer.alloc(100_000),
    Buffer.from('EncryptedPackage\0', 'utf16le'),
  ])
  const bomb = (megabytes: number) =>
    zip({
      ...parts,
      'xl/worksheets/sheet1.xml': Buffer.concat([
        Buffer.from('<worksheet><sheetData>'),
        Buffer.alloc(megabytes * 1024 * 1024, ROW),
      ]),
    })
  const nested = zip({ ...parts, 'xl/worksheets/sheet1.xml': '<row>'.repeat(1_000_000) })
  const cases: [Buffer, RegExp][] = [
    [protectedBook, /protected with a password\. Save it without one and try again\./],
    [protectedBook.subarray(0, 20_000), /old Office file/],
    [workbook([{ name: 'One', rows: OWN }]).subarray(0, 900), /damaged/],
    [nested, /damaged/],
    [bomb(20), /more than 200,000 rows/],
  ]
  const before = process.memoryUsage().rss
  for (const [bytes, message] of cases) {
    const [refused, health] = await Promise.all([send(bytes), ada.fetch('/api/health')])
    expect(health.status).toBe(200)
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'bad_export', message: expect.stringMatching(message) },
    })
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1_048_576)
  expect([threadsRunning(), await stored()]).toEqual([0, 0])
})
