// What the outcome line of a signal says.
import { expect, test } from 'vitest'
import type { OutcomePart, SignalOutcome } from '#shared/contracts/outcomes.ts'
import { differenceText } from '#shared/rules/market-text.ts'
import { closeText, figureOf, positionText, priceText, stateText } from '#web/features/record/outcome-text.ts'

const part = (some: Partial<OutcomePart>): OutcomePart => ({
  ticker: 'TSM',
  side: 1,
  does: 'opens',
  reason: null,
  weight: '1.0000',
  beta: null,
  tilt: null,
  entryDay: '2025-09-08',
  entryClose: '228.60',
  lastClose: '258.30',
  exitDay: null,
  exitReason: null,
  of: null,
  tradingDays: 303,
  return: '0.14120000',
  benchmark: '0.08000000',
  excess: '0.06120000',
  ...some,
})

const outcome = (some: Partial<SignalOutcome>): SignalOutcome => ({
  signalId: '019a0000-0000-7000-8000-000000000001',
  author: null,
  logIndex: null,
  method: 1,
  sample: false,
  asOf: '2026-11-20',
  postedAt: new Date('2025-09-08T18:05:41Z'),
  status: 'open',
  reason: null,
  entersOn: null,
  endsOn: null,
  opensBy: null,
  return: '0.14120000',
  benchmark: '0.08000000',
  excess: '0.06120000',
  parts: [part({})],
  ...some,
})

test('a single ticker shows its entry, its last close and the trading days', () => {
  expect(positionText(outcome({}))).toBe('$228.60 → $258.30 · 303 trading days')
})

test('before the first close after the entry there is a price and no result', () => {
  const entered = outcome({ parts: [part({ tradingDays: 0, lastClose: '228.60' })], return: '0.00000000' })
  expect(positionText(entered)).toBe('$228.60 · first result at next close')
  expect(figureOf(entered)).toBeUndefined()
})

test('a short says so', () => {
  const short = part({ side: -1, entryClose: '238.10', lastClose: '249.31', tradingDays: 1 })
  expect(positionText(outcome({ parts: [short] }))).toBe('Short $238.10 → $249.31 · 1 trading day')
})

test('several tickers show their number instead of prices', () => {
  const parts = [part({}), part({ ticker: 'ASML', tradingDays: 300 }), part({ ticker: 'NVDA', does: 'adds' })]
  expect(positionText(outcome({ parts }))).toBe('2 tickers, equal parts · 303 trading days')
})

test('where prices may not be shown, the ticker takes their place', () => {
  const parts = [part({ entryClose: null, lastClose: null })]
  expect(positionText(outcome({ parts }))).toBe('$TSM · 303 trading days')
})

test('the figure is the return beside SPY’s, and the difference in points', () => {
  expect(figureOf(outcome({}))).toEqual({
    value: '+14.1%',
    tone: 'gain',
    benchmark: 'SPY +8.0%',
    difference: 'ahead by 6.1 pts',
  })
  expect(figureOf(outcome({ return: '-0.02400000', benchmark: '0.00400000' }))).toMatchObject({
    value: '−2.4%',
    tone: 'loss',
    difference: 'behind by 2.8 pts',
  })
  expect(figureOf(outcome({ return: null, benchmark: null, excess: null }))).toBeUndefined()
})

test('a difference that rounds to nothing is level', () => {
  expect(differenceText('0.01040000', '0.01000000')).toBe('level with the market')
  expect(differenceText('0.00960000', '0.01000000')).toBe('level with the market')
  expect(differenceText('0.00940000', '0.01000000')).toBe('behind by 0.1 pts')
})

test('a pending signal names the close, in New York’s day and at its hour', () => {
  // 11 PM on November 23 in New York is already November 24 in UTC.
  const night = Date.parse('2026-11-24T04:00:00Z')
  expect(closeText('2026-11-23', night)).toBe('today’s close, 4:00 PM New York')
  expect(closeText('2026-11-24', night)).toBe('the close of Nov 24, 2026, 4:00 PM New York')
  expect(closeText('2026-11-27', night)).toBe('the close of Nov 27, 2026, 1:00 PM New York')
})

test('a signal that only adds to or closes a position says which', () => {
  expect(stateText(outcome({ status: 'linked', parts: [part({ does: 'adds' })] }))).toBe('Adds to')
  expect(stateText(outcome({ status: 'linked', parts: [part({ does: 'closes' })] }))).toBe('Closes')
})

test('prices below a dollar have up to four decimals', () => {
  expect(priceText('1189.5')).toBe('$1,189.50')
  expect(priceText('0.1234')).toBe('$0.1234')
})
