// Property tests: the return doesn't depend on how a history is written, the account's size, or its flows.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageCost } from '#engine/portfolio/holdings/holding.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { moneyWeighted } from '#engine/portfolio/returns/xirr.ts'
import { marginAccountArbitrary, distance, figuresOf, RUNS, TINY, withRows } from './account-arbitrary.ts'
import {
  buy,
  dec,
  deposit,
  listed,
  plain,
  type Row,
  sell,
  split,
  valued,
  weekdays,
  withdrawal,
} from './rows.ts'

const shuffledBy = <T>(all: readonly T[], numbers: readonly number[]): T[] =>
  all
    .map((each, index) => ({ each, place: numbers[index % numbers.length] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)
const numbers = fc.array(fc.nat(), { minLength: 30, maxLength: 30 })

describe('A return doesn’t depend on', () => {
  test('the order in which rows are listed', () => {
    fc.assert(
      fc.property(marginAccountArbitrary, numbers, (account, places) => {
        const shuffled = { ...account, activities: shuffledBy(account.activities, places) }
        expect(figuresOf(shuffled)).toEqual(figuresOf(account))
      }),
      RUNS,
    )
  })

  test('how many trades a day’s purchases and sales were split into', () => {
    fc.assert(
      fc.property(marginAccountArbitrary, fc.integer({ min: 1, max: 99 }), (account, percent) => {
        const inTwo = withRows(account, (row) => {
          if (row.type !== 'buy' && row.type !== 'sell') return row
          const part = (of: typeof row.cash) => of.times(percent).div(100)
          const one = { quantity: part(row.quantity), cash: part(row.cash), fee: part(row.fee) }
          const other = {
            quantity: row.quantity.minus(one.quantity),
            cash: row.cash.minus(one.cash),
            fee: row.fee.minus(one.fee),
          }
          return [
            { ...row, ...one },
            { ...row, ...other, id: `${row.id} again` },
          ]
        })
        const [found, expected] = [figuresOf(inTwo), figuresOf(account)]
        expect(distance(found.total, expected.total)).toBeLessThan(TINY)
        for (const [symbol, holding] of expected.holdings) {
          const again = found.holdings.get(symbol)
          expect(distance(again && plain(averageCost(again)), plain(averageCost(holding)))).toBeLessThan(TINY)
          expect(distance(plain(again?.realized), plain(holding.realized))).toBeLessThan(TINY)
        }
      }),
      RUNS,
    )
  })

  test('how large the account is', () => {
    fc.assert(
      fc.property(marginAccountArbitrary, fc.integer({ min: 1, max: 5000 }), (account, thousandths) => {
        const factor = dec(thousandths).div(1000)
        const scaled = withRows(account, (row) => ({
          ...row,
          quantity: row.quantity.times(factor),
          cash: row.cash.times(factor),
          fee: row.fee.times(factor),
        }))
        const [found, expected] = [figuresOf(scaled), figuresOf(account)]
        expect(distance(found.total, expected.total)).toBeLessThan(TINY)
        expect(
          distance(moneyWeighted(found.days)?.period, moneyWeighted(expected.days)?.period),
        ).toBeLessThan(1e-7)
        expect(
          distance(plain(found.days.at(-1)?.value), plain(expected.days.at(-1)?.value?.times(factor))),
        ).toBeLessThan(TINY)
      }),
      RUNS,
    )
  })

  test('a split, whenever the broker reports it, or if it doesn’t', () => {
    const ratio = fc.constantFrom(2, 3, 20, 1.5, 0.5, 0.1)
    const delayDays = fc.constantFrom(null, -3, -1, 0, 1, 5)
    fc.assert(
      fc.property(marginAccountArbitrary, fc.nat(), ratio, delayDays, (account, pick, by, delay) => {
        const { exchangeDays, closes } = account
        const at = exchangeDays[pick % exchangeDays.length] ?? ''
        const before = closes.get('AAA') ?? { currency: 'USD', byDay: new Map() }
        const after = withRows(account, (row) =>
          row.symbol !== 'AAA' || row.day < at
            ? row
            : { ...row, quantity: row.quantity.times(by), price: row.price && row.price.div(by) },
        )
        const byDay = new Map(
          [...before.byDay].map(([day, price]) => [day, day < at ? price : dec(price).div(by)]),
        )
        // The broker reports no split of shares that aren't held.
        const isGone = account.activities
          .filter(({ symbol, day }) => symbol === 'AAA' && day < at)
          .reduce((sum, { quantity }) => sum.plus(quantity), dec(0))
          .isZero()
        const day = new Date(Date.parse(at) + (delay ?? 0) * 86_400_000).toISOString().slice(0, 10)
        const row = { ...split(day, 'AAA', { ratio: by }), id: 'the split', line: null }
        const changed = {
          ...after,
          activities: delay === null || isGone ? after.activities : [row, ...after.activities],
          closes: new Map([...closes, ['AAA', { ...before, byDay }]]),
          splits: [{ symbol: 'AAA', day: at, ratio: dec(by) }],
        }
        const [found, expected] = [figuresOf(changed), figuresOf(account)]
        for (const [index, { value, inflow }] of expected.days.entries()) {
          expect(distance(plain(found.days[index]?.value), plain(value))).toBeLessThan(TINY)
          expect(distance(plain(found.days[index]?.inflow), plain(inflow))).toBeLessThan(TINY)
        }
        expect(distance(found.total, expected.total)).toBeLessThan(TINY)
        const [held, was] = [found.holdings.get('AAA'), expected.holdings.get('AAA')]
        expect(distance(plain(held?.cost), plain(was?.cost))).toBeLessThan(TINY)
      }),
      RUNS,
    )
  })

  test('the account’s currency, while the rate stays the same', () => {
    fc.assert(
      fc.property(marginAccountArbitrary, fc.integer({ min: 1, max: 100_000 }), (account, rate) => {
        const { rates = new Map(), exchangeDays } = account
        // The account's dollars and euros, seen from francs.
        const inFrancs = (byDay: ReadonlyMap<string, unknown> | undefined) =>
          new Map(
            exchangeDays.map((day) => [
              day,
              dec(Number(byDay?.get(day) ?? 1))
                .times(rate)
                .div(1000),
            ]),
          )
        const seen = { USD: inFrancs(undefined), EUR: inFrancs(rates.get('EUR')) }
        const francs = figuresOf({ ...account, base: 'CHF', rates: new Map(Object.entries(seen)) })
        expect(distance(francs.total, figuresOf(account).total)).toBeLessThan(TINY)
      }),
      RUNS,
    )
  })

  test('deposits and withdrawals of any size at any time', () => {
    const day = fc.record({
      ratio: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      inflow: fc.integer({ min: 0, max: 10_000 }),
      /** A percentage of the value at the end of the day. */
      outflow: fc.integer({ min: 0, max: 80 }),
    })
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 40 }), (all) => {
        const dates = weekdays('2024-01-01', all.length)
        let [worth, growth] = [0, 1]
        const days = all.map(({ ratio, inflow, outflow }, index) => {
          // The account is funded on the first day and never nearly empty.
          const paidIn = inflow + 1000
          const before = (worth + paidIn) * (1 + ratio)
          const out = (before * outflow) / 100
          worth = before - out
          growth *= 1 + ratio
          return valued(dates[index] ?? '', worth, { inflow: paidIn, outflow: out })
        })
        expect(distance(timeWeighted(days).total, growth - 1)).toBeLessThan(TINY)
      }),
      RUNS,
    )
  })

  test('flows into and out of a fund: the return is the fund’s', () => {
    const day = fc.record({
      step: fc.integer({ min: 800, max: 1250 }),
      flow: fc.integer({ min: -60, max: 60 }),
    })
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 25 }), (all) => {
        const days = weekdays('2024-01-01', all.length)
        const [rows, prices]: [Row[], [string, number][]] = [[], []]
        let [price, shares] = [100, dec(0)]
        for (const [index, { step, flow }] of all.entries()) {
          const [today = '', yesterday] = [days[index], price]
          price = Math.round(price * step) / 1000
          prices.push([today, price])
          // An inflow buys at yesterday's close, an outflow sells at today's.
          const amount = index === 0 ? 50 : flow
          const moved = amount > 0 ? dec(amount) : shares.times(amount).div(100)
          if (moved.greaterThan(0))
            rows.push(deposit(today, moved.times(yesterday)), buy(today, 'FUND', moved, yesterday))
          if (moved.lessThan(0))
            rows.push(sell(today, 'FUND', moved.abs(), price), withdrawal(today, moved.abs().times(price)))
          shares = shares.plus(moved)
        }
        const closes = new Map([['FUND', { currency: 'USD', byDay: new Map(prices) }]])
        const found = figuresOf({ activities: listed(rows), closes, base: 'USD', exchangeDays: days })
        expect(distance(found.total, price / 100 - 1)).toBeLessThan(TINY)
      }),
      RUNS,
    )
  })
})
