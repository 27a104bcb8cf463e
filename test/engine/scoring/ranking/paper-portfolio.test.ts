// The paper portfolio by hand: places, entry and exit, shorts, the mix of SPY and QQQ, splits, dividends and halts.
import { expect, test } from 'vitest'
import { paperDays, type Position } from '#engine/scoring/ranking/paper-portfolio.ts'
import { type Input, shareGrowth } from '#engine/scoring/ranking/share-growth.ts'

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
const closes = (...all: (number | null)[]): Input[] =>
  all.flatMap((close, place) =>
    close === null ? [] : [{ day: DAYS[place] ?? '', close, dividend: 0, ratio: 1 }],
  )
function market(shares: Record<string, Input[]>) {
  const all = shareGrowth(DAYS)
  all.add('SPY', closes(100, 101, 101, 101))
  all.add('QQQ', closes(100, 103, 103, 103))
  for (const [symbol, inputs] of Object.entries(shares)) all.add(symbol, inputs)
  return all.growth
}
const position = (fields: Partial<Position>): Position => ({
  ticker: 'NVDA',
  side: 1,
  weight: 1,
  beta: 1,
  tilt: 0,
  entryDay: DAYS[0] ?? '',
  exitDay: null,
  ...fields,
})
const excesses = (positions: Position[], shares: Record<string, Input[]>) =>
  paperDays(positions, DAYS, market(shares)).map(({ excess }) => excess)

test('without a position there are no days; before the first entry there are none either', () => {
  expect(paperDays([], DAYS, market({}))).toEqual([])
  const later = paperDays([position({ entryDay: '2026-03-04' })], DAYS, market({}))
  expect(later.map(({ day, places }) => [day, places])).toEqual([
    ['2026-03-04', 0],
    ['2026-03-05', 1],
  ])
})

test('one position fills one place of ten, from the day after its entry to its exit', () => {
  const all = paperDays([position({ exitDay: '2026-03-04' })], DAYS, market({ NVDA: closes(50, 52, 52, 60) }))
  expect(all.map(({ places }) => places)).toEqual([0, 1, 1, 0])
  // 4 % against SPY's 1 %, in one of ten places.
  expect(all[1]?.excess).toBeCloseTo(0.003, 12)
  expect(all[2]?.excess).toBe(0)
  expect(all[3]?.excess).toBe(0)
})

test('beta and tilt are subtracted; a short gains what the share loses beyond them', () => {
  const shares = { NVDA: closes(50, 52, 52, 52) }
  // 4 % − 1.5 · 1 % − 0.5 · 2 %
  expect(excesses([position({ beta: 1.5, tilt: 0.5 })], shares)[1]).toBeCloseTo(0.0015, 12)
  expect(excesses([position({ beta: 1.5, tilt: 0.5, side: -1 })], shares)[1]).toBeCloseTo(-0.0015, 12)
})

test('more than ten places shrink to one portfolio', () => {
  const twelve = Array.from({ length: 12 }, (_, place) => position({ ticker: place === 0 ? 'NVDA' : 'SPY' }))
  const [, first] = paperDays(twelve, DAYS, market({ NVDA: closes(50, 52, 52, 52) }))
  expect(first).toMatchObject({ places: 12 })
  expect(first?.excess).toBeCloseTo(0.03 / 12, 12)
})

test('a ticker of a signal about four has a quarter of a place', () => {
  expect(excesses([position({ weight: 0.25 })], { NVDA: closes(50, 52, 52, 52) })[1]).toBeCloseTo(0.00075, 12)
})

test('a dividend and a split don’t look like losses', () => {
  const split = closes(100, 25.25, 25, 25)
  const withFacts = split.map((input, place) => ({
    ...input,
    ratio: place === 1 ? 4 : 1,
    dividend: place === 2 ? 0.25 : 0,
  }))
  expect(excesses([position({})], { NVDA: withFacts }).map((excess) => Math.round(excess * 1e9))).toEqual([
    0, 0, 0, 0,
  ])
})

test('without a close the last one holds, and the next close brings the whole move', () => {
  const all = excesses([position({})], { NVDA: closes(100, null, 106, 106) })
  // The day of the halt only lacks what SPY made.
  expect(all[1]).toBeCloseTo(-0.001, 12)
  expect(all[2]).toBeCloseTo(0.006, 12)
})
