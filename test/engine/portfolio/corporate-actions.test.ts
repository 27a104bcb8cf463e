// Renames, mergers and spin-offs that the market reports, whether the broker's file lists them or not.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relevantActions, withRenames } from '#engine/market/corporate-actions.ts'
import type { CorporateAction } from '#engine/market/prices.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { placeActions } from '#engine/portfolio/corporate-actions/place-actions.ts'
import { averageCost } from '#engine/portfolio/holdings/holding.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import { runs } from '#test/test-scope.ts'
import {
  buy,
  closesOf,
  dec,
  deposit,
  listed,
  plain,
  type Row,
  sell,
  transfer,
  weekdays,
} from './performance/rows.ts'

const DAYS = weekdays('2025-06-02', 15)
/** The day of every action here. */
const DAY = '2025-06-09'
const action = (kind: CorporateAction['kind'], more: Partial<CorporateAction>): CorporateAction => ({
  kind,
  day: DAY,
  symbol: 'OLD',
  newSymbol: 'NEW',
  ratio: dec(1),
  cash: null,
  ...more,
})
const RENAME = action('rename', {})
const CASH = action('merger', { newSymbol: null, ratio: null, cash: dec(60) })
const STOCK = action('merger', { ratio: dec(2) })
const MIXED = action('merger', { ratio: dec(2), cash: dec(10) })
const SPIN_OFF = action('spin_off', { ratio: dec('0.5') })

/** OLD rises by a dollar a day from 50 and ends at the merger; NEW from 20. */
const prices = (kind: CorporateAction['kind']) =>
  new Map([
    [
      'OLD',
      closesOf(
        'USD',
        Object.fromEntries(
          DAYS.flatMap((day, place) => {
            if (kind !== 'spin_off' && day >= DAY) return []
            return [[day, 50 + place - (day >= DAY ? 12 : 0)]]
          }),
        ),
      ),
    ],
    [
      'NEW',
      closesOf(
        'USD',
        Object.fromEntries(
          DAYS.flatMap((day, place) => {
            if (kind === 'rename') return [[day, 50 + place]]
            return [[day, 20 + place]]
          }),
        ),
      ),
    ],
  ])

function figures(rows: readonly Activity[], actions: readonly CorporateAction[]) {
  const { rows: placed, applied } = placeActions(rows, actions)
  const kind = actions[0]?.kind ?? 'rename'
  const account = { activities: placed, closes: prices(kind), base: 'USD', exchangeDays: DAYS }
  const { days, holdings, issues } = valueDaily(account)
  const held = [...holdings.values()].filter(({ quantity }) => !quantity.isZero())
  const [cost, shares] = [(price: ReturnType<typeof dec> | null) => price && price.toFixed(6), held]
  return {
    issues,
    applied: applied.map((one) => one.kind),
    return: timeWeighted(days).total?.toFixed(9),
    held: shares.map((one) => [one.symbol, plain(one.quantity), cost(averageCost(one))]),
    end: plain(days.at(-1)?.value),
  }
}

const received = (day: string, symbol: string, shares: number): Row => ({
  ...transfer(day, symbol, shares),
  type: 'dividend',
})
const START = [deposit('2025-06-02', 1000), buy('2025-06-02', 'OLD', 10, 50)]

describe('one of each kind', () => {
  test('shares bought under the old symbol and sold under the new one are one position', () => {
    const rows = listed([...START, sell('2025-06-16', 'NEW', 10, 60)])
    expect(figures(rows, [RENAME])).toMatchObject({ issues: [], held: [], applied: ['rename'], end: 1100 })
  })

  test('a merger for cash closes the position at that cash', () => {
    expect(figures(listed(START), [CASH])).toMatchObject({ held: [], applied: ['merger'], end: 1100 })
  })

  test('a merger for shares carries the cost over', () => {
    const { held, applied } = figures(listed(START), [STOCK])
    expect([held, applied]).toEqual([[['NEW', 20, '25.000000']], ['merger']])
  })

  test('a merger for shares and cash divides the cost by what each was worth', () => {
    const { held, end } = figures(listed(START), [MIXED])
    // Two shares at 25 and 10 in cash.
    expect(held).toEqual([['NEW', 20, (25 * (50 / 60)).toFixed(6)]])
    expect(end).toBe(500 + 100 + 20 * 34)
  })

  test('a spin-off adds shares and divides the cost by the first closes', () => {
    const { held } = figures(listed(START), [SPIN_OFF])
    // Half a share at 25 beside 43.
    const part = 12.5 / (12.5 + 43)
    expect(held).toEqual([
      ['OLD', 10, (50 * (1 - part)).toFixed(6)],
      ['NEW', 5, (100 * part).toFixed(6)],
    ])
  })

  test('a share that isn’t held on the day of the action is left alone', () => {
    const before = listed([...START, sell('2025-06-05', 'OLD', 10, 53)])
    for (const one of [CASH, STOCK, SPIN_OFF, RENAME]) expect(figures(before, [one]).applied).toEqual([])
    const later = listed([deposit('2025-06-02', 1000), buy('2025-06-11', 'NEW', 10, 27)])
    for (const one of [CASH, STOCK, SPIN_OFF, RENAME]) expect(figures(later, [one]).applied).toEqual([])
  })

  test('a symbol that is used again is another share, if it begins with a purchase', () => {
    const rows = listed([...START, buy('2025-07-01', 'OLD', 1, 10)])
    const { rows: placed } = placeActions(rows, [RENAME])
    expect(placed.map(({ symbol, day }) => [symbol, day])).toEqual(
      expect.arrayContaining([
        ['NEW', '2025-06-02'],
        ['OLD', '2025-07-01'],
      ]),
    )
    const sold = placeActions(listed([...START, sell('2025-07-01', 'OLD', 10, 60)]), [RENAME])
    expect(sold.rows.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['NEW', 'NEW']))
  })

  test('options continue under the new symbol', () => {
    const option = buy('2025-06-02', 'OLD250620C00050000', 100, 1)
    const { rows } = placeActions(listed([option, ...START]), [RENAME])
    expect(rows.map(({ symbol }) => symbol)).toContain('NEW250620C00050000')
  })

  test('an action that would make rows impossible belongs to another security and is ignored', () => {
    const rows = listed([...START, sell('2025-09-01', 'OLD', 10, 60)])
    const { rows: placed, applied } = placeActions(rows, [CASH])
    expect(applied).toEqual([])
    expect(placed).toEqual(rows)
  })
})

