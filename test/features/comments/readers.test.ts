// What readers see of people they blocked, muted or may not see, and how many comments a person may write.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comments } from '#shared/contracts/comments.ts'
import { signals } from '#shared/contracts/signals.ts'
import { safety } from '#shared/contracts/safety.ts'
import { refusal } from '#test/refusal.ts'
import { settableClock } from '#test/settable-clock.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

const NAMES = ['maya', 'rosa', 'fan', 'stranger', 'newbie', 'quiet'] as const
type Name = (typeof NAMES)[number]
const clock = settableClock()
let server: TestServer
let people: Record<Name, Person>
const browsers = new Map<Name, Browser>()
const as = (name: Name) => browsers.get(name)!

beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, {
    maya: creator({}),
    rosa: member({}),
    fan: member({ follows: ['maya'] }),
    stranger: member({}),
    newbie: member({ joinedDaysAgo: 1 }),
    quiet: member({ isPublic: false }),
  })
  for (const name of NAMES) browsers.set(name, await server.signIn(name))
})
afterAll(() => server.stop())

const posted = async () =>
  await as('maya').call(signals.post, {
    body: { content: 'Cheap', signalType: 'buy', tickers: ['NVDA'] },
  })
const say = (name: Name, id: string, body: string, more: object = {}) =>
  as(name).call(comments.post, { params: { id }, body: { body, ...more } })
const read = (name: Name, id: string, query: object = {}) =>
  as(name).call(comments.thread, { params: { id }, query })
const texts = async (name: Name, id: string, query: object = {}) =>
  (await read(name, id, query)).comments.map(({ body, gone }) => body ?? gone)

describe('A reader', () => {
  test('sees nothing of people they blocked, muted or may not see, and everybody else does', async () => {
    const { id } = await posted()
    await say('rosa', id, 'From rosa')
    await say('quiet', id, 'From a private person')
    await say('stranger', id, 'Buy the dip now')
    expect(await texts('fan', id)).toEqual(['From rosa', 'Buy the dip now'])
    expect(await texts('quiet', id)).toEqual(['From rosa', 'From a private person', 'Buy the dip now'])
    await as('rosa').call(safety.block, { body: { userId: people.fan.id } })
    expect(await texts('fan', id)).toEqual(['Buy the dip now'])
    expect(await texts('maya', id)).toEqual(['From rosa', 'Buy the dip now'])
    await as('fan').call(safety.mute, { body: { kind: 'word', value: 'dip' } })
    expect(await texts('fan', id)).toEqual([])
    await as('maya').call(safety.mute, { body: { kind: 'person', value: people.rosa.id } })
    expect(await texts('maya', id)).toEqual(['Buy the dip now'])
    await as('rosa').call(safety.unblock, { params: { id: people.fan.id } })
  })

  test('gets the same answer for a hidden comment as for one that doesn’t exist', async () => {
    const { id } = await posted()
    const { id: unseen } = await say('quiet', id, 'Private')
    const answers = await Promise.all(
      [unseen, crypto.randomUUID()].flatMap((comment) => [
        as('fan').send('GET', `/api/signals/${id}/comments?around=${comment}`),
        as('fan').send('GET', `/api/comments/${comment}/versions`),
        as('fan').send('POST', `/api/signals/${id}/comments`, { body: 'x', parentId: comment }),
        as('fan').send('POST', '/api/reports', {
          subjectKind: 'comment',
          subjectId: comment,
          reason: 'spam',
        }),
      ]),
    )
    const bodies = answers.map(({ status, body }) => [status, { ...(body as object), requestId: '' }])
    expect(bodies.slice(0, 4)).toEqual(bodies.slice(4))
    expect(bodies.every(([status]) => status === 404)).toBe(true)
  })
})

describe('Limits', () => {
  test('of an account’s first week: five comments a day, no links, two mentions', async () => {
    const { id } = await posted()
    const { composer } = await read('newbie', id)
    expect(composer).toMatchObject({ left: 5, mayLink: false, mentionsMax: 2, refusal: null })
    expect(await refusal(say('newbie', id, 'See https://example.com'))).toMatchObject({
      code: 'comment_links',
    })
    expect(await refusal(say('newbie', id, '@maya @rosa @fan'))).toMatchObject({ code: 'comment_mentions' })
    const sent = await Promise.allSettled(
      Array.from({ length: 7 }, (_, n) => say('newbie', id, `Comment ${n}`)),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const after = (await read('newbie', id)).composer
    expect(after).toMatchObject({ left: 0, refusal: 'comments_limit' })
    expect(await refusal(say('newbie', id, 'One more'))).toMatchObject({
      status: 429,
      message: 'You can write the next comment in 24 hours',
    })
    clock.pass(24 * 3_600_000)
    await say('newbie', id, 'Next day')
  })

  test('of slow mode: the operator sets how long a person waits in a thread', async () => {
    const { id } = await posted()
    const slow = await startServer({
      clock,
      database: server.database,
      settings: { COMMENT_WAIT_SECONDS: '60' },
    })
    try {
      const rosa = await slow.signIn('rosa')
      const post = (body: string) => rosa.call(comments.post, { params: { id }, body: { body } })
      await post('One')
      expect(await refusal(post('Two'))).toMatchObject({
        message: 'You can write the next comment in 1 minute',
      })
      clock.pass(60_000)
      await post('Two')
    } finally {
      await slow.stop()
    }
  })
})
