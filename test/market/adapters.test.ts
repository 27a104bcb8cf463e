// The same contract for both providers: the real SDKs call the sandbox over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOn, EXCHANGE_DAYS, rangeOf } from '#tools/sandbox/market/sample-market.ts'
import { type Market, MarketBusy } from '#server/adapters/market/port.ts'
import { type MarketSandbox, openMarketSandbox, plain } from './market-sandbox.ts'

let place: MarketSandbox
beforeAll(async () => void (place = await openMarketSandbox()))
afterAll(() => place.stop())

describe.each(['massive', 'alpaca'] as const)('%s', (name) => {
  let market: Market
  beforeAll(() => void (market = place.market(name)))

  test('has a name and real prices', () => {
    expect([market.name, market.isSample]).toEqual([name, false])
  })

  test('returns each exchange day between two days, both included, and no holiday', async () => {
    const bars = await market.closes('ACME', '2025-07-01', '2025-07-08')
    expect(bars.map(({ day }) => day)).toEqual([
      '2025-07-01',
      '2025-07-02',
      '2025-07-03',
      '2025-07-07',
      '2025-07-08',
    ])
    expect(plain(bars)[0]).toEqual(['2025-07-01', closeOn('ACME', '2025-07-01')])
  })

  test('puts a bar on its day in winter, in summer and around the clock change', async () => {
    for (const day of ['2025-01-02', '2025-03-07', '2025-03-10', '2025-10-31', '2025-11-03', '2025-11-28'])
      expect(plain(await market.closes('ACME', day, day))).toEqual([[day, closeOn('ACME', day)]])
  })

  test('returns raw closes, before a split and after it', async () => {
    const bars = plain(await market.closes('BOLT', '2025-06-09', '2025-06-10'))
    expect(bars).toEqual([
      ['2025-06-09', 4 * (closeOn('BOLT', '2025-06-09', false) ?? 0)],
      ['2025-06-10', closeOn('BOLT', '2025-06-10', false)],
    ])
  })

  test('returns adjusted closes in current shares', async () => {
    const bars = plain(await market.adjustedCloses('BOLT', '2025-06-09', '2025-06-10'))
    expect(bars.map(([, close]) => close)).toEqual(
      ['2025-06-09', '2025-06-10'].map((day) => closeOn('BOLT', day, false)),
    )
  })

  test('returns adjusted closes that include dividends', async () => {
    const bars = new Map(plain(await market.adjustedCloses('SPY', '2025-03-18', '2025-09-30')))
    const close = (day: string) => closeOn('SPY', day) ?? NaN
    const after = (day: string) => 1 - 1.75 / close(day)
    expect(bars.get('2025-09-19')).toBeCloseTo(close('2025-09-19'), 9)
    expect(bars.get('2025-09-18')).toBeCloseTo(close('2025-09-18') * after('2025-09-18'), 9)
    const all = after('2025-03-20') * after('2025-06-18') * after('2025-09-18')
    expect(bars.get('2025-03-20')).toBeCloseTo(close('2025-03-20') * all, 9)
    expect(plain(await market.closes('SPY', '2025-03-20', '2025-03-20'))).toEqual([
      ['2025-03-20', close('2025-03-20')],
    ])
  })

  test('returns splits as new shares per old share, in both directions', async () => {
    const splitsOf = async (symbol: string) =>
      (await market.splits(symbol, '2025-01-01', '2025-12-31')).map(({ day, ratio }) => [
        day,
        ratio.toNumber(),
      ])
    expect(await splitsOf('BOLT')).toEqual([['2025-06-10', 4]])
    expect(await splitsOf('REVR')).toEqual([['2025-03-18', 0.1]])
    expect(await splitsOf('ACME')).toEqual([])
    expect(await market.splits('BOLT', '2025-06-11', '2025-12-31')).toEqual([])
  })

  test('returns a rename by either symbol, and what else the provider has', async () => {
    const actionsOf = async (symbol: string, from = '2025-01-01') =>
      (await market.corporateActions(symbol, from, '2025-12-31'))?.map(({ ratio, cash, ...one }) => ({
        ...one,
        ratio: ratio && ratio.toNumber(),
        cash: cash && cash.toNumber(),
      }))
    const rename = {
      kind: 'rename',
      day: '2025-06-09',
      symbol: 'OLDN',
      newSymbol: 'NEWN',
      ratio: 1,
      cash: null,
    }
    expect(await actionsOf('OLDN')).toEqual([rename])
    expect(await actionsOf('NEWN')).toEqual([rename])
    expect(await actionsOf('NEWN', '2025-06-10')).toEqual([])
    expect(await actionsOf('BOLT')).toEqual([])
    expect(await actionsOf('NOBODY')).toEqual([])
    const merger = { kind: 'merger', day: '2025-08-01' }
    const spinOff = { kind: 'spin_off', day: '2025-08-04', symbol: 'PRNT', newSymbol: 'KIDS', cash: null }
    const others = [
      { ...merger, symbol: 'CASHM', newSymbol: null, ratio: null, cash: 60 },
      { ...merger, symbol: 'STOKM', newSymbol: 'ACME', ratio: 2, cash: null },
      { ...merger, symbol: 'MIXM', newSymbol: 'ACME', ratio: 1.5, cash: 10 },
      { ...spinOff, ratio: expect.closeTo(1 / 3) },
    ]
    for (const one of others) expect(await actionsOf(one.symbol)).toEqual(name === 'alpaca' ? [one] : [])
  })

  test('returns the range of each day, in that day’s shares', async () => {
    const bars = await market.closes('BOLT', '2025-06-09', '2025-06-10')
    for (const { close, low, high } of bars)
      expect({ low: low?.toNumber(), high: high?.toNumber() }).toEqual(rangeOf(close.toNumber()))
  })

  test('returns dividends with their ex-dividend day and payment day', async () => {
    const dividendsOf = async (symbol: string, from: string) =>
      (await market.dividends(symbol, from, '2025-12-31'))?.map(({ amount, ...rest }) => ({
        ...rest,
        amount: amount.toNumber(),
      }))
    const [first, second] = [
      { day: '2025-03-14', payDay: '2025-03-28', amount: 0.5, currency: 'USD' },
      { day: '2025-09-12', payDay: '2025-09-26', amount: 0.5, currency: 'USD' },
    ]
    expect(await dividendsOf('DIVI', '2025-01-01')).toEqual([first, second])
    expect(await dividendsOf('DIVI', '2025-03-15')).toEqual([second])
    expect(await dividendsOf('ACME', '2025-01-01')).toEqual([])
  })

  test('reports dividends outside the plan as unknown, rather than as none', async () => {
    place.sandbox.set({ hasDividends: false })
    expect(await market.dividends('DIVI', '2025-01-01', '2025-12-31')).toBeNull()
    place.sandbox.set({})
  })

  test('returns nothing for an unknown symbol', async () => {
    expect(await market.closes('NOBODY', '2025-01-02', '2025-12-31')).toEqual([])
    expect(await market.adjustedCloses('NOBODY', '2025-01-02', '2025-12-31')).toEqual([])
    expect(await market.splits('NOBODY', '2025-01-02', '2025-12-31')).toEqual([])
  })

  test('returns a currency’s value in dollars, whichever way its pair is quoted', async () => {
    const rate = async (currency: string) => {
      const [[day, close] = []] = plain(await market.rates(currency, '2025-07-01', '2025-07-08'))
      return [day, close]
    }
    expect(await rate('EUR')).toEqual(['2025-07-01', 1.1])
    expect(await rate('CHF')).toEqual(['2025-07-01', 1.25])
    expect(await market.rates('XXX', '2025-07-01', '2025-07-08')).toEqual([])
  })

  test('returns the closes of a coin', async () => {
    const days = ['2025-07-01', '2025-07-02'] as const
    expect(plain(await market.closes('BTC-USD', ...days))).toEqual(
      days.map((day) => [day, closeOn('BTC-USD', day)]),
    )
    expect(await market.closes('NONE-USD', ...days)).toEqual([])
  })

  test('returns three years at once', async () => {
    const bars = await market.closes('ACME', '2024-01-01', '2026-12-31')
    expect(bars.map(({ day }) => day)).toEqual(EXCHANGE_DAYS)
  })

  test('is busy after too many calls, pauses for the given time, and then answers', async () => {
    const start = performance.now()
    const failure: unknown = await market
      .closes('BUSY', '2025-07-01', '2025-07-01')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MarketBusy)
    expect((failure as MarketBusy).retryAfterMs).toBe(1000)
    const asked = place.sandbox.calls.length
    // Waits for its turn, which is only a moment away.
    expect(await market.closes('BUSY', '2025-07-01', '2025-07-01')).toHaveLength(1)
    expect(performance.now() - start).toBeGreaterThan(950)
    expect(place.sandbox.calls.length).toBe(asked + 1)
  })

  test.each([
    ['DOWN', 'status 500'],
    ['ODD', name === 'massive' ? 'without a status' : 'JSON|token|undefined|properties'],
  ])('an invalid answer (%s) is a failure, not an empty answer', async (symbol, says) => {
    const failure: unknown = await market
      .closes(symbol, '2025-07-01', '2025-07-01')
      .catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(MarketBusy)
    expect(String(failure)).toMatch(new RegExp(`failed: .*(${says})`, 'i'))
  })

  test('times out if an answer takes too long', async () => {
    const impatient = place.market(name, { timeoutMs: 200 })
    await expect(impatient.closes('SLOW', '2025-07-01', '2025-07-01')).rejects.toThrow(
      /failed: .*(time|abort)/i,
    )
  })

  test('fails with a wrong key, which no message contains', async () => {
    const stranger = place.market(name, { key: 'wrong-key' })
    const failure = (await stranger
      .closes('ACME', '2025-07-01', '2025-07-01')
      .catch((error: unknown) => error)) as Error
    expect(failure.message).toMatch(/failed: status 40[13]/)
    const all = `${failure.message} ${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`
    expect(all).not.toContain('wrong-key')
  })

  test('returns nothing that the plan doesn’t include', async () => {
    place.sandbox.set({ historyFrom: '2025-06-01', hasForex: false })
    expect(await market.closes('ACME', '2025-01-02', '2025-03-31')).toEqual([])
    expect((await market.closes('ACME', '2025-01-02', '2025-07-31'))[0]?.day).toBe('2025-06-02')
    expect(await market.rates('EUR', '2025-07-01', '2025-07-08')).toEqual([])
    place.sandbox.set({})
  })
})
