// Scores in shares that are halted or stop trading, worked out by hand from a few closes of March 2026.
import { describe, expect, test } from 'vitest'
import { scorePosition } from '#engine/scoring/score-position.ts'
import { type Closes, pricesOf, signal } from './histories.ts'

const MONDAY = '2026-03-02'
/** Trading days from 2 March: 2 3 4 5 6, 9 10 11 12 13, 16 … */
const upTo = (day: string) => [MONDAY, day] as const
/** A post at 10 AM in New York. */
const morning = (day: string) => `${day}T15:00:00.000Z`

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

  test('can split and pay during the halt', () => {
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
