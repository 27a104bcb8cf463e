// The source of a portfolio's figures, as the end of a sentence.
import { expect, test } from 'vitest'
import { sourceText } from '#web/features/portfolio/performance/record-descriptions.ts'

const at = new Date('2026-04-18T12:00:00Z')
const linked = {
  kind: 'live',
  broker: 'Schwab',
  accounts: 1,
  brokers: 1,
  at,
  until: null,
  isLinked: true,
  isMapped: false,
} as const
const imported = { ...linked, kind: 'imported', isLinked: false } as const
const until = new Date('2026-06-02T12:00:00Z')

test.each([
  [linked, 'from an account linked at Schwab since Apr 18, 2026'],
  [{ ...linked, accounts: 2 }, 'from 2 accounts linked at Schwab, the first since Apr 18, 2026'],
  [
    { ...linked, accounts: 6, brokers: 3 },
    'from 6 accounts linked at 3 brokers, the first since Apr 18, 2026',
  ],
  [
    { ...linked, kind: 'stopped', until },
    'from an account linked at Schwab since Apr 18, 2026, connected until Jun 2, 2026',
  ],
  // The page's badge says that it is sample data.
  [{ ...linked, kind: 'sample' }, 'from an account linked at Schwab since Apr 18, 2026'],
  [imported, 'from a file of Schwab, imported Apr 18, 2026'],
  [{ ...imported, broker: 'CSV file' }, 'from an imported file of Apr 18, 2026'],
  [
    { ...imported, kind: 'sample', broker: 'CSV file' },
    'from an imported file of Apr 18, 2026, with sample prices',
  ],
  [
    { ...imported, broker: 'Revolut', isMapped: true },
    'from a file named “Revolut”, imported Apr 18, 2026, read with columns its owner chose',
  ],
  [
    { ...imported, broker: 'CSV file', isMapped: true },
    'from an imported file of Apr 18, 2026, read with columns its owner chose',
  ],
  [{ ...imported, accounts: 2, brokers: 2 }, 'from 2 accounts, the oldest import of Apr 18, 2026'],
] as const)('%j', (trust, text) => {
  expect(sourceText(trust)).toBe(text)
})
