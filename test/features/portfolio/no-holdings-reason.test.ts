// The message that replaces the holdings if there are none.
import { expect, test } from 'vitest'
import { noHoldingsReason } from '#web/features/portfolio/holdings/no-holdings.tsx'

const SYNCED = { syncedAt: new Date('2026-11-20T08:00:00Z'), trouble: null }
const NEVER_SYNCED = { syncedAt: null, trouble: null }
const DELAYED = { syncedAt: null, trouble: 'Schwab couldn’t be read.' }
const REAL = { isPaper: false }
const PAPER = { isPaper: true }
const EMPTY = { accounts: [], connections: [], fault: null }

test.each([
  [
    'a synced broker account without positions',
    { ...EMPTY, accounts: [REAL], connections: [SYNCED] },
    /^Your connected brokerage has no positions\.$/,
  ],
  ['a file without positions', { ...EMPTY, accounts: [REAL] }, /^Your imported account has no positions\.$/],
  [
    'a broker that is not synced yet',
    { ...EMPTY, connections: [NEVER_SYNCED] },
    /^We haven’t read anything from your broker/,
  ],
  [
    'a broker that cannot be reached',
    { ...EMPTY, connections: [NEVER_SYNCED, DELAYED] },
    /^Schwab couldn’t be read\.$/,
  ],
  [
    'one of two brokers is synced',
    { ...EMPTY, accounts: [REAL], connections: [DELAYED, SYNCED] },
    /^Your connected brokerage/,
  ],
  [
    'only a paper account',
    { ...EMPTY, accounts: [PAPER], connections: [SYNCED] },
    /only have a paper account/,
  ],
  [
    'holdings that cannot be valued',
    { accounts: [REAL], connections: [], fault: 'No price' },
    /can’t calculate their value/,
  ],
])('%s', (_case, overview, text) => {
  expect(noHoldingsReason(overview)).toMatch(text)
})
