// The text shown in place of the holdings if there are none.
import { expect, test } from 'vitest'
import { noHoldingsReason } from '#web/features/portfolio/no-holdings-reason.ts'

const READ = { syncedAt: new Date('2026-11-20T08:00:00Z'), trouble: null }
const NEVER_READ = { syncedAt: null, trouble: null }
const AWAY = { syncedAt: null, trouble: 'Schwab couldn’t be read.' }
const REAL = { isPaper: false }
const PAPER = { isPaper: true }
const nothing = { accounts: [], connections: [], fault: null }

test.each([
  [
    'a synced broker has no positions',
    { ...nothing, accounts: [REAL], connections: [READ] },
    /^Your connected brokerage has no positions\.$/,
  ],
  ['a file has no positions', { ...nothing, accounts: [REAL] }, /^Your imported account has no positions\.$/],
  [
    'a broker wasn’t synced yet',
    { ...nothing, connections: [NEVER_READ] },
    /^We haven’t read anything from your broker/,
  ],
  ['a broker is unreachable', { ...nothing, connections: [NEVER_READ, AWAY] }, /^Schwab couldn’t be read\.$/],
  [
    'one of two brokers was synced',
    { ...nothing, accounts: [REAL], connections: [AWAY, READ] },
    /^Your connected brokerage/,
  ],
  [
    'there are only paper accounts',
    { ...nothing, accounts: [PAPER], connections: [READ] },
    /only have a paper account/,
  ],
  [
    'the holdings can’t be valued',
    { accounts: [REAL], connections: [], fault: 'No price' },
    /can’t calculate their value/,
  ],
])('the reason is shown: %s', (_why, overview, words) => {
  expect(noHoldingsReason(overview)).toMatch(words)
})
