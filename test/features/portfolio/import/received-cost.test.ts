// The cost of received shares, as entered by their owner: it changes the return since purchase, and no other figure.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'
import { confirmPreview, documentedTable, previewFor } from './import-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator(), bea: creator(), cleo: creator() })
})
afterAll(() => server.stop())

const FILE = documentedTable(
  '2026-01-05,deposit,,,,1000,,USD',
  '2026-01-06,buy,BOLT,1,100,-100,,USD',
  '2026-01-07,transfer,ACME,4,,,,USD',
  '2026-01-08,transfer,ACME,6,,,,USD',
)

async function imported(browser: Browser, costs: { symbol: string; price: string }[]) {
  const preview = await previewFor(browser, FILE)
  expect(preview.received).toEqual([{ symbol: 'ACME', companyName: null, quantity: '10', currency: 'USD' }])
  const { picture, holdings } = await confirmPreview(server, browser, preview, { costs })
  const of = (symbol: string) => holdings.find(({ ticker }) => ticker === symbol)?.percentReturn ?? ''
  return { performance: picture?.performance, acme: of('ACME'), bolt: of('BOLT') }
}

test('a stated cost counts for the holding, and only there', async () => {
  const [plain, stated, free] = [
    await imported(await server.signIn('ada'), []),
    await imported(await server.signIn('bea'), [
      { symbol: 'ACME', price: '0.01' },
      // BOLT was bought and not received, so it keeps the cost of its purchase.
      { symbol: 'BOLT', price: '0.01' },
    ]),
    await imported(await server.signIn('cleo'), [{ symbol: 'ACME', price: '0' }]),
  ]
  expect(Math.abs(Number.parseFloat(plain.acme))).toBeLessThan(100)
  expect(stated.acme).toBe('over +9,999%')
  expect([stated.performance, stated.bolt]).toEqual([plain.performance, plain.bolt])
  // Nothing can be divided by a cost of zero.
  expect(free.acme).toBe('+0.0%')
  expect(free.performance).toBe(plain.performance)
})

test('the same file again keeps the cost and offers nothing', async () => {
  const bea = await server.signIn('bea')
  const again = await previewFor(bea, FILE)
  expect([again.hasNews, again.received]).toEqual([false, []])
})
