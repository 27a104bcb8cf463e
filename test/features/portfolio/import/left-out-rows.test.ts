// One bad row never blocks a file: unreadable rows are left out by choice and counted, until a file reads them.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolvedRows, unreadableRows } from '#server/features/portfolio/import/left-out-rows.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { confirmPreview, previewFor, documentedTable } from './import-file.ts'

let server: TestServer
let people: Record<'ada' | 'bea' | 'cleo' | 'omar', Person>
let ada: Browser
let bea: Browser
let cleo: Browser
let omar: Browser
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, { ada: creator(), bea: creator(), cleo: creator(), omar: member() })
  ada = await server.signIn('ada')
  bea = await server.signIn('bea')
  cleo = await server.signIn('cleo')
  omar = await server.signIn('omar')
})
afterAll(() => server.stop())

const ROWS = [
  '2025-01-06,deposit,,,,10000,,USD',
  '2025-01-07,buy,ACME,20,245,-4900,,USD',
  '2025-02-03,barter,ACME,1,10,-10,,USD',
  '2025-02-04,buy,BOLT,a lot,10,-10,,USD',
  '2025-03-10,dividend,ACME,,,20,,USD',
]
const MENDED = ROWS.with(2, '2025-02-03,sell,ACME,1,250,250,,USD').with(
  3,
  '2025-02-04,buy,BOLT,2,10,-20,,USD',
)

test('unreadable rows block a file until their owner leaves them out', async () => {
  const preview = await previewFor(ada, documentedTable(...ROWS))
  expect(preview).toMatchObject({
    activities: 3,
    faultCount: 2,
    faults: [{ line: 4 }, { line: 5 }],
    opening: null,
  })
  await expect(confirmPreview(server, ada, preview)).rejects.toThrow(/leave those rows out/)
  await expect(confirmPreview(server, ada, preview, { leaveOut: false })).rejects.toThrow(
    /leave those rows out/,
  )
  const { account, picture, fault } = await confirmPreview(server, ada, preview, { leaveOut: true })
  expect(fault).toBeNull()
  expect(account).toMatchObject({ activities: 3, completeness: { rowsLeftOut: 2 } })
  expect(picture?.completeness.rowsLeftOut).toBe(2)
})

test('viewers see how many rows are left out, and nothing else about them', async () => {
  const seen = await omar.call(portfolio.ofPerson, { params: { id: people.ada.id } })
  expect(seen.picture?.completeness).toMatchObject({
    rowsLeftOut: 2,
    openingAdded: false,
    reconciledTo: null,
  })
  expect(JSON.stringify(seen)).not.toMatch(/barter|a lot/)
})

test('importing the same file again counts its left-out rows once, and an overlapping file adds only its own', async () => {
  const again = await previewFor(ada, documentedTable(...ROWS))
  expect(again).toMatchObject({ known: 3, hasNews: false })
  const longer = documentedTable(
    ...ROWS,
    '2025-04-01,barter,ACME,1,10,-10,,USD',
    '2025-04-02,dividend,ACME,,,5,,USD',
  )
  const { picture } = await confirmPreview(server, ada, await previewFor(ada, longer), { leaveOut: true })
  expect(picture?.completeness.rowsLeftOut).toBe(3)
})

test('a later file that reads left-out rows removes them from the count', async () => {
  const mended = await previewFor(ada, documentedTable(...MENDED))
  expect(mended).toMatchObject({ faultCount: 0, known: 3 })
  const { picture } = await confirmPreview(server, ada, mended)
  // The later file doesn't include the row of April.
  expect(picture?.completeness.rowsLeftOut).toBe(1)
})

test('an impossible row is left out along with unreadable ones', async () => {
  const rows = [...ROWS.slice(0, 3), '2025-02-05,split,CORD,5,,,,USD', ...ROWS.slice(4)]
  const preview = await previewFor(bea, documentedTable(...rows))
  expect(preview).toMatchObject({
    faultCount: 2,
    faults: [{ line: 4 }, { line: 5, reason: /CORD was split/ }],
  })
  const { account, fault, picture } = await confirmPreview(server, bea, preview, { leaveOut: true })
  expect(fault).toBeNull()
  expect(account.activities).toBe(3)
  expect(picture?.completeness.rowsLeftOut).toBe(2)
  const bought = documentedTable(
    '2024-06-03,deposit,,,,100,,USD',
    '2024-06-03,buy,CORD,5,10,-50,,USD',
    '2025-02-05,split,CORD,5,,,,USD',
  )
  const mended = await confirmPreview(server, bea, await previewFor(bea, bought))
  expect(mended.picture?.completeness.rowsLeftOut).toBe(1)
})

test('a file with only unreadable rows has nothing to import', async () => {
  const preview = await previewFor(cleo, documentedTable('2025-02-03,barter,ACME,1,10,-10,,USD'))
  expect(preview).toMatchObject({ activities: 0, faultCount: 1, hasNews: false })
})

test('left-out rows are recognized by their neighbors in any file', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('good', 'bad', 'worse'), { minLength: 3, maxLength: 30 }),
      fc.nat(),
      (kinds, at) => {
        const lines = kinds.map((kind, place) => ({ kind, line: place + 1, id: `row ${place}` }))
        const read = (from: number) => {
          const rows = lines.slice(from).filter(({ kind }) => kind === 'good')
          const faults = lines.slice(from).filter(({ kind }) => kind !== 'good')
          return unreadableRows(
            faults.map(({ kind, line }) => ({ line, reason: kind })),
            rows,
          )
        }
        const all = read(0)
        expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
        const start = kinds.indexOf('good', at % kinds.length)
        if (start < 0) return
        // A file that begins later, with a readable row.
        const later = read(start)
        const known = new Set(all.map(({ key }) => key))
        expect(later.every(({ key }) => known.has(key))).toBe(true)
        // It still leaves out its own rows, and says nothing about earlier ones.
        const good = lines.slice(start).filter(({ kind }) => kind === 'good')
        expect(resolvedRows(all, later, good)).toEqual([])
        // A file that reads every row resolves all of them.
        expect(resolvedRows(all, [], lines)).toHaveLength(all.length)
      },
    ),
  )
})
