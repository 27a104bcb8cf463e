// Amounts stay private (spec answer 29): recognizable figures are imported and connected, then searched for everywhere.
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { signals } from '#shared/contracts/signals.ts'
import { connectSample } from '#test/sample-broker.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

/** No number of this file occurs anywhere else. */
const HISTORY = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,918273645.17,,USD
2025-01-07,buy,ACME,73191.4482,913.57,-66865515.16,77.73,USD
2025-02-03,buy,BOLT,61717.3939,410.83,-25355356.94,,USD
2025-03-10,dividend,ACME,,,51535.57,,USD
2025-03-11,withdrawal,,,,-717191.93,,USD
`
const OF_THE_FILE = HISTORY.match(/\d[\d.]*\.\d+/g) ?? []
const NUMBER_OF_THE_ACCOUNT = 'U77665544'

let server: TestServer
let people: Record<'ada' | 'bob' | 'cleo', Person>
const logLines: string[] = []
const browsers: Record<string, Browser> = {}
let canaries: string[] = []

beforeAll(async () => {
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(String(chunk))
      done()
    },
  })
  server = await startServer({ log: pino({ level: 'trace' }, lines) })
  people = await buildPeople(server.deps, {
    ada: creator({
      priceCents: 800,
      signals: ['Holding on', { content: 'For subscribers', isPremium: true }],
    }),
    bob: member({ follows: ['ada'] }),
    cleo: member({ subscribesTo: ['ada'] }),
  })
  browsers['ada'] = await server.signIn('ada')
  browsers['a visitor'] = server.visitor()
  browsers['bob, who follows'] = await server.signIn('bob')
  browsers['cleo, who subscribes'] = await server.signIn('cleo')
  const ada = browsers['ada']
  const name = encodeURIComponent(`${NUMBER_OF_THE_ACCOUNT}.csv`)
  const headers = { 'content-type': 'text/csv', 'content-disposition': `attachment; filename=${name}` }
  const sent = await ada.fetch(IMPORT_PATH, { method: 'POST', headers, body: HISTORY })
  const { id } = (await sent.json()) as Preview
  await ada.call(portfolio.confirmImport, { params: { id } })
  await connectSample(server, ada)
  canaries = [...new Set([...OF_THE_FILE, NUMBER_OF_THE_ACCOUNT, ...(await brokersOwn())])]
})
afterAll(() => server.stop())

/** The sample broker's holdings and secrets. */
async function brokersOwn(): Promise<string[]> {
  const { db, secrets } = server.deps
  const { externalId } = await db
    .selectFrom('portfolioAccounts')
    .select('externalId')
    .where('source', '=', 'sample')
    .executeTakeFirstOrThrow()
  const customer = await db.selectFrom('brokerCustomers').selectAll().executeTakeFirstOrThrow()
  const { cash, units } = server.broker.bookOf(externalId ?? '')
  // Shorter numbers could occur by chance.
  const sizes = Object.values(units).filter((size) => size.replace('.', '').length >= 6)
  const amounts = await db
    .selectFrom('portfolioActivities')
    .select('cash')
    .where((eb) => eb(eb.fn('abs', ['cash']), '>', '1000'))
    .where('cash', '!=', (eb) => eb.fn('round', ['cash']))
    .execute()
  return [
    cash,
    ...sizes,
    ...amounts.map((row) => row.cash.replace('-', '')),
    secrets.open(customer.secret, customer.externalId),
  ]
}

/** Removes thousands separators, so that a number is found in any notation. */
const plain = (text: string) => text.replaceAll(/(?<=\d)[,\s'’](?=\d{3}(?!\d))/g, '')
const asWritten = (canary: string) =>
  new RegExp(`(?<![\\w.])${canary.replaceAll('.', String.raw`\.`)}(?!\\w)`)
function found(text: string): string[] {
  const squeezed = plain(text)
  return canaries.filter((canary) => asWritten(canary).test(text) || asWritten(canary).test(squeezed))
}

/** Every read-only call, with all of Ada's ids filled in. */
async function addresses(): Promise<string[]> {
  const { paths } = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const { id } = people.ada
  return Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) =>
      path
        .replace('{username}', 'ada')
        .replace('{token}', 'none')
        .replaceAll(/\{\w+\}/g, id),
    )
}

test('the search finds the private figures where they are expected', () => {
  expect(canaries.length).toBeGreaterThan(15)
  expect(found(HISTORY).length).toBeGreaterThanOrEqual(new Set(OF_THE_FILE).size)
  expect(found('66,865,515.16')).toEqual(['66865515.16'])
})

// @spec-1.10
test.each(['a visitor', 'bob, who follows', 'cleo, who subscribes', 'ada'])(
  'no call returns an amount to %s',
  async (who) => {
    const browser = browsers[who]
    const all = await addresses()
    expect(all.length).toBeGreaterThan(20)
    let said = 0
    for (const path of all) {
      const response = await browser?.fetch(path)
      const text = `${JSON.stringify([...(response?.headers ?? [])])} ${await response?.text()}`
      if (response?.status === 200) said += 1
      expect({ path, found: found(text) }).toEqual({ path, found: [] })
    }
    expect(said).toBeGreaterThan(3)
  },
)

test('the performance summary is still shown', async () => {
  const params = { id: people.ada.id }
  const seen = await browsers['cleo, who subscribes']?.call(portfolio.ofPerson, { params })
  expect(seen?.picture?.performance).toMatch(/^[+-]\d+\.\d%$/)
  expect(seen?.holdings?.length).toBeGreaterThan(3)
  const feed = await browsers['bob, who follows']?.callPage(signals.feed, { query: {} })
  expect(feed?.items.length).toBeGreaterThan(0)
})

test.each(['/', '/portfolio', '/profile/ada', '/feed'])(
  'the page %s contains no private figure',
  async (path) => {
    for (const browser of Object.values(browsers))
      expect(found(await (await browser.fetch(path)).text())).toEqual([])
  },
)

test('neither logs nor stored summaries contain a private figure', async () => {
  expect(logLines.length).toBeGreaterThan(10)
  expect(found(logLines.join('\n'))).toEqual([])
  const kept = await server.deps.db.selectFrom('performanceSummaries').selectAll().execute()
  const holdings = await server.deps.db.selectFrom('portfolioHoldings').selectAll().execute()
  expect(found(JSON.stringify([kept, holdings]))).toEqual([])
})
