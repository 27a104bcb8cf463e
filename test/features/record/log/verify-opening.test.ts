// The browser's check of a sealed trade that has been opened, against logs that are signed correctly but lie.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteKey } from '#engine/log/note.ts'
import { checkSignal } from '#web/features/record/verify/check-signal.ts'
import { ADA, BEN, bytesOf, type MadeUp, type MadeUpLog, serveLog } from './made-up-log.ts'

const KEY = noteKey('made-up.test/log', Buffer.alloc(32, 1))
const SIGNAL = '019a0000-0000-7000-8000-000000000001'
const SALT = '11'.repeat(32)
const NVDA = { horizon: null, side: 'buy', tickers: ['NVDA'] }
/** The commitment to the trade, written by hand in the order of RFC 8785. */
const sealed = createHash('sha256')
  .update(Buffer.from(SALT, 'hex'))
  .update('{"horizon":null,"side":"buy","tickers":["NVDA"]}')
  .digest('hex')
const text = '33'.repeat(32)
const opens = '2026-06-01T15:00:00.000Z'
const signal = (author: string, id: string): MadeUp => ({
  kind: 'signal',
  author,
  signal: id,
  text,
  sealed,
  opens,
})
/** Entry 0 is the signal, 1 another of Ada's, 2 is Ben's. */
const SIGNALS = [signal(ADA, SIGNAL), signal(ADA, 'a1'), signal(BEN, 'b0')]
const OPENED: MadeUp = { kind: 'open', author: ADA, of: 0, salt: SALT, trade: NVDA }

let log: MadeUpLog
const realFetch = fetch
beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined }))
afterEach(() => {
  vi.unstubAllGlobals()
  log.close()
})

async function checksOf(entries: readonly MadeUp[]) {
  log = await serveLog(bytesOf(entries), { keys: [KEY] })
  return await check()
}
async function check() {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    return realFetch(log.address + path, init)
  })
  const verification = await checkSignal(SIGNAL, Date.parse('2026-06-02T12:00:00Z'))
  return verification.found
    ? verification.checks.map(({ state, title, detail }) => ({ state, title, detail }))
    : []
}

test('a trade that was opened as it was sealed passes; one that is still sealed isn’t mentioned', async () => {
  const checks = await checksOf([...SIGNALS, OPENED])
  expect(checks.map(({ state }) => state)).toEqual(['none', 'ok', 'ok', 'none', 'ok'])
  expect(checks[4]).toMatchObject({
    title: 'Its trade was opened as it was sealed',
    detail: 'Entry 3 has the trade.',
  })
  log.close()
  expect((await checksOf(SIGNALS)).map(({ state }) => state)).toEqual(['none', 'ok', 'ok', 'none'])
})

const another = 'Entry 3 has another trade than the one that was sealed.'
const notThis = 'Entry 3 doesn’t open this signal.'
test.each<[string, MadeUp, string]>([
  ['another side', { ...OPENED, trade: { ...NVDA, side: 'sell' } }, another],
  ['another ticker', { ...OPENED, trade: { ...NVDA, tickers: ['TSLA'] } }, another],
  ['another salt', { ...OPENED, salt: '22'.repeat(32) }, another],
  ['another signal', { ...OPENED, of: 1 }, notThis],
  ['another author', { ...OPENED, author: BEN }, notThis],
])('an entry that opens the trade with %s is a fault', async (_name, entry, detail) => {
  const checks = await checksOf([...SIGNALS, entry])
  const fault = { state: 'fault', title: 'The trade wasn’t opened as it was sealed', detail }
  expect(checks.filter(({ state }) => state === 'fault')).toEqual([fault])
})

test('an opening entry that isn’t the one in the tree, or that doesn’t exist, is a fault', async () => {
  await checksOf([...SIGNALS, { ...OPENED, trade: { ...NVDA, side: 'sell' } }])
  // Only this reader sees the right trade instead of the signed one.
  const bundle = bytesOf([...SIGNALS, OPENED]).map((bytes) => {
    return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 255), bytes])
  })
  log.instead.set('/log/tile/entries/000.p/4', Buffer.concat(bundle))
  expect((await check()).at(-1)?.detail).toBe('Entry 3 isn’t the one that the log has signed.')
  const answer = await realFetch(`${log.address}/log/signals/${SIGNAL}`)
  const changed = { ...((await answer.json()) as object), opened: 4 }
  log.instead.set(`/log/signals/${SIGNAL}`, JSON.stringify(changed))
  expect((await check()).at(-1)?.detail).toBe('The log has no entry 4.')
})

test('a removed text has only its commitment, and an entry about it changes nothing else', async () => {
  const checks = await checksOf([...SIGNALS, { kind: 'takedown', of: 0, reason: 'law' }])
  expect(checks.map(({ state }) => state)).toEqual(['none', 'ok', 'ok', 'none'])
})
