// Threads: who may reply, order, replies, edits with versions, deletion, and what a page shows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comments } from '#shared/contracts/comments.ts'
import { signals } from '#shared/contracts/signals.ts'
import { refusal } from '#test/refusal.ts'
import { settableClock } from '#test/settable-clock.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

const NAMES = ['maya', 'rosa', 'fan', 'payer', 'stranger'] as const
type Name = (typeof NAMES)[number]
const clock = settableClock()
let server: TestServer
const browsers = new Map<Name, Browser>()
const as = (name: Name) => browsers.get(name)!

beforeAll(async () => {
  server = await startServer({ clock })
  await buildPeople(server.deps, {
    maya: creator({}),
    rosa: member({}),
    fan: member({ follows: ['maya'] }),
    payer: member({ subscribesTo: ['maya'] }),
    stranger: member({}),
  })
  for (const name of NAMES) browsers.set(name, await server.signIn(name))
})
afterAll(() => server.stop())

const posted = async (about: object = {}) =>
  await as('maya').call(signals.post, {
    body: { content: 'Cheap', signalType: 'buy', tickers: ['NVDA'], ...about },
  })
const say = (name: Name, id: string, body: string, more: object = {}) =>
  as(name).call(comments.post, { params: { id }, body: { body, ...more } })
const read = (name: Name, id: string, query: object = {}) =>
  as(name).call(comments.thread, { params: { id }, query })
const texts = async (name: Name, id: string, query: object = {}) =>
  (await read(name, id, query)).comments.map(({ body, gone }) => body ?? gone)
const pass = () => clock.pass(1000)

describe('Who may reply', () => {
  const EVERYONE = ['maya', 'rosa', 'fan', 'payer'] as const
  test.each([
    ['everyone', EVERYONE],
    [null, EVERYONE],
    ['followers', ['maya', 'fan', 'payer']],
    ['subscribers', ['maya', 'payer']],
    ['no_one', []],
  ] as const)('is chosen at posting: %s', async (repliesFrom, who) => {
    const { id } = await posted({ repliesFrom })
    for (const name of EVERYONE) {
      const { composer } = await read(name, id)
      const isAllowed = (who as readonly string[]).includes(name)
      expect([name, composer.refusal === null]).toEqual([name, isAllowed])
      const sent = say(name, id, `From ${name}`)
      if (isAllowed) await sent
      else expect(await refusal(sent)).toMatchObject({ status: 403, code: composer.refusal })
    }
    expect(await texts('stranger', id)).toEqual(who.map((name) => `From ${name}`))
  })

  test('to a premium signal: only subscribers, who alone can read the thread', async () => {
    const { id } = await posted({ isPremium: true })
    await say('payer', id, 'Thanks')
    await say('maya', id, 'Welcome')
    for (const name of ['rosa', 'fan'] as const) {
      expect(await refusal(read(name, id))).toMatchObject({ status: 403, code: 'signal_locked' })
      expect(await refusal(say(name, id, 'Me too'))).toMatchObject({ status: 403 })
      const card = await as(name).call(signals.byId, { params: { id } })
      expect(card).not.toHaveProperty('commentCount')
      expect(card).not.toHaveProperty('repliesFrom')
    }
    expect(await texts('payer', id)).toEqual(['Thanks', 'Welcome'])
    const wide = await as('maya').send('POST', '/api/signals', {
      content: 'x',
      isPremium: true,
      repliesFrom: 'everyone',
    })
    expect(wide).toMatchObject({
      status: 400,
      body: { message: 'Only subscribers can reply to a premium signal' },
    })
  })

  test('never changes, not even when the author withdraws the signal', async () => {
    const { id } = await posted()
    await say('rosa', id, 'Why?')
    await as('maya').call(signals.withdraw, { params: { id } })
    await say('rosa', id, 'Too late')
    expect(await texts('stranger', id)).toEqual(['Why?', 'Too late'])
  })

  test('is nobody once Signalpost removes the text; the thread stays readable', async () => {
    const { id } = await posted()
    await say('rosa', id, 'Hm')
    await server.deps.db.updateTable('signals').set({ hiddenAt: clock.now() }).where('id', '=', id).execute()
    expect(await refusal(say('rosa', id, 'More'))).toMatchObject({ code: 'replies_closed' })
    expect(await texts('stranger', id)).toEqual(['Hm'])
  })
})

