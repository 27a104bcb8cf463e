// What opens the log's commitments for those who may read a signal; the last checkpoints of days; the method's text.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNote, parseCheckpoint } from '#engine/log/note.ts'
import { record } from '#shared/contracts/record.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const DAY_MS = 86_400_000
const clock = settableClock()
let server: TestServer
let ada: Browser
let bob: Browser
let dan: Browser

beforeAll(async () => {
  server = await startServer({ clock })
  await buildPeople(server.deps, { ada: creator({}), bob: member(), dan: member({ subscribesTo: ['ada'] }) })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
  dan = await server.signIn('dan')
})
afterAll(() => server.stop())

const post = (fields: { isPremium?: boolean } = {}) =>
  ada.call(signals.post, {
    body: {
      content: 'Breakout',
      signalType: 'sell',
      tickers: ['NVDA', 'GC=F'],
      intent: 'bearish',
      ...fields,
    },
  })
const opening = (viewer: Browser, id: string) => viewer.call(record.opening, { params: { id } })
const get = (path: string) => server.visitor().fetch(path)
const getText = async (path: string) => (await get(path)).text()
async function logged(id: string) {
  const answer = async () => {
    const response = await get(`/log/signals/${id}`)
    return response.ok
      ? ((await response.json()) as { index: number | null; entry: { text: string; sealed: string } })
      : null
  }
  await expect.poll(async () => (await answer())?.index ?? null).not.toBeNull()
  const found = await answer()
  if (!found) throw new Error('not logged')
  return found
}
const sha256 = (...parts: (Buffer | string)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest('hex')

test('a subscriber opens text and trade of a premium signal; others cannot', async () => {
  const { id } = await post({ isPremium: true })
  const { index, entry } = await logged(id)
  for (const viewer of [ada, dan]) {
    const opened = await opening(viewer, id)
    expect(opened.index).toBe(index)
    // Written by hand: RFC 8785 sorts the keys.
    expect(
      sha256(
        Buffer.from(opened.text?.salt ?? '', 'hex'),
        `{"details":{"intent":"bearish"},"others":["GC=F"],"premium":true,"signal":"${id}","text":"Breakout","v":1}`,
      ),
    ).toBe(entry.text)
    expect(
      sha256(
        Buffer.from(opened.trade?.salt ?? '', 'hex'),
        '{"horizon":null,"only":null,"side":"sell","tickers":["NVDA"]}',
      ),
    ).toBe(entry.sealed)
    expect(opened.text?.value.text).toBe('Breakout')
    expect(opened.trade?.value.side).toBe('sell')
  }
  await expect(opening(bob, id)).rejects.toMatchObject({ status: 403 })
})

test('the text of a withdrawn signal is opened only for its author', async () => {
  const { id } = await post()
  await logged(id)
  expect((await opening(bob, id)).text?.value.text).toBe('Breakout')
  await ada.call(signals.withdraw, { params: { id } })
  expect((await opening(bob, id)).text).toBeNull()
  expect((await opening(ada, id)).text?.value.text).toBe('Breakout')
})

test('each day’s last checkpoint is kept, signed, and without a time stamp', async () => {
  await logged((await post()).id)
  const first = clock.now().toISOString().slice(0, 10)
  const size = parseCheckpoint(await getText('/log/checkpoint')).size
  // A day without posts has none.
  clock.pass(2 * DAY_MS)
  ada = await server.signIn('ada')
  await logged((await post()).id)
  const days = (await (await get('/log/days')).json()) as { day: string; size: number; stamped: boolean }[]
  const newest = parseCheckpoint(await getText('/log/checkpoint')).size
  expect(days).toEqual([
    { day: first, epoch: 1, size, at: expect.any(String) as unknown, stamped: false },
    {
      day: clock.now().toISOString().slice(0, 10),
      epoch: 1,
      size: newest,
      at: expect.any(String) as unknown,
      stamped: false,
    },
  ])
  const kept = await get(`/log/days/${first}`)
  expect(kept.headers.get('cache-control')).toContain('immutable')
  expect(kept.headers.get('access-control-allow-origin')).toBe('*')
  const note = await kept.text()
  const vkey = (await getText('/log/vkey')).trim()
  expect(parseCheckpoint(openNote(note, vkey) ?? '').size).toBe(size)
  expect((await get(`/log/days/${first}.tsr`)).status).toBe(404)
  expect((await get('/log/days/2001-01-01')).status).toBe(404)
  expect((await get('/log/days/x')).status).toBe(404)
})

test('the log commits once to the exact bytes of the method in use, which it serves', async () => {
  await logged((await post()).id)
  const { rows } = await server.deps.pool.query<{ bytes: Buffer }>(
    "select bytes from record_entries where kind = 'method'",
  )
  expect(rows).toHaveLength(1)
  const served = Buffer.from(await (await get('/log/method/2')).arrayBuffer())
  expect(JSON.parse(rows[0]?.bytes.toString() ?? '')).toEqual({
    v: 1,
    kind: 'method',
    time: expect.any(String) as unknown,
    method: 2,
    sha256: sha256(served),
  })
  // The earlier method's text is still served, for logs that began with it.
  const earlier = await get('/log/method/1')
  expect(earlier.status).toBe(200)
  expect(await earlier.text()).not.toBe(served.toString())
  expect((await get('/log/method/3')).status).toBe(404)
})
