// Signals reach the log, and a stranger can check that: from tiles, proofs and entries alone.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leafHash, rootOf, verifyConsistency, verifyInclusion } from '#engine/log/merkle.ts'
import { openNote, parseCheckpoint } from '#engine/log/note.ts'
import { consistencyRanges, hashesOf, tilesFor } from '#engine/log/tree.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let stranger: Browser
let ada: Browser
const get = async (path: string) => {
  const response = await stranger.fetch(path)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const getText = async (path: string) => (await get(path)).bytes.toString()
const queued = async () =>
  (await server.deps.pool.query<{ n: number }>('select count(*)::int as n from record_queue')).rows[0]?.n
const post = (author: Browser, fields: Partial<Parameters<typeof body>[0]> = {}) =>
  author.call(signals.post, { body: body(fields) })
const body = (fields: { content?: string; isPremium?: boolean; tickers?: string[] }) => ({
  content: 'Breakout above the range',
  signalType: 'buy' as const,
  tickers: ['NVDA'],
  ...fields,
})
/** Waits until everything posted is in the log, and returns all its entries, from the bundles. */
async function entries(): Promise<{ bytes: Buffer; entry: Record<string, unknown> }[]> {
  await expect.poll(queued).toBe(0)
  const { size } = parseCheckpoint(await getText('/log/checkpoint'))
  const found: Buffer[] = []
  for (let from = 0; from < size; from += 256) {
    const width = Math.min(256, size - from)
    const { bytes } = await get(`/log/tile/entries/${tilePath(from / 256, width)}`)
    for (let at = 0; at < bytes.length;) {
      const length = bytes.readUInt16BE(at)
      found.push(bytes.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return found.map((bytes) => ({ bytes, entry: JSON.parse(bytes.toString()) as Record<string, unknown> }))
}
const tilePath = (n: number, width: number) =>
  `${String(n).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`
const sha256 = (...parts: (Buffer | string)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest('hex')

beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    ada: creator({}),
    cleo: creator({ isPublic: false }),
    bob: member({ follows: ['ada'] }),
  })
  stranger = server.visitor()
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

test('a posted signal gets an entry, whose inclusion a stranger proves from the proof and the key alone', async () => {
  const signal = await post(ada, { content: 'First in the log' })
  const all = await entries()
  const index = all.findIndex(({ entry }) => entry['signal'] === signal.id)
  expect(index).toBeGreaterThanOrEqual(0)
  const vkey = (await getText('/log/vkey')).trim()
  const proof = await getText(`/log/proofs/${index}.tlog-proof`)
  const [head = '', ...rest] = proof.split('\n\n')
  const note = rest.join('\n\n')
  const [format, line, ...hashes] = head.split('\n')
  expect(format).toBe('c2sp.org/tlog-proof@v1')
  expect(line).toBe(`index ${index}`)
  const text = openNote(note, vkey)
  expect(text).not.toBeNull()
  const { size, root, origin } = parseCheckpoint(text ?? '')
  expect(origin).toBe(`${new URL(server.origin).host}/log`)
  const decoded = hashes.map((hash) => Buffer.from(hash, 'base64'))
  const leaf = leafHash(all[index]?.bytes ?? Buffer.alloc(0))
  expect(verifyInclusion(index, size, leaf, decoded, root)).toBe(true)
})

test('the entry has the trade in the open and only a commitment to the text', async () => {
  const signal = await post(ada, { content: 'A secret reason', tickers: ['NVDA', 'GC=F'] })
  const found = (await entries()).find(({ entry }) => entry['signal'] === signal.id)
  const { text_salt: salt } = (
    await server.deps.pool.query<{ text_salt: Buffer }>('select text_salt from signals where id = $1', [
      signal.id,
    ])
  ).rows[0] ?? { text_salt: Buffer.alloc(0) }
  expect(found?.bytes.toString()).not.toContain('secret')
  expect(found?.entry).toMatchObject({
    v: 2,
    kind: 'signal',
    time: new Date(signal.createdAt).toISOString(),
    trade: { horizon: null, only: null, side: 'buy', tickers: ['NVDA'] },
    // Written by hand: RFC 8785 sorts the keys.
    text: sha256(
      salt,
      `{"others":["GC=F"],"premium":false,"signal":"${signal.id}","text":"A secret reason","v":1}`,
    ),
  })
})

test('trades of premium signals and of private authors are sealed for 90 days', async () => {
  const cleo = await server.signIn('cleo')
  const [premium, hidden] = [await post(ada, { isPremium: true, tickers: ['TSLA'] }), await post(cleo)]
  const all = await entries()
  for (const signal of [premium, hidden]) {
    const found = all.find(({ entry }) => entry['signal'] === signal.id)
    expect(found?.entry).not.toHaveProperty('trade')
    expect(found?.bytes.toString()).not.toMatch(/TSLA|NVDA/)
    const opens = new Date(new Date(signal.createdAt).getTime() + 90 * 86_400_000).toISOString()
    expect(found?.entry['opens']).toBe(opens)
    const { rows } = await server.deps.pool.query<{ salt: Buffer; trade: { tickers: string[] } }>(
      'select salt, trade from record_trades where signal_id = $1',
      [signal.id],
    )
    const [kept] = rows
    const trade = `{"horizon":null,"only":null,"side":"buy","tickers":${JSON.stringify(kept?.trade.tickers)}}`
    expect(found?.entry['sealed']).toBe(sha256(kept?.salt ?? '', trade))
  }
})

test('the entries of an author are numbered and chained, under an id that is not the account’s', async () => {
  await post(ada, { content: 'One more' })
  const all = await entries()
  const first = all.find(({ entry }) => entry['kind'] === 'signal')?.entry['author']
  const chain = all.filter(({ entry }) => entry['author'] === first)
  expect(chain.length).toBeGreaterThan(2)
  expect(chain.map(({ entry }) => entry['seq'])).toEqual(chain.map((_, i) => i))
  expect(chain.map(({ entry }) => entry['prev'])).toEqual([
    null,
    ...chain.slice(0, -1).map(({ bytes }) => leafHash(bytes).toString('hex')),
  ])
  const ids = await server.deps.db.selectFrom('users').select('id').execute()
  expect(ids.map(({ id }) => id)).not.toContain(first)
})

test('tiles have the leaf hashes of the entries, and earlier checkpoints stay inside later ones', async () => {
  const before = parseCheckpoint(await getText('/log/checkpoint'))
  for (let i = 0; i < 5; i++) await post(ada, { content: `More to log ${i}` })
  const all = await entries()
  const after = parseCheckpoint(await getText('/log/checkpoint'))
  expect(after.size).toBeGreaterThanOrEqual(before.size + 5)
  const leaves = all.map(({ bytes }) => leafHash(bytes))
  const { bytes: tile } = await get(`/log/tile/0/${tilePath(0, after.size)}`)
  expect(tile).toEqual(Buffer.concat(leaves))
  expect(rootOf(leaves)).toEqual(after.root)
  const ranges = consistencyRanges(before.size, after.size)
  const proof = hashesOf(
    ranges,
    tilesFor(ranges).map((place) => ({ ...place, hashes: tile })),
  )
  expect(verifyConsistency(before.size, after.size, proof, before.root, after.root)).toBe(true)
})

test('the log is open to every origin, and its tiles may be kept permanently', async () => {
  await entries()
  const checkpoint = await get('/log/checkpoint')
  expect(checkpoint.headers.get('access-control-allow-origin')).toBe('*')
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(checkpoint.headers.get('set-cookie')).toBeNull()
  expect(
    Number(/max-age=(\d+)/.exec(checkpoint.headers.get('cache-control') ?? '')?.[1]),
  ).toBeLessThanOrEqual(5)
  const tile = await get('/log/tile/0/000.p/1')
  expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(tile.headers.get('content-type')).toBe('application/octet-stream')
})

test.each([
  '/log/tile/0/999',
  '/log/tile/0/000.p/256',
  '/log/tile/0/000.p/0',
  '/log/tile/0/0',
  '/log/tile/0/x000/000',
  '/log/tile/00/000.p/1',
  '/log/tile/1/000.p/1',
  '/log/tile/64/000',
  '/log/tile/-1/000',
  '/log/tile/entries/000',
  '/log/tile/entries/x999/x999/x999/x999/999',
  '/log/proofs/999999.tlog-proof',
  '/log/proofs/-1.tlog-proof',
  '/log/proofs/01.tlog-proof',
  '/log/proofs/0',
])('%s isn’t part of the log, and is not found', async (path) => {
  await entries()
  expect((await get(path)).status).toBe(404)
})

test.each([
  "update record_entries set bytes = 'x'",
  'delete from record_entries',
  "update record_tiles set hashes = overlay(hashes placing '\\x00'::bytea from 1 for 1)",
  'delete from record_tiles',
  "update record_checkpoints set note = 'x'",
  'delete from record_checkpoints',
  "update signals set text_salt = decode(repeat('00', 32), 'hex')",
  'update signals set trade_salt = null',
])('the database refuses the server, and even its owner: %s', async (statement) => {
  await entries()
  await expect(server.deps.pool.query(statement)).rejects.toThrow(
    /permission denied|append-only|cannot be changed/,
  )
  await expect(asOwner(server.database, statement)).rejects.toThrow(/append-only|cannot be changed/)
})
