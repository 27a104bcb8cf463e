// The checks of the page /verify against a real server: they accept its log and name what is wrong with a changed one.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { noteKey, parseCheckpoint } from '#engine/log/note.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { checkSignal, type Verification } from '#web/features/record/verify/check-signal.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

let server: TestServer
let publicId: string
let premiumId: string
const stored = new Map<string, string>()
/** What somebody between the log and the browser changes. */
let tamper: (path: string, body: Buffer) => Buffer

beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    ada: creator({ signals: Array.from({ length: 300 }, (_, i) => `Note ${i}`) }),
  })
  const ada = await server.signIn('ada')
  const post = (content: string, isPremium: boolean) =>
    ada.call(signals.post, { body: { content, isPremium, signalType: 'buy', tickers: ['NVDA'] } })
  publicId = (await post('Breakout: “100 €”\tor 10\\20', false)).id
  premiumId = (await post('For subscribers', true)).id
  const isLogged = async () => (await server.visitor().fetch(`/log/signals/${premiumId}`)).ok
  await vi.waitUntil(isLogged, { timeout: WAIT_TIMEOUT_MS })
})
afterAll(() => server.stop())

beforeEach(() => {
  stored.clear()
  tamper = (_path, body) => body
  const realFetch = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.startsWith('/log')) return await realFetch(path, init)
    const answer = await realFetch(server.origin + path, init)
    const body = tamper(path, Buffer.from(await answer.arrayBuffer()))
    return new Response(new Uint8Array(body), { status: answer.status })
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const inText = (part: string, pattern: RegExp, replacement: string) => (path: string, body: Buffer) =>
  path.includes(part) ? Buffer.from(body.toString().replace(pattern, replacement)) : body

async function checksOf(id: string) {
  const verification: Verification = await checkSignal(id, NOW)
  return verification.found ? verification.checks : []
}
const statesOf = async (id: string) => (await checksOf(id)).map(({ state }) => state)
const faultsOf = async (id: string) =>
  (await checksOf(id)).filter(({ state }) => state === 'fault').map(({ title }) => title)

test('a public signal passes all checks, the last one from the second visit on', async () => {
  expect(await statesOf(publicId)).toEqual(['ok', 'ok', 'ok', 'none'])
  const checks = await checksOf(publicId)
  expect(checks.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(checks[0]?.detail).toBe('“Breakout: “100 €”\tor 10\\20”')
  expect(checks[1]?.title).toMatch(/^It is entry \d+$/)
  expect(checks[3]?.detail).toMatch(/^You last checked at 30\d entries on Nov 23, 2026\.$/)
})

test('a premium signal is in the log, with a text that only its readers can check', async () => {
  expect(await statesOf(premiumId)).toEqual(['none', 'ok', 'ok', 'none'])
})

test('a signal that the log doesn’t know isn’t found', async () => {
  expect(await checkSignal('019a0000-0000-7000-8000-000000000000', NOW)).toEqual({
    found: false,
    isWaiting: false,
    lost: [],
  })
})

test('a changed text, salt or trade is a fault', async () => {
  tamper = inText('/log/signals', /Breakout/, 'Fakeout')
  expect(await faultsOf(publicId)).toEqual(['The text isn’t the one that was committed'])
  tamper = inText('/log/signals', /"salt":"(..)/, '"salt":"00')
  expect(await faultsOf(publicId)).toEqual(['The text isn’t the one that was committed'])
  tamper = inText('/log/signals', /"side":"buy"/, '"side":"sell"')
  expect(await faultsOf(publicId)).toEqual(['The entry isn’t in the log'])
})

test.each([
  [
    'a changed hash',
    /(index \d+\n)\S{43}=/,
    `$1${Buffer.alloc(32, 1).toString('base64')}`,
    'The proof of the entry is wrong',
  ],
  ['a hash too many', /(index \d+\n)(\S+\n)/, '$1$2$2', 'The proof of the entry is wrong'],
  ['a hash too few', /(index \d+\n)\S+\n/, '$1', 'The proof of the entry is wrong'],
  ['the index of another entry', /index \d+/, 'index 7', 'The log has no proof of this entry'],
])('a proof with %s is a fault', async (_name, pattern, replacement, fault) => {
  tamper = inText('/log/proofs', pattern, replacement)
  expect(await faultsOf(publicId)).toEqual([fault])
  expect(stored.size).toBe(fault === 'The log has no proof of this entry' ? 0 : 1)
})

test('a changed tile is a fault', async () => {
  tamper = (path, body) => (path.startsWith('/log/tile/0/001') ? Buffer.alloc(body.length, 1) : body)
  expect(await faultsOf(publicId)).toEqual(['The log’s tiles don’t have its root'])
  tamper = (path, body) => (path.startsWith('/log/tile/1/') ? Buffer.alloc(body.length, 1) : body)
  expect(await faultsOf(publicId)).toEqual(['The log’s tiles don’t have its root'])
  expect(stored.size).toBe(0)
})

test('another signal’s entry is a fault', async () => {
  const other = await (await server.visitor().fetch(`/log/signals/${premiumId}`)).text()
  tamper = (path, body) => (path.includes('/log/signals') ? Buffer.from(other) : body)
  expect(await faultsOf(publicId)).toEqual(['The entry is that of another signal'])
})

test('a changed checkpoint has no valid signature, and its tree isn’t that of the tiles', async () => {
  tamper = inText(
    '/log/proofs',
    /\n(\d+)\n(\S{43}=)\n\n— /,
    '\n$1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— ',
  )
  expect(await faultsOf(publicId)).toEqual([
    'The proof of the entry is wrong',
    'The log isn’t signed by its key',
    'The log’s tiles don’t have its root',
  ])
  expect(stored.size).toBe(0)
})

test('a key that hasn’t signed the log is a fault, and so is one that isn’t a key', async () => {
  const { origin } = parseCheckpoint(await (await server.visitor().fetch('/log/checkpoint')).text())
  const other = noteKey(origin, Buffer.alloc(32, 9)).vkey
  await checksOf(publicId)
  // verify-keys.test.ts covers a known key that no longer signs.
  tamper = (path, body) => (path === '/log/vkey' ? Buffer.from(`${other}\n`) : body)
  expect(await faultsOf(publicId)).toEqual(['The log isn’t signed by its key'])
  tamper = inText('/log/vkey', /^(\S+)\+(\S+)\+(\S+)$/m, '$1+00000000+$3')
  expect(await faultsOf(publicId)).toEqual(['The log’s key can’t be read'])
})

test('a log that was rewritten or cut since the last visit is a fault, and the old checkpoint stays', async () => {
  await checksOf(publicId)
  const [[key, kept] = ['', '']] = stored
  const { note } = JSON.parse(kept) as { note: string }
  const [origin, size, root] = note.split('\n')
  const keep = (text: string) => stored.set(key, JSON.stringify({ ...JSON.parse(kept), note: text }))
  const fault = ['The log you saw last time isn’t inside this one']

  keep(note.replace(`${origin}\n${size}\n`, `${origin}\n${Number(size) + 5}\n`))
  expect(await faultsOf(publicId)).toEqual(fault)
  keep(note.replace(`\n${size}\n${root}`, `\n257\n${root}`))
  const before = stored.get(key)
  expect(await faultsOf(publicId)).toEqual(fault)
  expect(stored.get(key)).toBe(before)
})

test('an earlier state of the log is inside the later one, at every size', async () => {
  const full = await checksOf(publicId)
  expect(full).toHaveLength(4)
  const ada = await server.signIn('ada')
  for (let i = 0; i < 3; i += 1) {
    const { id } = await ada.call(signals.post, {
      body: { content: `Later ${i}`, signalType: 'buy', tickers: ['AMD'] },
    })
    const isLogged = async () =>
      ((await (await server.visitor().fetch(`/log/signals/${id}`)).json()) as { index: number | null })
        .index !== null
    await vi.waitUntil(isLogged, { timeout: WAIT_TIMEOUT_MS })
    // Proofs are cached for two seconds at most, and not by this client.
    expect(await statesOf(id)).toEqual(['ok', 'ok', 'ok', 'ok'])
  }
})
