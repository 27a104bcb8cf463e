// What a signal would count as if it were posted now.
import { expect, test } from 'vitest'
import { signalPreview } from '#shared/contracts/signal-preview.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { settableClock } from '#test/settable-clock.ts'
import { type Browser } from '#test/server.ts'
import { scored, server } from './scored-server.ts'

/** Thanksgiving 2026, when the exchange is closed. It closes at 1:00 PM on the day after. */
const THANKSGIVING = Date.parse('2026-11-26T15:00:00Z')
const daysBefore = (days: number) => ({ hoursAgo: days * 24 })

async function ada(): Promise<Browser> {
  const clock = settableClock()
  clock.pass(THANKSGIVING - clock.now().getTime())
  const one = await server({ clock })
  await buildPeople(one.deps, {
    ada: creator({
      signals: [
        { content: 'Long', tickers: ['NVDA'], timeHorizon: 'years', ...daysBefore(23) },
        { content: 'For subscribers', tickers: ['AMD'], isPremium: true, ...daysBefore(20) },
        { content: 'Ended', tickers: ['TSLA'], timeHorizon: 'days', ...daysBefore(40) },
        { content: 'Short', signalType: 'sell', tickers: ['MSFT'], timeHorizon: 'months', ...daysBefore(10) },
      ],
    }),
    bob: member(),
  })
  await scored(one)
  return await one.signIn('ada')
}

type Query = { type: 'buy' | 'sell'; tickers: string; horizon?: string }
const plain = { does: null, reason: null, entersOn: null, endsOn: null, cancels: false, open: null }
const FRIDAY = '2026-11-27'

test('a preview names the entry, the end and the open trade', async () => {
  const browser = await ada()
  const preview = (query: Query) => browser.call(signalPreview.preview, { query })
  const short = {
    ticker: 'AAPL',
    side: -1,
    does: 'opens',
    reason: null,
    entersOn: FRIDAY,
    cancels: false,
    open: null,
  }
  expect(await preview({ type: 'sell', tickers: 'aapl', horizon: 'months' })).toEqual({
    reason: null,
    parts: [{ ...short, endsOn: '2027-03-02' }],
  })
  expect((await preview({ type: 'sell', tickers: 'AAPL', horizon: 'days' })).parts[0]?.endsOn).toBe(
    '2026-12-04',
  )
  // No horizon counts as months.
  expect((await preview({ type: 'sell', tickers: 'AAPL', horizon: '' })).parts[0]?.endsOn).toBe('2027-03-02')

  const [closes] = (await preview({ type: 'sell', tickers: 'NVDA' })).parts
  expect(closes).toMatchObject({ does: 'closes', entersOn: FRIDAY, endsOn: null, open: { side: 1 } })
  expect(closes?.open?.return).toMatch(/^-?\d\.\d{8}$/)
  const [adds] = (await preview({ type: 'buy', tickers: 'NVDA', horizon: 'days' })).parts
  // A shorter horizon doesn't shorten it.
  expect(adds).toMatchObject({ does: 'adds', entersOn: FRIDAY, open: { side: 1 } })
  expect((adds?.endsOn ?? '') > '2027-10-01').toBe(true)
  expect((await preview({ type: 'buy', tickers: 'MSFT' })).parts[0]).toMatchObject({
    does: 'closes',
    open: { side: -1 },
  })
  // It ended by itself.
  expect((await preview({ type: 'sell', tickers: 'TSLA' })).parts[0]).toMatchObject({
    does: 'opens',
    open: null,
  })
})

test('premium signals and others don’t close each other', async () => {
  const browser = await ada()
  const does = async (tickers: string, premium: 'true' | 'false') =>
    (await browser.call(signalPreview.preview, { query: { type: 'sell', tickers, premium } })).parts[0]?.does
  expect(await does('AMD', 'false')).toBe('opens')
  expect(await does('AMD', 'true')).toBe('closes')
  expect(await does('NVDA', 'true')).toBe('opens')
})

const notScored = (ticker: string, side: 1 | -1, reason: string) => ({
  reason,
  parts: [{ ...plain, ticker, side, reason }],
})

test('a signal that isn’t scored has the reason, and a bad parameter is refused with a message', async () => {
  const browser = await ada()
  for (const [query, reply] of [
    [
      { type: 'comment', tickers: 'NVDA' },
      { reason: 'comment', parts: [] },
    ],
    [
      { type: 'buy', tickers: '' },
      { reason: 'no_ticker', parts: [] },
    ],
    [{ type: 'buy', tickers: 'BTC-USD' }, notScored('BTC-USD', 1, 'not_us_share')],
    [{ type: 'buy', tickers: 'QZQZQ' }, notScored('QZQZQ', 1, 'no_prices')],
    [{ type: 'sell', tickers: 'AAPL', only: 'close' }, notScored('AAPL', -1, 'taking_profits')],
  ] as const)
    expect(await browser.call(signalPreview.preview, { query })).toEqual(reply)

  for (const [query, message] of [
    ['type=hold', 'Signal type must be buy, sell or comment'],
    ['tickers=NVDA,no%20good!', '"no good!" isn’t a valid ticker'],
    ['horizon=hours', 'Time horizon must be days, weeks, months or years'],
    ['only=open', 'only must be close, or left out'],
    ['premium=1', 'premium must be true or false'],
    [
      `tickers=${Array.from({ length: 21 }, (_, index) => `T${index}`).join()}`,
      'A signal can have at most 20 tickers',
    ],
  ])
    expect(await browser.send('GET', `/api/signals/preview?${query}`)).toMatchObject({
      status: 400,
      body: { message },
    })
})
