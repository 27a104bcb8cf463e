// Cash held before a file begins: read from its running balance, assumed, or entered by the owner, and always stated.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { confirmPreview, previewFor, documentedTable } from './import-file.ts'

const NAMES = ['bea', 'dora', 'eve', 'finn', 'gus', 'hal'] as const

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

test('a running balance says what cash there was before the file, so nothing is asked or assumed', async () => {
  const path = join(import.meta.dirname, '../inputs/cash-before-deposit.csv')
  const preview = await previewFor(browsers.bea, readFileSync(path, 'utf8'))
  expect(preview).toMatchObject({ openingCash: null, statements: [{ opening: ['cash in USD'] }] })
  const { picture } = await confirmPreview(server, browsers.bea, preview)
  expect(picture).toMatchObject({ performance: '+5.0%', areFlowsAssumed: false })
  expect(picture?.completeness).toMatchObject({ openingCash: null, reconciledTo: null })
})

/** 5,000 dollars of shares rise by a tenth, but only 1,000 dollars came in. */
const TENTH = documentedTable(
  '2025-01-06,deposit,,,,1000,,USD',
  '2025-01-07,buy,ACME,50,100,-5000,,USD',
  '2025-06-02,sell,ACME,50,110,5500,,USD',
)
const OFFER = { day: '2025-01-05', currency: 'USD', amount: '4000' }

test('without a running balance, the least cash that covers every purchase is assumed, and everybody sees that', async () => {
  const preview = await previewFor(browsers.dora, TENTH)
  expect(preview).toMatchObject({ openingCash: OFFER, opening: null, faultCount: 0 })
  const { picture } = await confirmPreview(server, browsers.dora, preview)
  expect(picture).toMatchObject({ performance: '+10.0%', completeness: { openingCash: 'assumed' } })
  const seen = await browsers.omar.call(portfolio.ofPerson, { params: { id: people.dora.id } })
  expect(seen.picture?.completeness.openingCash).toBe('assumed')
  expect(JSON.stringify(seen)).not.toContain('4000')
})

test('an older file with the missing deposit replaces the assumed cash', async () => {
  const older = documentedTable('2024-12-02,deposit,,,,4000,,USD')
  const preview = await previewFor(browsers.dora, older)
  expect(preview.openingCash).toBeNull()
  const { picture } = await confirmPreview(server, browsers.dora, preview)
  expect(picture).toMatchObject({ performance: '+10.0%', completeness: { openingCash: null } })
})

test('the owner may have held more, and the return is counted on it', async () => {
  const preview = await previewFor(browsers.eve, TENTH)
  const choice = { openingCash: '9000' }
  const { account, picture } = await confirmPreview(server, browsers.eve, preview, choice)
  expect(picture).toMatchObject({ performance: '+5.0%', completeness: { openingCash: 'added' } })
  expect(account.completeness.openingCash).toBe('added')
  const seen = await browsers.omar.call(portfolio.ofPerson, { params: { id: people.eve.id } })
  expect(JSON.stringify(seen)).not.toContain('9000')
})

test('an amount that is less than the purchases need is ignored', async () => {
  const preview = await previewFor(browsers.finn, TENTH)
  const { picture } = await confirmPreview(server, browsers.finn, preview, { openingCash: '500' })
  expect(picture).toMatchObject({ performance: '+10.0%', completeness: { openingCash: 'assumed' } })
})

test('a margin account has a loan instead, and its record says so', async () => {
  const preview = await previewFor(browsers.gus, TENTH)
  const { account, picture } = await confirmPreview(server, browsers.gus, preview, { isMargin: true })
  expect(picture).toMatchObject({
    performance: '+50.0%',
    completeness: { openingCash: null, isMargin: true },
  })
  expect(account.completeness.isMargin).toBe(true)
  // The account stays one that borrows.
  expect((await previewFor(browsers.gus, TENTH)).openingCash).toBeNull()
})

test('a deposit that arrives within a week after it was spent needs no cash before it', async () => {
  const preview = await previewFor(
    browsers.hal,
    documentedTable(
      '2025-01-07,buy,ACME,50,100,-5000,,USD',
      '2025-01-10,deposit,,,,5000,,USD',
      '2025-06-02,sell,ACME,50,110,5500,,USD',
    ),
  )
  expect(preview.openingCash).toBeNull()
  const { picture } = await confirmPreview(server, browsers.hal, preview)
  expect(picture).toMatchObject({ performance: '+10.0%', completeness: { openingCash: null } })
})
