// Withdrawing a signal: its text is hidden from everybody, everywhere, and nothing else of it goes away.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCheckpoint } from '#engine/log/note.ts'
import { findSharedPage } from '#server/features/sharing/find-shared-page.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

const TEXT = 'Breakout above the range, says @bob'
let server: TestServer
let ada: Browser
let bob: Browser
let dan: Browser
let stranger: Browser

beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    ada: creator({ priceCents: 800 }),
    eve: creator({}),
    bob: member({ follows: ['ada'] }),
    dan: member({ subscribesTo: ['ada'] }),
  })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
  dan = await server.signIn('dan')
  stranger = server.visitor()
})
afterAll(() => server.stop())

const post = (fields: { isPremium?: boolean } = {}) =>
  ada.call(signals.post, {
    body: { content: TEXT, signalType: 'buy', tickers: ['NVDA'], intent: 'bullish', ...fields },
  })
const byId = (viewer: Browser, id: string) => viewer.call(signals.byId, { params: { id } })
const withdraw = (author: Browser, id: string) => author.call(signals.withdraw, { params: { id } })
const textOf = async (path: string) => (await stranger.fetch(path)).text()

type Entry = { kind: string; index: number; of?: number; author?: string; seq?: number; signal?: string }
async function entries(): Promise<Entry[]> {
  const queued = 'select count(*)::int as n from record_queue'
  await expect.poll(async () => (await server.deps.pool.query<{ n: number }>(queued)).rows[0]?.n).toBe(0)
  const { rows } = await server.deps.pool.query<{ index: number; bytes: Buffer }>(
    'select index, bytes from record_entries order by index',
  )
  return rows.map(({ index, bytes }) => ({ ...(JSON.parse(bytes.toString()) as Entry), index }))
}

test('everybody, including subscribers and the author, sees a notice instead of a withdrawn text', async () => {
  const { id } = await post()
  const premium = await post({ isPremium: true })
  expect(await withdraw(ada, id)).toMatchObject({ id, hidden: 'withdrawn' })
  await withdraw(ada, premium.id)
  for (const viewer of [ada, bob, dan]) {
    const seen = await byId(viewer, id)
    expect(seen).toMatchObject({ hidden: 'withdrawn', signalType: 'buy', intent: 'bullish', isLocked: false })
    expect(seen).not.toHaveProperty('content')
    expect(seen).not.toHaveProperty('mentions')
  }
  expect(await byId(dan, premium.id)).toMatchObject({ hidden: 'withdrawn', isLocked: false })
  expect(await byId(dan, premium.id)).not.toHaveProperty('content')
  expect(await byId(bob, premium.id)).toMatchObject({ hidden: 'withdrawn', isLocked: true })
})

test('a withdrawn signal stays in feeds, in its author’s list and under its ticker, without the text', async () => {
  const { id, userId } = await post()
  // The delivery and the list of the ticker follow within moments.
  const find = async (viewer: Browser, query: object) =>
    (await viewer.call(signals.feed, { query })).find((signal) => signal.id === id)
  await expect.poll(() => find(bob, {})).toBeDefined()
  await expect.poll(() => find(bob, { ticker: 'NVDA' })).toBeDefined()
  await withdraw(ada, id)
  const lists = [
    await find(bob, {}),
    await find(bob, { scope: 'everyone' }),
    await find(bob, { ticker: 'NVDA' }),
    (await bob.call(signals.byUser, { params: { id: userId }, query: {} })).find(
      (signal) => signal.id === id,
    ),
  ]
  for (const found of lists) {
    expect(found).toMatchObject({ hidden: 'withdrawn', signalType: 'buy' })
    expect(found).not.toHaveProperty('content')
  }
})

test('after a withdrawal, a feed cached by a browser is sent again', async () => {
  const { id } = await post()
  const ask = (etag: string) => bob.fetch('/api/signals/feed', { headers: { 'if-none-match': etag } })
  await expect.poll(async () => (await bob.fetch('/api/signals/feed')).text()).toContain(id)
  const etag = (await bob.fetch('/api/signals/feed')).headers.get('etag') ?? ''
  expect((await ask(etag)).status).toBe(304)
  await withdraw(ada, id)
  const again = await ask(etag)
  expect(again.status).toBe(200)
  const found = ((await again.json()) as { id: string; content?: string }[]).find((one) => one.id === id)
  expect(found).toMatchObject({ hidden: 'withdrawn' })
  expect(found?.content).toBeUndefined()
})

