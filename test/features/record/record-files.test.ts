// The list of a record's signals: what a filter shows, and the CSV files.
import { expect, test } from 'vitest'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import { signalsCsv, weeksCsv } from '#web/features/record/record-files.ts'
import { filtered, shownIn } from '#web/features/record/record-filter.ts'
import { barText } from '#web/features/record/record-histogram.tsx'

const part: SignalOutcome['parts'][number] = {
  ticker: 'NVDA',
  side: 1,
  does: 'opens',
  reason: null,
  weight: '1.0000',
  beta: '1.1000',
  tilt: '0.2000',
  entryDay: '2026-03-02',
  entryClose: '50',
  lastClose: '55',
  exitDay: null,
  exitReason: null,
  of: null,
  tradingDays: 5,
  return: '0.10000000',
  benchmark: '0.02000000',
  excess: '0.08000000',
}
const outcome = (signalId: string, fields: Partial<SignalOutcome>): SignalOutcome => ({
  signalId,
  author: null,
  logIndex: null,
  method: 1,
  sample: true,
  asOf: '2026-03-09',
  postedAt: new Date('2026-03-02T15:00:00Z'),
  status: 'open',
  reason: null,
  entersOn: null,
  endsOn: null,
  opensBy: null,
  return: part.return,
  benchmark: part.benchmark,
  excess: part.excess,
  parts: [part],
  ...fields,
})
const none = { return: null, benchmark: null, excess: null }
const all = [
  outcome('ahead a little', { excess: '0.01000000' }),
  outcome('behind', { excess: '-0.03000000', status: 'closed' }),
  outcome('far ahead', { excess: '0.20000000', status: 'closed' }),
  outcome('far behind', { excess: '-0.30000000' }),
  outcome('level', { excess: '0.00000000' }),
  outcome('entered today', { excess: '0.00000000', parts: [{ ...part, tradingDays: 0 }] }),
  outcome('sealed', { ...none, status: 'sealed', parts: [] }),
  outcome('a comment', { ...none, status: 'unscored', reason: 'comment', parts: [] }),
]
const ids = (shown: Parameters<typeof filtered>[1]) => filtered(all, shown).map(({ signalId }) => signalId)

test('positions behind come worst first, those ahead come best first; both match the figures', () => {
  expect(ids('behind')).toEqual(['far behind', 'behind', 'level'])
  expect(ids('ahead')).toEqual(['far ahead', 'ahead a little'])
})

test('the other filters keep the order of the posts', () => {
  expect(ids('closed')).toEqual(['behind', 'far ahead'])
  expect(ids('open')).toEqual(['ahead a little', 'far behind', 'level', 'entered today'])
  expect(ids('unscored')).toEqual(['a comment'])
  expect(ids('all')).toHaveLength(all.length)
})

test('an address names a filter; an unknown one shows all', () => {
  expect([shownIn('?show=behind'), shownIn(''), shownIn('?show=best')]).toEqual(['behind', 'all', 'all'])
})

test('the file of signals has a row for each ticker, even if it isn’t scored or is sealed', () => {
  const pair = outcome('a pair', {
    parts: [part, { ...part, ticker: 'AMD', side: -1, exitDay: '2026-03-05', exitReason: 'opposite' }],
  })
  const [head = '', ...rows] = signalsCsv([pair, ...all.slice(-2)])
    .trimEnd()
    .split('\r\n')
  expect(rows).toEqual([
    'a pair,2026-03-02T15:00:00.000Z,open,,NVDA,long,opens,1.0000,2026-03-02,50,,,55,2026-03-09,0.10000000,0.02000000,0.08000000',
    'a pair,2026-03-02T15:00:00.000Z,open,,AMD,short,opens,1.0000,2026-03-02,50,2026-03-05,opposite,55,2026-03-09,0.10000000,0.02000000,0.08000000',
    `sealed,2026-03-02T15:00:00.000Z,sealed,${','.repeat(13)}`,
    `a comment,2026-03-02T15:00:00.000Z,unscored,comment${','.repeat(13)}`,
  ])
  for (const row of rows) expect(row.split(',')).toHaveLength(head.split(',').length)
})

test('the file of weeks has every week as it is published', () => {
  const week = { day: '2026-03-06', places: '1.5000', result: '0.001000', excess: '0.000400' }
  expect(weeksCsv([{ book: 'open', weeks: [week] }])).toBe(
    'book,week_to,places,beyond_t_bills,ahead_of_market\r\nopen,2026-03-06,1.5000,0.001000,0.000400\r\n',
  )
})

test('a bar states the range of its positions’ results', () => {
  const histogram = { step: '0.05000000', counts: Array.from({ length: 12 }, () => 1) }
  expect([0, 1, 5, 6, 11].map((place) => barText(histogram, place))).toEqual([
    '−25 pts or worse',
    '−25 to −20 pts',
    '−5 to 0 pts',
    '0 to +5 pts',
    'more than +25 pts',
  ])
})
