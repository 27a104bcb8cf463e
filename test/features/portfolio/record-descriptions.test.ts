// The sentences about a record's history.
import { expect, test } from 'vitest'
import { eventTexts } from '#web/features/portfolio/performance/record-descriptions.ts'

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
    'Shown on the profile since Nov 1, 2026',
  ])
})
