// Scores of Ada's signals, worked out by hand from a few closes of March 2026. New York is UTC−5 until 8 March, then UTC−4.
import { describe, expect, test } from 'vitest'
import { firstEntryDay } from '#engine/scoring/method.ts'
import { scorePosition } from '#engine/scoring/score-position.ts'
import { type Closes, pricesOf, signal } from './histories.ts'

const MONDAY = '2026-03-02'
/** Trading days from 2 March: 2 3 4 5 6, 9 10 11 12 13, 16 … */
const upTo = (day: string) => [MONDAY, day] as const
/** A post at 10 AM in New York. */
const morning = (day: string) => `${day}T15:00:00.000Z`
const flat = (count: number): number[] => Array.from({ length: count }, () => 100)

describe('A signal enters', () => {
  test.each([
    ['ten minutes before the close: at this close', '2026-03-02T20:50:00.000Z', '2026-03-02'],
    ['a moment later: at the next one', '2026-03-02T20:50:00.001Z', '2026-03-03'],
    ['on Friday evening: on Monday', '2026-03-06T22:00:00.000Z', '2026-03-09'],
    ['in summer time, at ten to four', '2026-03-09T19:50:00.000Z', '2026-03-09'],
    ['on a Sunday: on Monday', '2026-03-08T12:00:00.000Z', '2026-03-09'],
    ['before Good Friday: on the Monday after', '2026-04-02T21:00:00.000Z', '2026-04-06'],
    ['on the day after Thanksgiving, which closes at one', '2026-11-27T17:50:00.000Z', '2026-11-27'],
    ['a minute later', '2026-11-27T17:51:00.000Z', '2026-11-30'],
  ])('%s', (_, postedAt, day) => {
    expect(firstEntryDay(new Date(postedAt))).toBe(day)
  })
})

test('a dividend and a split on the last day count, and SPY is taken off', () => {
  // Growth: (102 + 1) / 100 = 1.03, then 51.5 × 2 / 102 = 1.00980392…; together 106.09 / 102. SPY: 1.01 × 1.01.
  const prices = pricesOf(upTo('2026-03-04'), [100, 102, 51.5], {
    dividends: { '2026-03-03': 1 },
    splits: { '2026-03-04': 2 },
    spy: [500, 505, 510.05],
  })
  expect(scorePosition([signal('buy', 1, morning(MONDAY))], prices)).toEqual([
    expect.objectContaining({
      status: 'open',
      does: 'opens',
      entryDay: '2026-03-02',
      entryClose: '100',
      lastClose: '51.5',
      tradingDays: 2,
      asOf: '2026-03-04',
      return: '0.04009804',
      benchmark: '0.02010000',
      excess: '0.01999804',
    }),
  ])
})

test('a short earns what the share loses, and can’t lose more than everything', () => {
  const [fell] = scorePosition(
    [signal('sell', -1, morning(MONDAY))],
    pricesOf(upTo('2026-03-03'), [100, 92], { spy: [100, 101] }),
  )
  expect(fell).toMatchObject({ return: '0.08000000', benchmark: '0.01000000', excess: '0.09000000' })
  const [rose] = scorePosition(
    [signal('sell', -1, morning(MONDAY))],
    pricesOf(upTo('2026-03-03'), [100, 300], { spy: [100, 101] }),
  )
  expect(rose).toMatchObject({ return: '-1.00000000', benchmark: '0.01000000', excess: '-1.99000000' })
})

test('a horizon of days ends at the fifth close after the entry', () => {
  const prices = pricesOf(upTo('2026-03-11'), [100, 101, 102, 103, 104, 105, 106, 107])
  const days = { timeHorizon: 'days' }
  expect(scorePosition([signal('buy', 1, morning(MONDAY), days)], prices)).toEqual([
    expect.objectContaining({
      status: 'closed',
      exitDay: '2026-03-09',
      exitReason: 'horizon',
      tradingDays: 5,
      return: '0.05000000',
      asOf: '2026-03-09',
    }),
  ])
})

