// A split that a file doesn't list is known from the market before the preview asks what was held earlier.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkWithMarket } from '#engine/portfolio/checks/check-with-market.ts'
import { dec, buy, listed, sell } from '#test/engine/portfolio/performance/rows.ts'
import { startRealMarketServer, type RealMarketServer } from '#test/real-market-server.ts'
import { type Browser } from '#test/server.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { confirmPreview, documentedTable, previewFor } from './import-file.ts'

let server: RealMarketServer
const browsers = {} as Record<'ada' | 'bea', Browser>
beforeAll(async () => {
  server = await startRealMarketServer()
  // It is November 26, 2026 then.
  server.daysPass(289)
  await buildPeople(server.deps, { ada: creator(), bea: creator() })
  for (const name of ['ada', 'bea'] as const) browsers[name] = await server.signIn(name)
})
afterAll(() => server.stop())

test('10 shares that a 4:1 split made 40 can all be sold, and none is left', async () => {
  const path = join(import.meta.dirname, '../inputs/split-not-listed.csv')
  const preview = await previewFor(browsers.ada, readFileSync(path, 'utf8'))
  expect(preview).toMatchObject({ opening: null, openingCash: null, faultCount: 0 })
  const { picture, holdings, fault } = await confirmPreview(server, browsers.ada, preview)
  expect([fault, holdings]).toEqual([null, []])
  expect(picture?.performance).toBe('+3.6%')
})

test('what is missing beyond the split is offered in shares of the opening day', async () => {
  const rows = ['2025-01-06,deposit,,,,2000,,USD', '2025-01-06,buy,BOLT,4,490.16,-1960.64,,USD']
  const file = documentedTable(...rows, '2026-11-02,sell,BOLT,40,127,5080,,USD')
  const preview = await previewFor(browsers.bea, file)
  expect(preview.opening?.positions).toMatchObject([{ symbol: 'BOLT', quantity: '6' }])
  const openings = [{ symbol: 'BOLT', quantity: '6', price: null }]
  const { holdings, fault } = await confirmPreview(server, browsers.bea, preview, { openings })
  expect([fault, holdings]).toEqual([null, []])
})

test('a split of another security with the same symbol changes nothing', async () => {
  const rows = listed([buy('2025-01-07', 'ACME', 10, 100), sell('2025-06-02', 'ACME', 12, 100)])
  const days = async function* () {
    yield* rows.map((row) => [row])
  }
  const options = { today: '2026-01-01', openingDay: '2025-01-06' }
  const splitsOf = async () => [{ symbol: 'ACME', day: '2025-03-03', ratio: dec(0.1) }]
  const checked = await checkWithMarket(days(), days, { splitsOf, actionsOf: async () => [] }, options)
  expect(checked.missingShares).toMatchObject([{ symbol: 'ACME', quantity: dec(2) }])
})
