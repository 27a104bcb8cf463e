// A log that was restored from a backup names what was lost. The browser and verify-record.py follow it back, and refuse one that lies.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkSignal } from '#web/features/record/verify/check-signal.ts'
import {
  ALL,
  idOf,
  KEPT,
  KEY,
  keyOf,
  lastOf,
  type Lie,
  LIES,
  NEXT,
  OLD,
  serveRestored,
  signal,
  SIZE,
} from './made-up-epochs.ts'
import { bytesOf, type MadeUpLog, serveLog } from './made-up-log.ts'
import { hasPython, runPython } from './run-python.ts'

let folder: string
let log: MadeUpLog | undefined
const stored = new Map<string, string>()
const realFetch = fetch
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalpost-seams-'))
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  log?.close()
  await rm(folder, { recursive: true, force: true })
})

async function showRestored(lie?: Lie) {
  log?.close()
  log = await serveRestored(lie)
}
async function serveOriginal(entries = ALL) {
  log?.close()
  log = await serveLog(entries, { keys: [KEY] })
}

const python = (...words: string[]) => runPython(folder, log?.address ?? '', ...words)
async function inBrowser(n: number) {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch((log?.address ?? '') + path, init))
  const found = await checkSignal(idOf(n), Date.parse('2026-03-04T12:00:00Z'))
  if (!found.found) return found.lost
  const faults = found.checks.filter(({ state }) => state === 'fault').map(({ title }) => title)
  return faults.length > 0 ? faults : found.checks.map(({ detail }) => detail)
}

test('an honest log passes: the browser checks signals of both epochs, and says what was lost', async () => {
  await showRestored()
  for (const n of [KEPT - 1, SIZE + 1])
    expect(await inBrowser(n)).toContain('Entries 6 to 9 were lost. The reason: The disk failed.')
  expect(await inBrowser(SIZE - 1)).toEqual(['Entries 6 to 9 were lost on Mar 3, 2026.'])
})

test.skipIf(!hasPython)('an honest log passes in Python too, with every entry of both epochs', async () => {
  await showRestored()
  for (const n of [KEPT - 1, SIZE + 1]) {
    const { code, output } = await python(idOf(n))
    expect(output).toContain(
      "ok     restored from a backup at 2026-03-03 15:00:00; entries 6 to 9 were lost: 'The disk failed.'",
    )
    expect(output).toContain(`ok     the signal is entry ${n} of ${n < KEPT ? KEPT : SIZE + 2}`)
    expect(output).toContain('7 signal, 1 continues')
    expect(code).toBe(0)
  }
  // A reader who knows the key from before the restore.
  expect((await python(`--vkey=${KEY.vkey}`)).code).toBe(0)
})

test.each(LIES)('the browser and verify-record.py refuse a log that lies: %s', async (_what, lie) => {
  await showRestored(lie)
  expect(await inBrowser(SIZE + 1)).toContain('What the log says of its restore from a backup is wrong')
  expect(stored.size).toBe(0)
  if (!hasPython) return
  const { code, output } = await python()
  expect(output).toMatch(/^FAULT {2}/m)
  expect(code).toBe(1)
})

test('a reader who saw entries that are listed as lost sees which, and one who saw more is warned', async () => {
  const title = 'The log you saw last time isn’t the one that was restored'
  for (const seen of [ALL, ALL.slice(0, SIZE - 1), OLD]) {
    stored.clear()
    await serveOriginal(seen)
    await inBrowser(0)
    await showRestored()
    expect(await inBrowser(0)).toContain('Entries 6 to 9 were lost. The reason: The disk failed.')
    // From then on it compares the new epoch.
    expect(stored.get('log-checkpoint')).toContain(NEXT)
    expect((await inBrowser(0)).at(3)).toMatch(/^You last checked at 2 entries/)
  }
  for (const seen of [
    bytesOf(Array.from({ length: SIZE + 1 }, (_, n) => signal(n))),
    bytesOf([...Array.from({ length: SIZE - 1 }, (_, n) => signal(n)), signal(99)]),
  ]) {
    stored.clear()
    await serveOriginal(seen)
    await inBrowser(0)
    await showRestored()
    expect(await inBrowser(0)).toEqual([title])
  }
})

test.skipIf(!hasPython)('verify-record.py also says which entries a reader saw were lost', async () => {
  await serveOriginal()
  await python()
  await showRestored()
  expect(await python()).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      'ok     the 10 entries of your last visit are those of which some were lost',
    ) as unknown,
  })
  // The log before the restore is then shown as the newest.
  await serveOriginal(OLD)
  expect((await python()).output).toContain('FAULT  the log went on as made-up.test/log/2 at your last visit')
  await rm(join(folder, 'verify-record.json'))
  await serveOriginal(bytesOf(Array.from({ length: SIZE + 1 }, (_, n) => signal(n))))
  await python()
  await showRestored()
  expect((await python()).output).toContain("doesn't admit that they are lost")
})

test('a reader is warned of a key that the previous one doesn’t vouch for', async () => {
  await serveOriginal()
  await inBrowser(0)
  await showRestored({
    seam: { last: lastOf(ALL, keyOf(2)), vkey: keyOf(2, NEXT).vkey },
    signer: keyOf(2),
    next: keyOf(2, NEXT),
  })
  expect(await inBrowser(0)).toContain('The log’s key isn’t the one that you saw last time')
})