type Listing = { day: string; rows: Row[]; action: CorporateAction }
/** The rows that brokers list for each action, some days before or after the market. */
const listings = fc.constantFrom(...DAYS.slice(4, 12)).chain((day): fc.Arbitrary<Listing> => {
  const [out, into] = [transfer(day, 'OLD', -10), (shares: number) => transfer(day, 'NEW', shares)]
  const after = day < DAY ? DAY : day
  return fc.constantFrom<Listing>(
    { day, action: RENAME, rows: [out, into(10)] },
    { day, action: STOCK, rows: [out, into(20)] },
    { day, action: CASH, rows: [sell(after, 'OLD', 10, 60)] },
    { day, action: MIXED, rows: [sell(after, 'OLD', 10, 10), received(day, 'NEW', 20)] },
    { day, action: SPIN_OFF, rows: [received(day, 'NEW', 5)] },
    { day, action: SPIN_OFF, rows: [into(5)] },
  )
})

test('a file that lists the action and one that doesn’t give the same figures, in any order of rows', () => {
  fc.assert(
    fc.property(
      listings,
      fc.boolean(),
      fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      ({ rows, action: one }, isSold, order) => {
        const symbol = one.kind === 'spin_off' || one.newSymbol !== null ? 'NEW' : null
        const end = isSold && symbol ? [sell('2025-06-19', symbol, 5, 33)] : []
        const shuffled = (all: Activity[]) =>
          all
            .map((row, place) => ({ row, key: order[place % order.length] ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ row }) => row)
        const untold = figures(listed([...START, ...end]), [one])
        const told = figures(shuffled(listed([...START, ...rows, ...end])), [one])
        const { applied: _, ...same } = untold
        expect(told).toMatchObject(same)
        expect(figures(shuffled(listed([...START, ...end])), [one])).toEqual(untold)
      },
    ),
    { numRuns: runs(500) },
  )
})

test('only actions on shares held by then are relevant, with all symbols of a renamed share', () => {
  const later = action('rename', { day: '2026-01-05', symbol: 'NEW', newSymbol: 'NEWER' })
  const of = (rows: Record<string, string>) => {
    const { actions, firstDays } = relevantActions([later, RENAME], new Map(Object.entries(rows)))
    return [actions.length, Object.fromEntries(firstDays)]
  }
  const first = '2025-01-02'
  expect(of({ OLD: first })).toEqual([2, { OLD: first, NEW: first, NEWER: first }])
  expect(of({ NEW: first })).toEqual([2, { OLD: first, NEW: first, NEWER: first }])
  expect(of({ NEW: '2025-10-01' })).toEqual([1, { NEW: '2025-10-01', NEWER: '2025-10-01' }])
  expect(of({ OLD: '2025-10-01' })).toEqual([0, { OLD: '2025-10-01' }])
})

test('the closes of a renamed share join both symbols, or are all under the new one', async () => {
  const bar = (day: string, close: number) => ({
    day,
    close: dec(close),
    low: null,
    high: null,
    volume: null,
  })
  const bars: Record<string, ReturnType<typeof bar>[]> = {
    OLD: [bar('2025-06-06', 50), bar('2025-06-09', 7)],
    NEW: [bar('2025-06-06', 3), bar('2025-06-09', 51)],
  }
  const market = (symbols: string[]) => ({
    closes: async (symbol: string, from: string, to: string) =>
      symbols.includes(symbol) ? (bars[symbol] ?? []).filter(({ day }) => day >= from && day <= to) : [],
    splits: async () => [],
    dividends: async () => null,
  })
  const closes = async (symbols: string[]) =>
    (await withRenames(market(symbols), [RENAME]).closes('NEW', '2025-01-01', '2025-12-31')).map(
      ({ close }) => close.toNumber(),
    )
  expect(await closes(['OLD', 'NEW'])).toEqual([50, 51])
  expect(await closes(['NEW'])).toEqual([3, 51])
})
