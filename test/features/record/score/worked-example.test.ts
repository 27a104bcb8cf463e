// The worked example on /method has the figures that the server's scoring gives for its prices.
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { firstEntryDay, horizonDaysOf, published } from '#engine/scoring/method.ts'
import { calendarOf, growthOf, pricePath } from '#engine/scoring/price-path.ts'
import { scorePosition } from '#engine/scoring/score-position.ts'
import { EXAMPLE } from '#web/features/record/method/worked-example.tsx'

const SIGNAL = {
  signalId: '019a0000-0000-7000-8000-000000000001',
  postedAt: new Date(EXAMPLE.postedAt),
  side: 1 as const,
  onlyCloses: false,
  timeHorizon: EXAMPLE.horizon,
}
const inputOf = (day: string, close: string, dividend = '0', ratio = '1') => ({
  day,
  close: new Decimal(close),
  dividend: new Decimal(dividend),
  ratio: new Decimal(ratio),
  isFinal: false,
  volume: null,
})

test('a post five minutes before a close enters at the next one and stays open for five exchange days', () => {
  expect(firstEntryDay(SIGNAL.postedAt)).toBe(EXAMPLE.entryDay)
  expect(horizonDaysOf(EXAMPLE.horizon)).toBe(EXAMPLE.days.length)
})

test('each day has the growth that the table shows', () => {
  let before: string = EXAMPLE.entryClose
  for (const { day, close, dividend, ratio, growth } of EXAMPLE.days) {
    expect(published(growthOf(inputOf(day, close, dividend, ratio), new Decimal(before)))).toBe(growth)
    before = close
  }
})

test('the position ends at its horizon, with the return, SPY’s return and the difference that the page shows', () => {
  const calendar = calendarOf('2026-02-02', EXAMPLE.days.at(-1)?.day ?? '')
  const share = pricePath(
    [
      inputOf(EXAMPLE.entryDay, EXAMPLE.entryClose),
      ...EXAMPLE.days.map(({ day, close, dividend, ratio }) => inputOf(day, close, dividend, ratio)),
    ],
    calendar,
  )
  const spy = pricePath(
    [
      inputOf(EXAMPLE.entryDay, EXAMPLE.entryIndex),
      ...EXAMPLE.days.map(({ day, index }) => inputOf(day, index)),
    ],
    calendar,
  )
  expect(scorePosition([SIGNAL], { calendar, share, spy })).toMatchObject([
    {
      does: 'opens',
      status: 'closed',
      entryDay: EXAMPLE.entryDay,
      exitDay: EXAMPLE.days.at(-1)?.day,
      exitReason: EXAMPLE.exitReason,
      return: EXAMPLE.return,
      benchmark: EXAMPLE.benchmark,
      excess: EXAMPLE.excess,
    },
  ])
})
