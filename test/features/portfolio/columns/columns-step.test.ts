// A table of an unknown broker: upload, columns, account, and the next table of its kind.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILE_KEPT_MS } from '#server/features/portfolio/import/stored-files.ts'
import { sweepPortfolios } from '#server/features/portfolio/sweep-portfolios.ts'
import { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { importFiles } from '#shared/contracts/import-files.ts'
import { IMPORT_LINES, ImportLine, Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const HEADER = 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,Exchange Rate'
const ROWS = [
  '2025-01-06T09:00:00.000Z,,CASH TOP-UP,,,USD 9000,USD,1.03',
  '2025-01-07T15:00:00.000Z,ACME,BUY - MARKET,20,USD 245.00,USD 4900.00,USD,1.03',
  '2025-03-10T06:00:00.000Z,ACME,DIVIDEND,,,USD 5.20,USD,1.08',
]
const table = (...more: string[]) => `${[HEADER, ...ROWS, ...more].join('\n')}\n`

let server: TestServer
let people: Record<'ada' | 'bob' | 'cleo' | 'dan' | 'eve', Person>
let ada: Browser
let bob: Browser
let cleo: Browser
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator({ priceCents: 800 }),
    bob: member(),
    cleo: creator({ priceCents: 800 }),
    dan: member(),
    eve: member(),
  })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
  cleo = await server.signIn('cleo')
})
afterAll(() => server.stop())

async function send(browser: Browser, body: BodyInit, headers: HeadersInit = {}) {
  const response = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
  return (await response.json()) as unknown
}
const proposed = async (browser: Browser, body: BodyInit) => ColumnProposal.parse(await send(browser, body))
const rowsIn = async (name: string) =>
  (await server.deps.pool.query<{ n: number }>(`select count(*)::int as n from ${name}`)).rows[0]?.n

test('the upload of an unknown table returns its columns and a guess, and imports nothing', async () => {
  const proposal = await proposed(ada, table())
  expect(proposal).toMatchObject({ kind: 'columns', rows: 3, sheets: [], isRemembered: false })
  expect(proposal.columns.map(({ name }) => name)).toEqual(HEADER.split(','))
  expect(proposal.columns[2]?.words).toEqual([
    { word: 'CASH TOP-UP', rows: 1 },
    { word: 'BUY - MARKET', rows: 1 },
    { word: 'DIVIDEND', rows: 1 },
  ])
  expect(proposal.firstRows[1]?.cells.slice(0, 3)).toEqual([
    '2025-01-07T15:00:00.000Z',
    'ACME',
    'BUY - MARKET',
  ])
  expect(proposal.mapping.columns).toMatchObject({ date: 0, symbol: 1, action: 2, quantity: 3, amount: 5 })
  expect(await rowsIn('portfolio_imports')).toBe(0)
})

test('the first rows are previewed with the mapping, and errors name their column', async () => {
  const { fileId, mapping } = await proposed(ada, table())
  const params = { id: fileId }
  const { rows } = await ada.call(importFiles.tryColumns, { params, body: mapping })
  expect(rows.map(({ line, activities }) => [line, activities[0]?.type, activities[0]?.cash])).toEqual([
    [2, 'deposit', '9000'],
    [3, 'buy', '-4900'],
    [4, 'dividend', '5.2'],
  ])
  const wrong = { ...mapping, columns: { ...mapping.columns, quantity: 1 } }
  const tried = await ada.call(importFiles.tryColumns, { params, body: wrong })
  expect(tried.rows[1]).toMatchObject({
    line: 3,
    activities: [],
    reason: expect.stringMatching(/^Ticker: .*isn’t a number/),
  })
  expect(await rowsIn('portfolio_column_mappings')).toBe(0)
})

