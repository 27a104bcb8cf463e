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
    'a broker that was read holds nothing',
    { ...nothing, accounts: [REAL], connections: [READ] },
    /^Your connected brokerage has no positions\.$/,
  ],
  ['a file holds nothing', { ...nothing, accounts: [REAL] }, /^Your imported account has no positions\.$/],
  [
    'a broker was not read yet',
    { ...nothing, connections: [NEVER_READ] },
    /^We haven’t read anything from your broker/,
  ],
  ['a broker is away', { ...nothing, connections: [NEVER_READ, AWAY] }, /^Schwab couldn’t be read\.$/],
  [
    'one of two brokers was read',
    { ...nothing, accounts: [REAL], connections: [AWAY, READ] },
    /^Your connected brokerage/,
  ],
  [
    'there is play money only',
    { ...nothing, accounts: [PAPER], connections: [READ] },
    /only have a paper account/,
  ],
  [
    'what is held can not be valued',
    { accounts: [REAL], connections: [], fault: 'No price' },
    /can’t calculate their value/,
  ],
])('it is said why: %s', (_why, overview, words) => {
  expect(noHoldingsReason(overview)).toMatch(words)
})
