// Renames, mergers and spin-offs that a file doesn't list are known from the market before the preview asks for anything.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedPercent } from '#shared/rules/percent.ts'
import { startPortfolioServers, type Name, type PortfolioServers } from '#test/market/portfolio-servers.ts'
import { corporateActionText } from '#web/features/portfolio/format.ts'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { confirmPreview, documentedTable, previewFor } from './import-file.ts'

let place: PortfolioServers
beforeAll(
  async () =>
    void (place = await startPortfolioServers({ ALPACA_KEY_ID: 'good', ALPACA_SECRET_KEY: 'good' })),
)
afterAll(() => place.stop())

const on = (symbol: string, day: string) => closeOn(symbol, day) ?? NaN
const LAST = '2026-02-09'
const START = '2025-01-07'
const DEPOSIT = '2025-01-06,deposit,,,,10000,,USD'
const trade = (day: string, type: 'buy' | 'sell', symbol: string, shares: number) => {
  const price = on(symbol, day)
  const amount = (type === 'buy' ? -1 : 1) * shares * price
  return `${day},${type},${symbol},${shares},${price},${amount.toFixed(2)},,USD`
}

async function imported(name: Name, rows: string[]) {
  const [server] = place.servers
  const browser = await server.signIn(name)
  const preview = await previewFor(browser, documentedTable(DEPOSIT, ...rows))
  const overview = await confirmPreview(server, browser, preview)
  return { preview, ...overview }
}

test('shares bought under the old symbol can be sold under the new one', async () => {
  const rows = [trade(START, 'buy', 'OLDN', 10), trade('2025-09-02', 'sell', 'NEWN', 10)]
  const { preview, holdings, fault, picture } = await imported('ada', rows)
  expect(preview).toMatchObject({ opening: null, openingCash: null, faultCount: 0 })
  expect(preview.corporateActions).toEqual([
    { kind: 'rename', day: '2025-06-09', symbol: 'OLDN', newSymbol: 'NEWN', ratio: 1, cash: null },
  ])
  expect(preview.corporateActions.map(corporateActionText)).toEqual(['OLDN became NEWN on Jun 9, 2025'])
  expect([fault, holdings]).toEqual([null, []])
  expect(picture?.performance).toBe(
    signedPercent((10 * (on('NEWN', '2025-09-02') - on('OLDN', START))) / 10_000),
  )
  expect(picture?.checks?.trades).toMatchObject({ checked: 2, outside: 0 })
})

test('mergers and a spin-off: sales and purchases that only they explain are possible, and the figures count them', async () => {
  const rows = [
    trade(START, 'buy', 'CASHM', 60),
    trade(START, 'buy', 'STOKM', 10),
    trade(START, 'buy', 'MIXM', 10),
    trade(START, 'buy', 'PRNT', 30),
    // Needs the cash of the merger.
    trade('2025-09-02', 'buy', 'BOLT', 25),
    // 40 ACME came from the mergers, 10 KIDS from the spin-off.
    trade('2025-09-02', 'sell', 'ACME', 30),
    trade('2025-09-02', 'sell', 'KIDS', 10),
  ]
  const { preview, holdings, fault, picture } = await imported('bob', rows)
  expect(preview).toMatchObject({ opening: null, openingCash: null, faultCount: 0 })
  expect(preview.corporateActions.map(corporateActionText).toSorted()).toEqual([
    'Each CASHM became $60.00 on Aug 1, 2025',
    'Each MIXM became 1.5 ACME and $10.00 on Aug 1, 2025',
    'Each PRNT brought 0.3333 KIDS on Aug 4, 2025',
    'Each STOKM became 2 ACME on Aug 1, 2025',
  ])
  expect(fault).toBeNull()
  expect(holdings.map(({ ticker }) => ticker).toSorted()).toEqual(['ACME', 'BOLT', 'PRNT'])
  const later = '2025-09-02'
  const paid =
    60 * on('CASHM', START) + 10 * (on('STOKM', START) + on('MIXM', START)) + 30 * on('PRNT', START)
  const brought = 60 * 60 + 10 * 10 + 30 * on('ACME', later) + 10 * on('KIDS', later)
  const held = 5 * on('ACME', LAST) + 30 * on('PRNT', LAST) + 25 * (on('BOLT', LAST) - on('BOLT', later))
  expect(picture?.performance).toBe(signedPercent((brought + held - paid) / 10_000))
})

test('another person’s import of the same file gets the same result', async () => {
  const rows = [trade(START, 'buy', 'OLDN', 10)]
  await imported('ada', rows)
  const { preview, holdings } = await imported('cleo', rows)
  expect(preview.corporateActions.map(({ newSymbol }) => newSymbol)).toEqual(['NEWN'])
  expect(holdings.map(({ ticker, noPriceSince }) => [ticker, noPriceSince])).toEqual([['NEWN', null]])
  // A later file has only the new symbol.
  const later = await imported('cleo', [trade('2025-09-02', 'sell', 'NEWN', 10)])
  expect([later.preview.opening, later.fault, later.holdings]).toEqual([null, null, []])
})
