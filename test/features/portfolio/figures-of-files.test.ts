// Files that once had wrong figures, computed through the entry point for outside checks, each with its correct figure.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import type { DayBar, PriceHistory } from '#engine/market/prices.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { figuresOfFiles } from '#server/features/portfolio/figures-of-files.ts'

const market = { ...simulatedMarket(), lastDay: '2026-11-25' }
const now = new Date('2026-11-26T15:00:00Z')

const figures = (name: string, options = {}) =>
  figuresOfFiles({
    files: [readFileSync(join(import.meta.dirname, 'inputs', `${name}.csv`))],
    market,
    now,
    ...options,
  })

test.each([
  ['cash held before the file', 'cash-before-file', '+7.8%'],
  ['cash held before its only deposit', 'cash-before-deposit', '+5.0%'],
  ['deposits left out', 'deposits-left-out', '+1.1%'],
  ['vested shares sold at once', 'rsu-vest-fidelity', '+0.0%'],
  ['shares received for nothing', 'zero-cost-shares', '+0.0%'],
  ['a gain on a day trade, then a hundred dollars', 'daytrade-gain-then-100', '+1.0%'],
  ['everything withdrawn, then a late dividend', 'withdrawn-late-dividend', '+2.5%'],
  ['a retirement plan beside a brokerage account', 'retirement-plan-beside', '+50.0%'],
])('%s', async (_, name, performance) => {
  const { summary, impossible, missingShares, missingCash } = await figures(name)
  expect(summary?.performance).toBe(performance)
  expect([impossible, missingShares, missingCash]).toEqual([[], [], null])
})

test('a retirement plan whose funds have no tickers is left out by name', async () => {
  const { read } = await figures('retirement-plan-beside')
  expect(read[0]?.skipped).toEqual([
    { kind: 'ACME 401(K) PLAN (a retirement plan without tickers)', rows: 1 },
  ])
})

test('a French statement that mixes both spellings returns its dividend, while the share keeps its price', async () => {
  const steady = (bar: DayBar): DayBar => ({ ...bar, close: new Decimal(100), low: null, high: null })
  const closes: PriceHistory['closes'] = async (...range) => (await market.closes(...range)).map(steady)
  const { summary, read } = await figures('../../../engine/broker-files/exports/degiro-account-fr', {
    market: { ...market, closes },
  })
  expect([read[0]?.issues, read[0]?.skipped]).toEqual([[], []])
  // 110 USD are 100 EUR, on 1,000 EUR.
  expect(summary?.performance).toBe('+10.0%')
})

test('an account that begins by writing an option returns its premium on the cash for the exercise', async () => {
  const { summary, noReturnReason } = await figures('written-put-first')
  expect(noReturnReason).toBeNull()
  // 99.35 on 9,000, then 500 on 9,500.
  expect(summary?.performance).toBe('+6.4%')
  expect(summary?.areFlowsAssumed).toBe(true)
})

test('an option whose end the file doesn’t list ends on its expiry', async () => {
  const file = Buffer.from(
    'date,type,symbol,quantity,price,amount,fee,currency\n2026-01-05,deposit,,,,1000,,USD\n2026-01-06,buy,ACME260220C00090000,100,1,-100,,USD\n',
  )
  const { summary, holdings } = await figuresOfFiles({ files: [file], market, now })
  expect(summary).toMatchObject({ performance: '-10.0%', options: { ended: 1 } })
  expect(holdings).toEqual([])
})

test('in a margin account, the same file means a loan instead of earlier cash', async () => {
  const file = Buffer.from(
    'date,type,symbol,quantity,price,amount,fee,currency\n2025-01-06,deposit,,,,1000,,USD\n2025-01-07,buy,ACME,50,100,-5000,,USD\n2025-06-02,sell,ACME,50,110,5500,,USD\n',
  )
  const files = [file]
  const assumed = await figuresOfFiles({ files, market, now })
  expect(assumed.missingCash?.toNumber()).toBe(4000)
  expect(assumed.summary).toMatchObject({ performance: '+10.0%', completeness: { openingCash: 'assumed' } })
  const margin = await figuresOfFiles({ files, market, now, isMargin: true })
  expect(margin.summary).toMatchObject({ performance: '+50.0%', completeness: { isMargin: true } })
})

test('shares bought as FB and sold as META are one position, and a merger for cash closes one', async () => {
  const rows = [
    '2022-01-03,deposit,,,,5000,,USD',
    '2022-01-04,buy,FB,10,336,-3360,,USD',
    '2022-01-04,buy,TWTR,10,43,-430,,USD',
    '2022-12-01,sell,META,10,120,1200,,USD',
  ]
  const file = Buffer.from(`date,type,symbol,quantity,price,amount,fee,currency\n${rows.join('\n')}\n`)
  const { summary, missingShares, corporateActions, holdings } = await figuresOfFiles({
    files: [file],
    market,
    now,
  })
  expect([missingShares, holdings]).toEqual([[], []])
  expect(corporateActions.map(({ kind, symbol }) => [kind, symbol])).toEqual([
    ['rename', 'FB'],
    ['merger', 'TWTR'],
  ])
  expect(summary?.performance).toBe('-41.0%')
})
