// The sentences about a record: its checks and its history.
import { expect, test } from 'vitest'
import { checkTexts, eventTexts } from '#web/features/portfolio/performance/record-descriptions.ts'

test.each([
  [null, []],
  [{ trades: { checked: 214, outside: 0 }, dividends: { checked: 12, unmatched: 0 } }, []],
  [
    { trades: { checked: 1214, outside: 3 }, dividends: { checked: 12, unmatched: 1 } },
    [
      "3 of 1,214 trades are outside the market's range that day",
      "1 of 12 dividends wasn't paid by the company",
    ],
  ],
  [
    { trades: { checked: 1, outside: 1 }, dividends: { checked: 2, unmatched: 2 } },
    ["1 of 1 trade is outside the market's range that day", "2 of 2 dividends weren't paid by the company"],
  ],
])('checks %j', (checks, texts) => {
  expect(checkTexts(checks)).toEqual(texts)
})

test('events are listed newest first, with dates and no times', () => {
  expect(
    eventTexts([
      { kind: 'public', day: '2026-11-01' },
      { kind: 'account_added', day: '2026-11-03' },
      { kind: 'deleted', day: '2026-11-20' },
      { kind: 'restarted', day: '2026-11-22' },
    ]),
  ).toEqual([
    'Record restarted Nov 22, 2026',
    'Accounts deleted Nov 20, 2026',
    'Account added Nov 3, 2026',
    'Public since Nov 1, 2026',
  ])
})
