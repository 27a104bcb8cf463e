// Options that the market has no prices for: intrinsic values between trades, and ends that the file doesn't list.
import { expect, test } from 'vitest'
import { intrinsicValue, optionTerms } from '#engine/market/option-terms.ts'
import { assumedOptionEnds } from '#engine/portfolio/valuation/expired-options.ts'
import type { MarketSplit } from '#engine/portfolio/valuation/place-splits.ts'
import { buy, closesOf, dec, deposit, listed, plain, type Row, sell, short, transfer } from './rows.ts'
import { FRI, MON, NEXT, THU, TUE, valuationOf, valuesOf, WED } from './single-symbol-market.ts'

/** They expire on Friday, at a strike of 100. */
const CALL = 'XYZ240105C00100000'
const PUT = 'XYZ240105P00100000'
const closes = (prices: Record<string, number>) => new Map([['XYZ', closesOf('USD', prices)]])
const values = (rows: Row[], prices: Record<string, number>) =>
  valuesOf(rows, { closes: closes(prices) }).map(([value]) => value)

test.each([
  ['SPY260320C00580000', { share: 'SPY', expiry: '2026-03-20', side: 'call', strike: dec(580) }],
  ['BRKB260320P00412500', { share: 'BRK.B', expiry: '2026-03-20', side: 'put', strike: dec(412.5) }],
  ['ACME1260320C00040000', { share: null, expiry: '2026-03-20', side: 'call', strike: dec(40) }],
  ['SPY261320C00580000', null],
  ['SPY', null],
])('the terms of %s', (symbol, terms) => {
  expect(optionTerms(symbol)).toEqual(terms)
})

test('the intrinsic value is what an exercise brings, and never negative', () => {
  const worth = (symbol: string, price: number) =>
    plain(intrinsicValue(optionTerms(symbol) ?? expect.fail(), dec(price)))
  expect([worth(CALL, 112), worth(CALL, 90), worth(PUT, 112), worth(PUT, 90)]).toEqual([12, 0, 0, 10])
})

test('an option counts at its own trades on their days, and at its intrinsic value on others', () => {
  const rows = [deposit(MON, 1000), buy(MON, CALL, 100, 5), sell(THU, CALL, 50, 9)]
  const prices = { [MON]: 100, [TUE]: 103, [WED]: 95, [THU]: 108 }
  expect(values(rows, prices).slice(0, 4)).toEqual([1000, 800, 500, 1400])
})

test('a written option owes its intrinsic value', () => {
  const rows = [deposit(MON, 10_000), short(sell(MON, PUT, 100, 2))]
  expect(values(rows, { [MON]: 101, [TUE]: 97, [WED]: 120 }).slice(0, 3)).toEqual([10_000, 9900, 10_200])
})

test('the intrinsic value is marked as such, even at zero, but only while the share has a current price', () => {
  const rows = [deposit(MON, 1000), buy(MON, CALL, 100, 5)]
  const known = valuationOf(rows, { closes: closes({ [MON]: 100, [NEXT]: 99 }) })
  expect(known).toMatchObject({ atIntrinsic: [CALL], unpriced: new Map() })
  const unknown = valuationOf(rows)
  expect(unknown.atIntrinsic).toEqual([])
  expect(unknown.days.at(-1)?.value?.toNumber()).toBe(1000)
})

test('an option of another currency than the share’s keeps its last trade', () => {
  const rows = [deposit(MON, 1000, 'EUR'), { ...buy(MON, CALL, 100, 5, { currency: 'EUR' }), symbol: CALL }]
  const rates = new Map([['EUR', new Map([[MON, dec(1)]])]])
  const valuation = valuationOf(rows, { closes: closes({ [MON]: 150 }), rates })
  expect(valuation.days.at(-1)?.value?.toNumber()).toBe(1000)
})

test('a contract from before a split of the share counts in old shares', () => {
  const split: MarketSplit = { symbol: 'XYZ', day: WED, ratio: dec(4) }
  const rows = [deposit(MON, 1000), buy(MON, CALL, 100, 5)]
  const prices = closes({ [MON]: 104, [TUE]: 108, [WED]: 28 })
  const valuation = valuationOf(rows, { closes: prices, splits: [split] })
  expect(valuation.days.map(({ value }) => plain(value)).slice(0, 3)).toEqual([1000, 1300, 1700])
})

const ends = (rows: Row[], prices: Record<string, number>, lastDay = NEXT) =>
  assumedOptionEnds(listed(rows), { closes: closes(prices), lastDay }).map(
    ({ id, type, day, quantity, cash }) => [id, type, day, plain(quantity), plain(cash)],
  )
const bought = buy(MON, CALL, 100, 5)
const written = short(sell(MON, PUT, 100, 2))

test.each<[string, Row[], number, unknown[]]>([
  ['out of the money', [bought], 99, [[`assumed end of ${CALL}`, 'sell', FRI, -100, 0]]],
  ['in the money', [bought], 107, [[`assumed end of ${CALL}`, 'sell', FRI, -100, 700]]],
  ['written, out of the money', [written], 107, [[`assumed end of ${PUT} written`, 'buy', FRI, 100, 0]]],
  ['written, in the money', [written], 90, [[`assumed end of ${PUT} written`, 'buy', FRI, 100, -1000]]],
  ['partly sold before', [bought, sell(WED, CALL, 40, 6)], 107, [[expect.anything(), 'sell', FRI, -60, 420]]],
  [
    'bought and written at once',
    [bought, short(sell(MON, CALL, 100, 5))],
    107,
    [
      [expect.anything(), 'sell', FRI, -100, 700],
      [expect.anything(), 'buy', FRI, 100, -700],
    ],
  ],
  [
    'assigned, and the file lists the shares at the strike',
    [written, buy(NEXT, 'XYZ', 100, 100)],
    90,
    [[expect.anything(), 'buy', FRI, 100, 0]],
  ],
  [
    'a purchase at the strike has nothing to do with a call that was written',
    [short(sell(MON, CALL, 100, 5)), buy(NEXT, 'XYZ', 100, 100)],
    110,
    [[expect.anything(), 'buy', FRI, 100, -1000]],
  ],
  [
    'delivered in and never sold',
    [transfer(MON, CALL, 100, 3)],
    99,
    [[expect.anything(), 'sell', FRI, -100, 0]],
  ],
  ['sold in time', [bought, sell(THU, CALL, 100, 6)], 107, []],
  ['its end is in the file, days later', [bought, sell(NEXT, CALL, 100, 0)], 99, []],
])('an option that expired: %s', (_, rows, close, expected) => {
  expect(ends(rows, { [THU]: close + 1, [FRI]: close })).toEqual(expected)
})

test('an option isn’t ended before the close of its expiry is known', () => {
  expect(ends([bought], { [THU]: 107 }, THU)).toEqual([])
})

test('without a price of the share, it ends worthless', () => {
  expect(ends([bought], {})).toEqual([[`assumed end of ${CALL}`, 'sell', FRI, -100, 0]])
})

test('no position stays open after its expiry', () => {
  const rows = listed([deposit(MON, 20_000), bought, written])
  const market = { closes: closes({ [MON]: 100, [FRI]: 93 }), lastDay: NEXT }
  const all = [...rows, ...assumedOptionEnds(rows, market)]
  const { holdings, days, issues } = valuationOf(all, market)
  expect(issues).toEqual([])
  expect([...holdings.values()].map(({ quantity }) => plain(quantity))).toEqual([0, 0])
  // 500 for the call, 200 from the put, and 700 for its exercise.
  expect(days.at(-1)?.value?.toNumber()).toBe(19_000)
})
