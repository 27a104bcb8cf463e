// Scores of Ada's signals, worked out by hand from a few closes of March 2026. New York is UTC−5 until 8 March, then UTC−4.
import { describe, expect, test } from 'vitest'
import { firstEntryDay } from '#engine/scoring/method.ts'
import { scorePosition } from '#engine/scoring/score-position.ts'
import { pricesOf, signal } from './histories.ts'

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

test('a second buy can keep the position open longer, and never closes it sooner', () => {
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

test('a buy and a sell before the same close open no position', () => {
  const scores = scorePosition(
    [signal('buy', 1, morning(MONDAY)), signal('sell', -1, '2026-03-02T18:00:00.000Z')],
    pricesOf(upTo('2026-03-03'), [100, 120]),
  )
  expect(scores).toEqual([
    expect.objectContaining({ status: 'unscored', reason: 'no_position', does: null }),
    expect.objectContaining({ status: 'linked', does: 'closes', ofSignalId: 'buy' }),
  ])
})

test.each([
  ['a sell that takes profits closes a long, and opens no short', 1, '0.10000000'],
  ['a buy that covers closes a short, and opens no long', -1, '-0.10000000'],
] as const)('%s', (_, side, made) => {
  const only = { onlyCloses: true }
  const prices = pricesOf(upTo('2026-03-05'), [100, 110, 110, 110])
  expect(scorePosition([signal('alone', side === 1 ? -1 : 1, morning(MONDAY), only)], prices)).toEqual([
    expect.objectContaining({ status: 'unscored', reason: 'taking_profits', does: null }),
  ])
  const [opener, closer] = scorePosition(
    [
      signal('opens', side, morning(MONDAY)),
      signal('closes', side === 1 ? -1 : 1, morning('2026-03-03'), only),
    ],
    prices,
  )
  expect(opener).toMatchObject({ exitReason: 'opposite', exitDay: '2026-03-03', return: made })
  expect(closer).toMatchObject({ status: 'linked', does: 'closes', ofSignalId: 'opens' })
})

test('after a buy and a sell before one close, the next signal opens a new position', () => {
  const scores = scorePosition(
    [
      signal('buy', 1, morning(MONDAY)),
      signal('sell', -1, '2026-03-02T18:00:00.000Z'),
      signal('again', 1, '2026-03-02T19:00:00.000Z'),
    ],
    pricesOf(upTo('2026-03-03'), [100, 120]),
  )
  expect(scores[0]).toMatchObject({ status: 'unscored', reason: 'no_position' })
  expect(scores[2]).toMatchObject({ status: 'open', does: 'opens', ofSignalId: null, return: '0.20000000' })
})

test('a position that ends by itself before the next signal’s close ends first', () => {
  // Bought on 2 March for five exchange days, so until 9 March. The sell of the 10th opens a short.
  const prices = pricesOf(upTo('2026-03-11'), [100, 100, 100, 100, 100, 105, 110, 99])
  const buy = signal('buy', 1, morning(MONDAY), { timeHorizon: 'days' })
  const [ended, short] = scorePosition([buy, signal('sell', -1, morning('2026-03-10'))], prices)
  expect(ended).toMatchObject({ exitReason: 'horizon', exitDay: '2026-03-09', return: '0.05000000' })
  expect(short).toMatchObject({ status: 'open', does: 'opens', ofSignalId: null, return: '0.10000000' })
  const [closed, sell] = scorePosition([buy, signal('sell', -1, morning('2026-03-09'))], prices)
  expect(closed).toMatchObject({ exitReason: 'opposite', exitDay: '2026-03-09' })
  expect(sell).toMatchObject({ does: 'closes', ofSignalId: 'buy' })
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
