// A rewritten log that still shows the lower tiles of the old one: both verifiers report it. Tiles that aren't in the signed tree
// would otherwise make an old checkpoint fit.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { leafHash } from '#engine/log/merkle.ts'
import { noteKey } from '#engine/log/note.ts'
import { checkSignal } from '#web/features/record/verify/check-signal.ts'
import { ADA, bytesOf, type MadeUpLog, serveLog } from './made-up-log.ts'
import { hasPython, runPython } from './run-python.ts'

const KEY = noteKey('made-up.test/log', Buffer.alloc(32, 1))
const idOf = (place: number) => `019a0000-0000-7000-8000-${String(place).padStart(12, '0')}`
const signal = (place: number, ticker: string) => ({
  kind: 'signal',
  author: ADA,
  signal: idOf(place),
  text: '33'.repeat(32),
  trade: { horizon: null, side: 'buy', tickers: [ticker] },
})
const bytesWith = (ticker: string) =>
  bytesOf(Array.from({ length: 300 }, (_, place) => signal(place, place === 50 ? ticker : 'AMD')))
const [BEFORE, AFTER] = [bytesWith('NVDA'), bytesWith('TSLA')]
/** The bytes of an entry bundle. */
const bundleOf = (entries: readonly Buffer[]) =>
  Buffer.concat(entries.flatMap((bytes) => [Buffer.of(bytes.length >> 8, bytes.length & 255), bytes]))

const cleanUp: (() => Promise<void> | void)[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

async function serve(entries: readonly Buffer[]): Promise<MadeUpLog> {
  const log = await serveLog(entries, { keys: [KEY] })
  cleanUp.push(() => log.close())
  return log
}

/** The log was rewritten at entry 50, signed anew, and shows the old hashes of its first 256 entries. */
async function serveForged(): Promise<MadeUpLog> {
  const log = await serve(AFTER)
  log.instead.set('/log/tile/0/000', Buffer.concat(BEFORE.slice(0, 256).map((bytes) => leafHash(bytes))))
  return log
}

const realFetch = fetch
async function checksOf(log: MadeUpLog, stored: Map<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(log.address + path, init))
  const verification = await checkSignal(idOf(90), Date.parse('2026-06-02T12:00:00Z'))
  return verification.found ? verification.checks.map(({ state, title }) => [state, title]) : []
}

test('a browser that saw the first 100 entries notices that one of them was changed', async () => {
  const stored = new Map<string, string>()
  await checksOf(await serve(BEFORE.slice(0, 100)), stored)
  expect((await checksOf(await serve(BEFORE), new Map(stored))).at(-1)).toEqual([
    'ok',
    'The log you saw last time is still inside',
  ])
  expect((await checksOf(await serveForged(), stored)).at(-1)).toEqual([
    'fault',
    'The log you saw last time isn’t inside this one',
  ])
})

// The program is for strangers' machines; ours need neither Python nor openssl.
describe.skipIf(!hasPython)('verify-record.py', () => {
  const runOn = async (log: MadeUpLog, folder: string, ...args: string[]) =>
    await runPython(folder, log.address, ...args)
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalpost-forged-'))
    cleanUp.push(() => rm(folder, { recursive: true, force: true }))
    return folder
  }
  const FAULT = "FAULT  /log/tile/0/000 isn't the one below the tile above"

  test('notices a changed entry too', async () => {
    const folder = await newFolder()
    await runOn(await serve(BEFORE.slice(0, 100)), folder)
    expect(await runOn(await serve(BEFORE), folder)).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        'the 100 entries of your last visit are still its beginning',
      ) as unknown,
    })
    const other = await newFolder()
    await runOn(await serve(BEFORE.slice(0, 100)), other)
    expect(await runOn(await serveForged(), other)).toMatchObject({
      code: 1,
      output: expect.stringContaining(FAULT) as unknown,
    })
  })

  test('names entries that aren’t in the signed tree, even if the tile of their hashes matches them', async () => {
    const log = await serveForged()
    log.instead.set('/log/tile/entries/000', bundleOf(BEFORE.slice(0, 256)))
    expect(await runOn(log, await newFolder())).toMatchObject({
      code: 1,
      output: expect.stringContaining(FAULT) as unknown,
    })
    expect(await runOn(log, await newFolder(), idOf(90))).toMatchObject({
      code: 1,
      output: expect.stringContaining(FAULT) as unknown,
    })
  })

  test('names entries that are missing at the end', async () => {
    const log = await serve(AFTER)
    log.instead.set('/log/tile/entries/001.p/44', bundleOf(AFTER.slice(256, 299)))
    expect(await runOn(log, await newFolder())).toMatchObject({
      code: 1,
      output: expect.stringContaining('FAULT  the log shows 299 entries instead of 300') as unknown,
    })
  })
})
