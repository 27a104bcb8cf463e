// What a signal would count as, in words.
import { expect, test } from 'vitest'
import type { PreviewPart, SignalPreview } from '#shared/contracts/signal-preview.ts'
import { previewText } from '#web/features/signals/preview-text.ts'

/** Thanksgiving, 10 AM in New York. The exchange closes at 1:00 PM on the next day. */
const NOW = Date.parse('2026-11-26T15:00:00Z')
const part = (changed: Partial<PreviewPart>): PreviewPart => ({
  ticker: 'MSFT',
  side: -1,
  does: 'opens',
  reason: null,
  entersOn: '2026-11-27',
  endsOn: '2027-03-02',
  cancels: false,
  open: null,
  ...changed,
})
const textOf = (parts: PreviewPart[], reason: SignalPreview['reason'] = null, nowMs = NOW) => {
  const { strong, rest } = previewText({ reason, parts }, nowMs)
  return strong + rest
}
const buy = { side: 1 as const, postedAt: new Date('2026-11-03T15:00:00Z'), return: '0.04000000' }
const none = { does: null, entersOn: null, endsOn: null }
const monday = { entersOn: '2026-11-30' }

test.each([
  [
    'a short at an early close',
    [part({})],
    'Counts as: short MSFT, enters Fri 1:00 PM, ends Mar 2 unless you close it.',
  ],
  [
    'a buy at a usual close',
    [part({ side: 1, ...monday, endsOn: '2026-12-07' })],
    'Counts as: buy MSFT, enters Mon 4:00 PM, ends Dec 7 unless you close it.',
  ],
  [
    'an end within six days',
    [part({ endsOn: '2026-12-02' })],
    'Counts as: short MSFT, enters Fri 1:00 PM, ends Wed unless you close it.',
  ],
  [
    'an end a year ahead',
    [part({ endsOn: '2027-11-30' })],
    'Counts as: short MSFT, enters Fri 1:00 PM, ends Nov 30, 2027 unless you close it.',
  ],
  [
    'an entry more than six days ahead',
    [part({ entersOn: '2026-12-07' })],
    'Counts as: short MSFT, enters Dec 7, ends Mar 2 unless you close it.',
  ],
  [
    'an exit',
    [part({ does: 'closes', endsOn: null, open: buy })],
    'Closes your buy from Nov 3 at Friday’s close, 1:00 PM New York. Doesn’t open a short.',
  ],
  [
    'a buy that covers',
    [part({ side: 1, does: 'closes', endsOn: null, open: { ...buy, side: -1 } })],
    'Closes your short from Nov 3 at Friday’s close, 1:00 PM New York. Doesn’t open a buy.',
  ],
  [
    'an addition',
    [part({ side: 1, does: 'adds', open: buy })],
    'Adds to your buy from Nov 3 at Friday’s close, 1:00 PM New York. Ends Mar 2 unless you close it.',
  ],
  [
    'two tickers',
    [part({}), part({ ticker: 'AAPL' })],
    'Counts as: short MSFT and AAPL, equal parts, enters Fri 1:00 PM, ends Mar 2 unless you close it.',
  ],
  [
    'one of two',
    [part({}), part({ ...none, ticker: 'BTC-USD', reason: 'not_us_share' })],
    'Counts as: short MSFT, enters Fri 1:00 PM, ends Mar 2 unless you close it. $BTC-USD won’t be scored.',
  ],
  [
    'different effects',
    [part({ does: 'closes', endsOn: null, open: buy }), part({ ticker: 'AAPL' })],
    'Counts as: closes your buy from Nov 3 in MSFT; short AAPL.',
  ],
])('%s', (_, parts, text) => {
  expect(textOf(parts)).toBe(text)
})

test('an entry at today’s close says so', () => {
  expect(textOf([part({})], null, Date.parse('2026-11-27T15:00:00Z'))).toContain(', enters today 1:00 PM,')
})

test.each([
  ['no_ticker', [], 'Won’t be scored: add a ticker.'],
  ['comment', [], 'Won’t be scored: a comment isn’t a trade.'],
  [
    'not_us_share',
    [part({ ...none, ticker: 'BTC-USD' })],
    'Won’t be scored: $BTC-USD isn’t a US-listed share or fund.',
  ],
  ['no_prices', [part({ ...none, reason: 'no_prices' })], 'Won’t be scored: we don’t have prices of $MSFT.'],
  ['taking_profits', [part(none)], 'Won’t be scored: nothing is open in $MSFT to close.'],
  [
    'no_position',
    [part({ does: 'closes', cancels: true })],
    'Won’t be scored: your open trade would begin and end at the same close.',
  ],
] as const)('%s: nothing is scored, and the line says why', (reason, parts, text) => {
  expect(textOf([...parts], reason)).toBe(text)
})
