// verify-record.py reads logs that are hashed and signed correctly but whose entries lie, and names the lie.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { noteKey } from '#engine/log/note.ts'
import { ADA, BEN, bytesOf, type MadeUp, serveLog } from './made-up-log.ts'
import { hasPython, type Run, runPython } from './run-python.ts'

const KEY = noteKey('made-up.test/log', Buffer.alloc(32, 1))
const cleanUp: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

async function verify(entries: readonly MadeUp[]): Promise<Run> {
  const log = await serveLog(bytesOf(entries), { keys: [KEY] })
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-verify-'))
  cleanUp.push(
    () => log.close(),
    () => rm(folder, { recursive: true, force: true }),
  )
  return await runPython(folder, log.address)
}

/** The commitment to a trade, written by hand in the order of RFC 8785. */
const sealedAs = (salt: string, { side, ticker }: { side: string; ticker: string }) =>
  createHash('sha256')
    .update(Buffer.from(salt, 'hex'))
    .update(`{"horizon":null,"side":"${side}","tickers":["${ticker}"]}`)
    .digest('hex')
const trade = (side: string, ticker: string) => ({ horizon: null, side, tickers: [ticker] })
const [SALT, OTHER_SALT] = ['11'.repeat(32), '22'.repeat(32)]
const [text, opens] = ['33'.repeat(32), '2026-06-01T15:00:00.000Z']
const sealed = (author: string, signal: string, ticker: string): MadeUp => ({
  kind: 'signal',
  author,
  signal,
  text,
  opens,
  sealed: sealedAs(SALT, { side: 'buy', ticker }),
})
const inTheOpen = (author: string, signal: string): MadeUp => ({
  kind: 'signal',
  author,
  signal,
  text,
  trade: trade('buy', 'AMD'),
})
const opened = { kind: 'open', author: ADA, of: 0, salt: SALT, trade: trade('buy', 'NVDA') }
/** Entry 0 is sealed, 1 is another sealed one, 2 is in the open, 3 is Ben's. */
const SIGNALS = [
  sealed(ADA, 'a0', 'NVDA'),
  sealed(ADA, 'a1', 'TSLA'),
  inTheOpen(ADA, 'a2'),
  sealed(BEN, 'b0', 'NVDA'),
]

// The program is for strangers' machines; ours need neither Python nor openssl.
describe.skipIf(!hasPython)('reading every entry', () => {
  test('accepts a trade that is opened as it was sealed, a withdrawal and a removed text', async () => {
    const { code, output } = await verify([
      ...SIGNALS,
      opened,
      { kind: 'withdraw', author: ADA, of: 2 },
      { kind: 'takedown', of: 3, reason: 'law' },
      { kind: 'leave', author: BEN },
    ])
    expect(output).toContain(': 4 signal, 1 open, 1 withdraw, 1 takedown, 1 leave')
    expect(code).toBe(0)
  })

  const anotherTrade = 'FAULT  entry 4 opens another trade than the one that was sealed'
  const notAbout = 'FAULT  entry 4 isn’t about a signal of its author'.replace('’', "'")
  test.each<[string, MadeUp, string]>([
    ['another side of a trade', { ...opened, trade: trade('sell', 'NVDA') }, anotherTrade],
    ['another ticker of a trade', { ...opened, trade: trade('buy', 'TSLA') }, anotherTrade],
    ['another salt', { ...opened, salt: OTHER_SALT }, anotherTrade],
    ['the opening of another signal', { ...opened, of: 1 }, anotherTrade],
    ['the opening of a signal that was never sealed', { ...opened, of: 2 }, anotherTrade],
    ['the opening of another author’s signal', { ...opened, of: 3 }, notAbout],
    ['the opening of itself', { ...opened, of: 4 }, notAbout],
    ['the opening of a signal that doesn’t exist', { ...opened, of: 999 }, notAbout],
    ['a removed text that doesn’t exist', { kind: 'takedown', of: 999, reason: 'law' }, notAbout],
    ['a removed text that comes later', { kind: 'takedown', of: 5, reason: 'rules' }, notAbout],
    [
      'a removed text without a reason',
      { kind: 'takedown', of: 0, reason: 'law', note: 'please' },
      'FAULT  entry 4 has a form that this program doesn’t know'.replace('’', "'"),
    ],
    ['the withdrawal of another author’s signal', { kind: 'withdraw', author: ADA, of: 3 }, notAbout],
  ])('names %s', async (_name, entry, fault) => {
    const { code, output } = await verify([...SIGNALS, entry, inTheOpen(BEN, 'b1')])
    expect(output).toContain(fault)
    expect(code).toBe(1)
  })

  test('names a trade that is opened twice', async () => {
    const { code, output } = await verify([...SIGNALS, opened, opened])
    expect(output).toContain('FAULT  entry 5 opens a trade that was opened before')
    expect(code).toBe(1)
  })
})
