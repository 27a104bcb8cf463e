// The source of the figures: the weakest of the accounts, and live only while every connection works.
import { expect, test } from 'vitest'
import type { AccountRow } from '#server/features/portfolio/activities.ts'
import { trustOf } from '#engine/portfolio/returns/performance-summary.ts'
import { performanceSummaryView } from '#server/features/portfolio/views.ts'
import type { PerformanceRow } from '#server/features/portfolio/store.ts'

const account = (broker: string, more: Partial<AccountRow> = {}) =>
  ({
    broker,
    source: 'snaptrade',
    connectionId: 'one',
    createdAt: new Date('2026-02-01T10:00:00Z'),
    updatedAt: new Date('2026-06-01T10:00:00Z'),
    ...more,
  }) as AccountRow
const file = (broker: string, day: string) =>
  account(broker, { source: 'file', connectionId: null, updatedAt: new Date(`${day}T10:00:00Z`) })
const earlier = account('Fidelity', { createdAt: new Date('2026-01-05T10:00:00Z') })

test.each([
  [
    'linked, named after the first account',
    [account('Schwab'), earlier],
    'live',
    'Fidelity',
    '2026-01-05',
    2,
    2,
  ],
  [
    'two accounts of one broker',
    [account('Schwab'), account('Schwab')],
    'live',
    'Schwab',
    '2026-02-01',
    2,
    1,
  ],
  [
    'two files, dated by the older one',
    [file('Schwab', '2026-04-18'), file('CSV file', '2026-05-02')],
    'imported',
    'Schwab',
    '2026-04-18',
    2,
    2,
  ],
  [
    'a file beside what is linked',
    [account('Schwab'), file('CSV file', '2026-04-18')],
    'imported',
    'CSV file',
    '2026-04-18',
    2,
    2,
  ],
  [
    'a sample among them',
    [earlier, account('Sample', { source: 'sample' })],
    'sample',
    'Fidelity',
    '2026-01-05',
    2,
    2,
  ],
])('%s', (_what, all, kind, broker, day, accounts, brokers) => {
  expect(trustOf(all, false)).toMatchObject({ kind, broker, accounts, brokers, until: null })
  expect(trustOf(all, false).at.slice(0, 10)).toBe(day)
})

const seen = (all: AccountRow[], stoppedAt: Date | null) => {
  const summary = {
    trust: trustOf(all, false),
    since: '2026-01-05',
    daysOnRecord: 1,
    performance: '+0.0%',
    benchmark: { symbol: 'SPY', performance: null },
    ahead: null,
    moneyWeighted: null,
    noMoneyWeighted: null,
    areFlowsAssumed: false,
    unpriced: null,
    maxDrawdown: null,
    volatility: null,
    sharpe: null,
    sortino: null,
    alpha: null,
    beta: null,
    checks: null,
    curve: [],
  }
  return performanceSummaryView({ summary, stoppedAt } as unknown as PerformanceRow)?.trust
}
const JUNE = new Date('2026-06-02T08:00:00Z')

test('a live summary is not live while a connection is stopped, and is live again when it is repaired', () => {
  const all = [account('Schwab'), earlier]
  expect(seen(all, null)).toMatchObject({ kind: 'live', until: null })
  expect(seen(all, JUNE)).toMatchObject({ kind: 'stopped', isLinked: true, until: JUNE.toISOString() })
})

test('a sample stays a sample, and an import an import', () => {
  const sample = account('Sample', { source: 'sample' })
  expect(seen([sample], JUNE)).toMatchObject({ kind: 'sample', until: JUNE.toISOString() })
  expect(seen([sample, file('CSV file', '2026-05-02')], JUNE)).toMatchObject({ kind: 'sample', until: null })
  expect(seen([account('Schwab'), file('CSV file', '2026-05-02')], JUNE)).toMatchObject({
    kind: 'imported',
    until: null,
  })
})