test('a table with chosen columns becomes an account marked as such, and the next file needs no questions', async () => {
  const { fileId, mapping } = await proposed(ada, table())
  const body = { ...mapping, broker: ' Revolut ' }
  const preview = await ada.call(importFiles.read, { params: { id: fileId }, body })
  expect(preview).toMatchObject({
    broker: 'Revolut',
    activities: 3,
    known: 0,
    faults: [],
    mapped: { fileId, isRemembered: false },
  })
  const chosen = await ada.call(importFiles.columns, { params: { id: fileId } })
  expect(chosen.mapping.broker).toBe('Revolut')
  const account = await ada.call(portfolio.confirmImport, { params: { id: preview.id } })
  expect(account).toMatchObject({ broker: 'Revolut', source: 'file', isMapped: true, activities: 3 })
  expect(await rowsIn('portfolio_import_files')).toBe(0)
  expect(await rowsIn('portfolio_import_file_parts')).toBe(0)
  await server.jobsDone()
  const seen = await bob.call(portfolio.ofPerson, { params: { id: people.ada.id } })
  expect(seen.picture?.trust).toMatchObject({ broker: 'Revolut', isMapped: true, isLinked: false })

  const later = table('2025-09-15T15:00:00.000Z,ACME,SELL - MARKET,5,USD 236.70,USD 1183.50,USD,1.10')
  const asked = await proposed(ada, later)
  expect(asked).toMatchObject({ isRemembered: true, mapping: { broker: 'Revolut' } })
  // The new word has a guess, which the owner reviews.
  expect(asked.mapping.meanings).toContainEqual({ word: 'SELL - MARKET', meaning: 'sell' })
  const grown = await ada.call(importFiles.read, { params: { id: asked.fileId }, body: asked.mapping })
  expect(grown).toMatchObject({ activities: 4, known: 3 })

  const again = Preview.parse(await send(ada, later))
  expect(again).toMatchObject({ broker: 'Revolut', activities: 4, known: 3, mapped: { isRemembered: true } })
  const columns = await ada.call(importFiles.columns, { params: { id: again.mapped?.fileId ?? '' } })
  expect(columns).toMatchObject({ isRemembered: true, mapping: { broker: 'Revolut' } })
  // Nobody sees another person's mapping.
  expect(await proposed(cleo, later)).toMatchObject({ isRemembered: false, mapping: { broker: '' } })
})

test('imported rows are recognized again even if the mapping changes later', async () => {
  const { fileId, mapping } = await proposed(cleo, table())
  const first = await cleo.call(importFiles.read, { params: { id: fileId }, body: mapping })
  await cleo.call(portfolio.confirmImport, { params: { id: first.id } })
  const once = Preview.parse(await send(cleo, table()))
  const params = { id: once.mapped?.fileId ?? '' }
  const { mapping: before } = await cleo.call(importFiles.columns, { params })
  const body = {
    ...before,
    meanings: before.meanings.map(({ word, meaning }) => ({
      word,
      meaning: word === 'DIVIDEND' ? ('interest' as const) : meaning,
    })),
  }
  const other = await cleo.call(importFiles.read, { params, body })
  expect(other).toMatchObject({ kinds: { interest: 1 }, activities: 3, known: 3 })
})