describe('A thread', () => {
  test('has one level, oldest first, with replies below their comment', async () => {
    const { id } = await posted()
    const first = await say('rosa', id, 'one')
    pass()
    await say('fan', id, 'two')
    pass()
    const reply = await say('maya', id, 'one, answered', { parentId: first.id })
    pass()
    const deeper = await say('rosa', id, 'one, thanked', { parentId: reply.id })
    expect(deeper.parentId).toBe(first.id)
    expect(await texts('stranger', id)).toEqual(['one', 'one, answered', 'one, thanked', 'two'])
    const { comments: shown } = await read('maya', id)
    expect(shown.map(({ isAuthor, isOwn }) => [isAuthor, isOwn])).toEqual([
      [false, false],
      [true, true],
      [false, false],
      [false, false],
    ])
    const [card] = await as('fan').call(signals.feed, { query: {} })
    expect(card).toMatchObject({ id, commentCount: 4, repliesFrom: null })
  })

  test('is paged both ways, and a link opens the page around its comment', async () => {
    const { id } = await posted()
    const ids: string[] = []
    for (let n = 0; n < 9; n += 1) {
      clock.pass(1000)
      ids.push((await say('rosa', id, `${n}`)).id)
    }
    const first = await read('fan', id, { limit: 4 })
    expect(first).toMatchObject({ total: 9, earlier: null })
    expect(await texts('fan', id, { limit: 4, after: first.later })).toEqual(['4', '5', '6', '7'])
    const around = await read('fan', id, { limit: 3, around: ids[5] })
    expect(around.comments.map(({ body }) => body)).toEqual(['4', '5', '6'])
    expect(await texts('fan', id, { limit: 3, before: around.earlier })).toEqual(['1', '2', '3'])
    expect(await texts('fan', id, { limit: 3, after: around.later })).toEqual(['7', '8'])
    expect((await read('fan', id, { limit: 3, around: ids[0] })).earlier).toBeNull()
    expect((await read('fan', id, { limit: 3, around: ids[8] })).later).toBeNull()
    for (const wrong of [{ around: id }, { after: 'x' }, { before: '1~2~c' }, { limit: 0 }])
      expect((await refusal(read('fan', id, wrong))).status).toBeGreaterThanOrEqual(400)
  })

  test('keeps the places of what was deleted, and none of its text', async () => {
    const { id } = await posted()
    const gone = await say('rosa', id, 'Oops @maya')
    await as('rosa').call(comments.edit, { params: { id: gone.id }, body: { body: 'Oops again' } })
    await say('fan', id, 'Reply', { parentId: gone.id })
    for (let times = 0; times < 2; times += 1)
      expect(await as('rosa').call(comments.remove, { params: { id: gone.id } })).toEqual({ isDeleted: true })
    const { comments: shown, total } = await read('fan', id)
    expect(total).toBe(1)
    expect(shown[0]).toEqual({
      id: gone.id,
      parentId: null,
      createdAt: gone.createdAt,
      gone: 'deleted',
      isOwn: false,
      isAuthor: false,
    })
    for (const call of [
      () => say('fan', id, 'Late', { parentId: gone.id }),
      () => as('rosa').call(comments.edit, { params: { id: gone.id }, body: { body: 'Back' } }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'comment_gone' })
    expect(await refusal(as('rosa').call(comments.versions, { params: { id: gone.id } }))).toMatchObject({
      status: 404,
    })
    const rows = await server.deps.db
      .selectFrom('commentVersions')
      .where('commentId', '=', gone.id)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })

  test('can be edited for 15 minutes, and shows what it said before', async () => {
    const { id } = await posted()
    const { id: own, createdAt } = await say('rosa', id, 'Teh start')
    pass()
    const edited = await as('rosa').call(comments.edit, { params: { id: own }, body: { body: 'The start' } })
    expect(edited).toMatchObject({ body: 'The start', editedAt: expect.any(Date) as Date })
    expect(await as('fan').call(comments.versions, { params: { id: own } })).toEqual([
      { createdAt, body: 'Teh start' },
    ])
    expect(
      await refusal(as('fan').call(comments.edit, { params: { id: own }, body: { body: 'Mine' } })),
    ).toMatchObject({ status: 404 })
    clock.pass(15 * 60_000)
    expect(
      await refusal(as('rosa').call(comments.edit, { params: { id: own }, body: { body: 'Late' } })),
    ).toMatchObject({ code: 'comment_final' })
  })

  test('stores the same draft only once', async () => {
    const { id } = await posted()
    const draftId = crypto.randomUUID()
    const [one, two] = await Promise.all([
      say('rosa', id, 'Once', { draftId }),
      say('rosa', id, 'Once', { draftId }),
    ])
    expect(one).toEqual(two)
    expect(await refusal(say('fan', id, 'Once', { draftId }))).toMatchObject({ code: 'comment_taken' })
    expect(await texts('fan', id)).toEqual(['Once'])
  })

  test('keeps hostile text as text, and refuses what can’t be read', async () => {
    const { id } = await posted()
    const hostile = '<script>alert(1)</script> $NVDA https://example.com/?a=<b>'
    expect((await say('rosa', id, hostile)).body).toBe(hostile)
    for (const body of ['', '   ', 'x'.repeat(1001), 'a\u202Eb', 'nul\u0000'])
      expect((await refusal(say('rosa', id, body))).status).toBe(400)
  })
})