test('a second buy only keeps the position open longer, and never makes it shorter', () => {
  const prices = pricesOf(upTo('2026-03-13'), [...flat(9), 110])
  const longer = scorePosition(
    [
      signal('first', 1, morning(MONDAY), { timeHorizon: 'days' }),
      signal('second', 1, morning('2026-03-05'), { timeHorizon: 'days' }),
    ],
    prices,
  )
  expect(longer).toEqual([
    expect.objectContaining({ signalId: 'first', status: 'closed', exitDay: '2026-03-12' }),
    expect.objectContaining({ signalId: 'second', status: 'linked', does: 'adds', ofSignalId: 'first' }),
  ])
  expect(longer[1]).not.toHaveProperty('return')
  const [years] = scorePosition(
    [
      signal('first', 1, morning(MONDAY), { timeHorizon: 'weeks' }),
      signal('second', 1, morning('2026-03-05'), { timeHorizon: 'days' }),
    ],
    prices,
  )
  // 21 exchange days after 2 March.
  expect(years).toMatchObject({ status: 'open', endsOn: '2026-03-31' })
})

test('a sell closes the long and opens nothing; only the next one opens a short', () => {
  const prices = pricesOf(upTo('2026-03-06'), [100, 105, 110, 110, 99])
  const scores = scorePosition(
    [
      signal('buy', 1, morning(MONDAY)),
      signal('sell', -1, morning('2026-03-04')),
      signal('short', -1, morning('2026-03-05')),
    ],
    prices,
  )
  expect(scores).toEqual([
    expect.objectContaining({
      status: 'closed',
      exitDay: '2026-03-04',
      exitReason: 'opposite',
      return: '0.10000000',
    }),
    expect.objectContaining({ status: 'linked', does: 'closes', ofSignalId: 'buy' }),
    expect.objectContaining({ status: 'open', does: 'opens', entryDay: '2026-03-05', return: '0.10000000' }),
  ])
})

test('a buy and a sell before the same close are no position', () => {
  const scores = scorePosition(
    [signal('buy', 1, morning(MONDAY)), signal('sell', -1, '2026-03-02T18:00:00.000Z')],
    pricesOf(upTo('2026-03-03'), [100, 120]),
  )
  expect(scores).toEqual([
    expect.objectContaining({ status: 'unscored', reason: 'no_position', does: null }),
    expect.objectContaining({ status: 'linked', does: 'closes', ofSignalId: 'buy' }),
  ])
})

test('a sell that takes profits closes a long, and opens no short', () => {
  const takes = { intent: 'taking_profits' }
  const prices = pricesOf(upTo('2026-03-05'), [100, 110, 110, 110])
  expect(scorePosition([signal('sell', -1, morning(MONDAY), takes)], prices)).toEqual([
    expect.objectContaining({ status: 'unscored', reason: 'taking_profits' }),
  ])
  const [buy, sell] = scorePosition(
    [signal('buy', 1, morning(MONDAY)), signal('sell', -1, morning('2026-03-03'), takes)],
    prices,
  )
  expect([buy?.exitReason, sell?.does]).toEqual(['opposite', 'closes'])
})

test('a signal is pending until its close, and what it will do is only a preview', () => {
  const prices = pricesOf(upTo('2026-03-03'), [100, 110])
  const scores = scorePosition(
    [signal('buy', 1, morning(MONDAY)), signal('sell', -1, morning('2026-03-04'))],
    prices,
  )
  expect(scores).toEqual([
    expect.objectContaining({ status: 'open', return: '0.10000000' }),
    expect.objectContaining({ status: 'pending', does: 'closes', ofSignalId: 'buy' }),
  ])
})