test('a mapped table never joins the account of a recognized broker, even with the same name', async () => {
  const known = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,100,,USD
`
  const { id } = Preview.parse(await send(bob, known))
  const one = await bob.call(portfolio.confirmImport, { params: { id } })
  const { fileId, mapping } = await proposed(bob, table())
  const preview = await bob.call(importFiles.read, {
    params: { id: fileId },
    body: { ...mapping, broker: 'CSV file' },
  })
  expect(preview.known).toBe(0)
  const other = await bob.call(portfolio.confirmImport, { params: { id: preview.id } })
  expect(other.id).not.toBe(one.id)
  expect([one.isMapped, other.isMapped]).toEqual([false, true])
})

test('the message of a rejected mapping names what is missing', async () => {
  const dan = await server.signIn('dan')
  const { fileId, mapping } = await proposed(dan, table())
  const { date: _, ...columns } = mapping.columns
  const params = { id: fileId }
  const refused = await refusal(dan.call(importFiles.read, { params, body: { ...mapping, columns } }))
  expect([refused.status, refused.message]).toEqual([400, 'Choose the column with the date.'])
  const silent = { ...mapping, meanings: mapping.meanings.slice(1) }
  const unsaid = await refusal(dan.call(importFiles.read, { params, body: silent }))
  expect(unsaid.message).toBe('Choose what “CASH TOP-UP” means.')
  const sheet = await refusal(dan.call(importFiles.chooseSheet, { params, body: { sheet: 3 } }))
  expect([sheet.status, sheet.message]).toEqual([400, 'This file doesn’t have that sheet.'])
})

test('a stored file belongs to its owner, expires after a quarter of an hour, and is the only one', async () => {
  const { fileId, mapping } = await proposed(ada, table('2025-10-01T09:00:00.000Z,,FEE,,,USD -1,USD,1.1'))
  const params = { id: fileId }
  for (const ask of [
    () => bob.call(importFiles.columns, { params }),
    () => bob.call(importFiles.tryColumns, { params, body: mapping }),
    () => bob.call(importFiles.read, { params, body: mapping }),
    () => bob.call(importFiles.chooseSheet, { params, body: { sheet: 0 } }),
    () => bob.call(importFiles.drop, { params }),
  ])
    expect((await refusal(ask())).code).toBe('import_file_not_found')
  // Another upload replaces it.
  const second = await proposed(ada, table('2025-10-02T09:00:00.000Z,,CHARGE,,,USD -1,USD,1.1'))
  expect((await refusal(ada.call(importFiles.columns, { params }))).code).toBe('import_file_not_found')

  const then = new Date(server.deps.clock.now().getTime() - FILE_KEPT_MS - 1000)
  await server.deps.db.updateTable('portfolioImportFiles').set({ createdAt: then }).execute()
  const late = { params: { id: second.fileId }, body: second.mapping }
  expect(await refusal(ada.call(importFiles.read, late))).toMatchObject({ code: 'import_file_not_found' })
  expect(await rowsIn('portfolio_import_files')).toBeGreaterThan(0)
  await sweepPortfolios(server.deps)
  expect([await rowsIn('portfolio_import_files'), await rowsIn('portfolio_import_file_parts')]).toEqual([
    0, 0,
  ])
})

test('a large table is read in a worker, and its owner sees the progress', async () => {
  const eve = await server.signIn('eve')
  const many = Array.from(
    { length: 6000 },
    (_, index) =>
      `2025-02-0${1 + (index % 9)}T10:00:00.000Z,ACME,BUY - MARKET,1,USD 1.${index},USD 1.${index},USD,1.0`,
  )
  const response = await eve.fetch(IMPORT_PATH, {
    method: 'POST',
    headers: { accept: IMPORT_LINES },
    body: table(...many),
  })
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => ImportLine.parse(JSON.parse(line)))
  const last = lines.at(-1)
  if (!last || !('columns' in last)) throw new Error('No columns came')
  expect(last.columns.rows).toBe(6003)
  const { fileId, mapping } = last.columns
  const preview = await eve.call(importFiles.read, { params: { id: fileId }, body: mapping })
  expect(preview).toMatchObject({ rows: 6003, faultCount: 0 })
})

test('a table is deleted when its owner discards it, and with the whole portfolio', async () => {
  const { fileId } = await proposed(bob, table('2025-10-01T09:00:00.000Z,,LEVY,,,USD -1,USD,1.1'))
  const files = server.deps.db
    .selectFrom('portfolioImportFiles')
    .select('id')
    .where('userId', '=', people.bob.id)
  expect(await files.execute()).toEqual([{ id: fileId }])
  await bob.call(importFiles.drop, { params: { id: fileId } })
  expect(await files.execute()).toEqual([])
  await proposed(bob, table('2025-10-01T09:00:00.000Z,,LEVY,,,USD -1,USD,1.1'))
  const ofBob = server.deps.db
    .selectFrom('portfolioColumnMappings')
    .select('userId')
    .where('userId', '=', people.bob.id)
  expect(await ofBob.execute()).not.toEqual([])
  await bob.call(portfolio.deleteAll)
  expect(await files.execute()).toEqual([])
  expect(await ofBob.execute()).toEqual([])
})
