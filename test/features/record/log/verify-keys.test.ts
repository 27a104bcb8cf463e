// Readers of a log whose key was changed: for 90 days both keys sign, and a reader of either accepts it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type NoteKey, noteKey } from '#engine/log/note.ts'
import { checkSignal } from '#web/features/record/verify/check-signal.ts'
import { ADA, bytesOf, type MadeUp, serveLog } from './made-up-log.ts'
import { hasPython, runPython } from './run-python.ts'

const NAME = 'made-up.test/log'
const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => noteKey(NAME, Buffer.alloc(32, byte))) as [
  NoteKey,
  NoteKey,
  NoteKey,
]
const SIGNAL = '019a0000-0000-7000-8000-000000000001'
const ENTRIES: MadeUp[] = [
  {
    kind: 'signal',
    author: ADA,
    signal: SIGNAL,
    text: '33'.repeat(32),
    trade: { horizon: null, side: 'buy', tickers: ['AMD'] },
  },
]
const named = (key: NoteKey): MadeUp => ({ kind: 'key', vkey: key.vkey })
const cleanUp: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

/** The address of a log of these entries. `shown` are the keys of `/log/vkey`. */
async function logOf(entries: MadeUp[], shown: NoteKey[], signers: NoteKey[]): Promise<string> {
  const log = await serveLog(bytesOf(entries), { keys: shown, signers })
  cleanUp.push(() => log.close())
  return log.address
}
const before = () => logOf(ENTRIES, [OLD], [OLD])
const during = () => logOf([...ENTRIES, named(NEW)], [NEW, OLD], [NEW, OLD])
const after = () => logOf([...ENTRIES, named(NEW)], [NEW, OLD], [NEW])

// The program is for strangers' machines; ours need neither Python nor openssl.
describe.skipIf(!hasPython)('verify-record.py', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalpost-keys-'))
    cleanUp.push(() => rm(folder, { recursive: true, force: true }))
  })
  const run = (address: string, ...args: string[]) => runPython(folder, address, ...args)

  test('accepts a log that both keys sign, by either key', async () => {
    const address = await during()
    for (const vkey of [OLD.vkey, NEW.vkey]) {
      const { code, output } = await run(address, `--vkey=${vkey}`)
      expect(output).toContain(`ok     the key that the log named last signs it: ${NEW.vkey}`)
      expect(code).toBe(0)
    }
  })

  test('remembers the key of the last visit, and accepts a new one that it signs beside', async () => {
    expect((await run(await before())).code).toBe(0)
    const { code, output } = await run(await during())
    expect(output).toContain(`ok     the key of your last visit signs it beside a new one: ${NEW.vkey}`)
    expect(code).toBe(0)
    // From then on it knows the new key.
    expect((await run(await after())).code).toBe(0)
  })

  test('names a new key that the old one doesn’t vouch for', async () => {
    await run(await before())
    const { code, output } = await run(await after())
    expect(output).toContain(`FAULT  the checkpoint isn't signed by the key ${OLD.vkey}`)
    expect(code).toBe(1)
    // A reader who got the new key from elsewhere says so.
    expect((await run(await after(), `--vkey=${NEW.vkey}`)).code).toBe(0)
  })

  test('names a log that is not signed by the key that it named last', async () => {
    const { code, output } = await run(await logOf([...ENTRIES, named(OTHER)], [OLD], [OLD]))
    expect(output).toContain(`FAULT  the checkpoint isn't signed by the key ${OTHER.vkey}`)
    expect(code).toBe(1)
  })
})

describe('the browser', () => {
  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    })
    cleanUp.push(() => void vi.unstubAllGlobals())
  })
  const realFetch = fetch
  async function signature(address: string) {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(address + path, init))
    const verification = await checkSignal(SIGNAL, Date.parse('2026-03-04T12:00:00Z'))
    return verification.found ? verification.checks[2] : undefined
  }

  test('accepts a new key if the known one signs beside it, and knows it from then on', async () => {
    expect((await signature(await before()))?.state).toBe('ok')
    expect(await signature(await during())).toMatchObject({
      state: 'ok',
      detail: 'A checkpoint of 2 entries. Its key is new, and the one that you know signs beside it.',
    })
    expect(await signature(await after())).toMatchObject({
      state: 'ok',
      detail: 'A checkpoint of 2 entries.',
    })
  })

  test('names a new key that the known one doesn’t vouch for', async () => {
    await signature(await before())
    expect(await signature(await after())).toMatchObject({
      state: 'fault',
      title: 'The log’s key isn’t the one that you saw last time',
    })
  })
})