describe('A share that is halted', () => {
  test('keeps its last price, and the position ends at the next close after its last day', () => {
    const halted: Closes = [100, 101, 102, null, null, null, 110]
    const prices = pricesOf(upTo('2026-03-10'), halted, { spy: [100, 100, 100, 100, 100, 100, 101] })
    const [score] = scorePosition([signal('buy', 1, morning(MONDAY), { timeHorizon: 'days' })], prices)
    expect(score).toMatchObject({
      status: 'closed',
      exitDay: '2026-03-10',
      exitReason: 'horizon',
      return: '0.10000000',
    })
    const [still] = scorePosition(
      [signal('buy', 1, morning(MONDAY))],
      pricesOf(upTo('2026-03-06'), halted.slice(0, 5)),
    )
    expect(still).toMatchObject({
      status: 'open',
      asOf: '2026-03-06',
      lastClose: '102',
      return: '0.02000000',
    })
  })

  test('can’t be entered until it trades again', () => {
    const prices = pricesOf(upTo('2026-03-05'), [100, null, null, 120])
    expect(scorePosition([signal('buy', 1, morning('2026-03-03'))], prices)[0]).toMatchObject({
      entryDay: '2026-03-05',
    })
  })

  test('for 21 exchange days has stopped trading, and the position ends at its last price', () => {
    const gone: Closes = [100, 90, ...Array.from({ length: 25 }, () => null)]
    const prices = pricesOf(upTo('2026-04-10'), gone)
    const [score, late] = scorePosition(
      [signal('buy', 1, morning(MONDAY)), signal('late', 1, morning('2026-03-04'))],
      prices,
    )
    // The 21st exchange day after 3 March is 1 April.
    expect(score).toMatchObject({
      exitReason: 'stopped-trading',
      exitDay: '2026-04-01',
      return: '-0.10000000',
      lastClose: '90',
    })
    expect(late).toMatchObject({ status: 'unscored', reason: 'no_prices' })
  })

  test('can split and pay meanwhile', () => {
    // One share becomes two on 3 March, each is paid 1 on 4 March, and closes at 60: 2 × (60 + 1) = 122.
    const prices = pricesOf(upTo('2026-03-05'), [100, null, null, 60], {
      splits: { '2026-03-03': 2 },
      dividends: { '2026-03-04': 1 },
    })
    expect(scorePosition([signal('buy', 1, morning(MONDAY))], prices)[0]).toMatchObject({
      return: '0.22000000',
    })
    // Paid 2 a share before the split: (2 × 60 + 2) / 100.
    const before = pricesOf(upTo('2026-03-05'), [100, null, null, 60], {
      dividends: { '2026-03-03': 2 },
      splits: { '2026-03-04': 2 },
    })
    expect(scorePosition([signal('buy', 1, morning(MONDAY))], before)[0]).toMatchObject({
      return: '0.22000000',
    })
  })
})

test('beta and tilt are those of the days up to the entry, from 60 of them on', () => {
  // The share moves twice as SPY, and half of what QQQ moves more than it: beta 0.67 × 2 + 0.33, tilt 0.5.
  const spy = [100]
  const qqq = [100]
  const own = [100]
  for (let day = 0; day < 61; day += 1) {
    const market = [0.01, -0.012, 0.004][day % 3] ?? 0
    const spread = [0.002, 0.001, -0.004, 0.003, -0.001][day % 5] ?? 0
    spy.push((spy.at(-1) ?? 0) * (1 + market))
    qqq.push((qqq.at(-1) ?? 0) * (1 + market + spread))
    own.push((own.at(-1) ?? 0) * (1 + 2 * market + 0.5 * spread))
  }
  const prices = pricesOf(upTo('2026-05-29'), own, { spy, qqq })
  // 2 March is place 0, so the entry at place 60 has 60 moves: 27 May, after Good Friday and Memorial Day.
  const at = (day: string) => scorePosition([signal('buy', 1, morning(day))], prices)[0]
  expect(prices.calendar.days[60]).toBe('2026-05-27')
  expect(at('2026-05-27')).toMatchObject({ beta: '1.6700', tilt: '0.5000' })
  expect(at('2026-05-26')).toMatchObject({ beta: '1.0000', tilt: '0.0000' })
})