test('on other sites, a link to a withdrawn signal shows that it was withdrawn', async () => {
  const { id } = await post()
  const before = await findSharedPage(server.deps, `/signal/${id}`)
  expect(JSON.stringify(before)).toContain('Breakout')
  await withdraw(ada, id)
  const { card, preview } = await findSharedPage(server.deps, `/signal/${id}`)
  expect(JSON.stringify({ card, preview })).not.toContain('Breakout')
  expect(card).toMatchObject({ text: 'Withdrawn by its author' })
  expect(preview.description).toContain('Withdrawn by its author')
  // Sites that cached the picture ask for another one.
  expect(preview.imagePath).not.toBe(before.preview.imagePath)
})

test('the log has an entry about the withdrawal in the author’s chain, and keeps the signal’s entry', async () => {
  const { id } = await post()
  // Right away, so that both entries can be in one batch.
  await withdraw(ada, id)
  const all = await entries()
  const signal = all.find((entry) => entry.signal === id)
  const withdrawn = all.find((entry) => entry.kind === 'withdraw' && entry.of === signal?.index)
  expect(withdrawn).toEqual({
    v: 1,
    kind: 'withdraw',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
    author: signal?.author,
    seq: expect.any(Number) as unknown,
    prev: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    of: signal?.index,
    index: withdrawn?.index,
  })
  expect(withdrawn?.seq).toBeGreaterThan(signal?.seq ?? Number.POSITIVE_INFINITY)
  const answer = JSON.parse(await textOf(`/log/signals/${id}`)) as object
  expect(answer).toMatchObject({ index: signal?.index, opening: null })
})

test('withdrawing twice has no further effect', async () => {
  const { id } = await post()
  await Promise.all([withdraw(ada, id), withdraw(ada, id)])
  expect(await withdraw(ada, id)).toMatchObject({ hidden: 'withdrawn' })
  const all = await entries()
  const index = all.find((entry) => entry.signal === id)?.index
  expect(all.filter((entry) => entry.kind === 'withdraw' && entry.of === index)).toHaveLength(1)
  const { size } = parseCheckpoint(await textOf('/log/checkpoint'))
  expect(size).toBe(all.length)
})

test('nobody can withdraw somebody else’s signal', async () => {
  const { id } = await post()
  const eve = await server.signIn('eve')
  for (const other of [eve, bob, dan])
    await expect(withdraw(other, id)).rejects.toMatchObject({ status: 404 })
  expect(await byId(bob, id)).toMatchObject({ content: TEXT })
})

test('open pages of the author’s readers are notified', async () => {
  const { id, userId } = await post()
  const told: string[] = []
  const stop = server.deps.changes.subscribe({
    onNotification: ({ what, userIds }) => void (what === 'signals' && told.push(...userIds)),
    onConnected: () => undefined,
  })
  await withdraw(ada, id)
  const readers = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('username', 'in', ['ada', 'bob', 'dan'])
    .execute()
  await expect.poll(() => new Set(told)).toEqual(new Set(readers.map((reader) => reader.id)))
  expect(told).toContain(userId)
  stop()
})

test.each([
  "update signals set withdrawn_at = null where id = '$id'",
  "update signals set withdrawn_at = now() where id = '$id'",
  "update signals set withdrawn_at = now(), content = 'Other' where id = '$id'",
  "update signals set content = 'The text was removed.' where id = '$id'",
  "update signals set removed_for = 'law' where id = '$id'",
])('the database refuses even its owner: %s', async (statement) => {
  const { id } = await post()
  await withdraw(ada, id)
  await expect(asOwner(server.database, statement.replace('$id', id))).rejects.toThrow(/cannot be changed/)
})

test('the record says how many signals the author withdrew', async () => {
  const eve = await server.signIn('eve')
  const withdrawn = async () =>
    (await stranger.call(rankings.person, { params: { username: 'eve' } })).signals.withdrawn
  const { id } = await eve.call(signals.post, { body: { content: 'Long, first try', tickers: ['AMD'] } })
  expect(await withdrawn()).toBe(0)
  await withdraw(eve, id)
  await withdraw(eve, id)
  expect(await withdrawn()).toBe(1)
})
