// Blocks and mutes as their owner sees them: lists, ends, limits, and what mutes keep out of the feeds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follows } from '#shared/contracts/follows.ts'
import { type NewMute, safety } from '#shared/contracts/safety.ts'
import { type FeedScope, signals } from '#shared/contracts/signals.ts'
import { MUTES_MAX } from '#shared/limits.ts'
import { refusal } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

const clock = daysClock()
let server: TestServer
let people: Record<'maya' | 'theo' | 'rosa' | 'quiet', Person>
let rosa: Browser
beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, {
    maya: creator({
      signals: [
        { content: 'A sure thing (100%), to the\nmoon!', tickers: ['AAA'] },
        { content: 'Assured quality', tickers: ['BBB'] },
        { content: 'Secret moon plan', tickers: ['CCC'], isPremium: true },
      ],
    }),
    theo: creator({ signals: [{ content: 'C++ and nothing else', tickers: ['AAA', 'DDD'] }] }),
    rosa: member({ follows: ['maya', 'theo'] }),
    quiet: creator({ isPublic: false, displayName: 'Quiet Name' }),
  })
  rosa = await server.signIn('rosa')
})
afterAll(() => server.stop())

const mute = (kind: NewMute['kind'], value: string, until?: Date) =>
  rosa.call(safety.mute, { body: { kind, value, ...(until && { until: until.toISOString() }) } })
const unmuteAll = async () => {
  for (const { id } of await rosa.call(safety.mutes)) await rosa.call(safety.unmute, { params: { id } })
}
const feed = async (scope: FeedScope) =>
  (await rosa.call(signals.feed, { query: { scope } })).map(({ content, isLocked }) =>
    isLocked ? 'locked' : content?.slice(0, 9),
  )
const ALL = ['C++ and n', 'locked', 'Assured q', 'A sure th']

test.each<[string, NewMute['kind'], () => string, string[]]>([
  ['a person', 'person', () => people.theo.id, ['locked', 'Assured q', 'A sure th']],
  ['a ticker, but not of a locked signal', 'ticker', () => 'aaa', ['locked', 'Assured q']],
  ['a ticker of a locked signal: nothing', 'ticker', () => 'CCC', ALL],
  ['a word, as a whole word', 'word', () => 'Sure', ['C++ and n', 'locked', 'Assured q']],
  ['a phrase over a line break', 'word', () => ' to  the MOON', ['C++ and n', 'locked', 'Assured q']],
  ['a word of a locked signal: nothing', 'word', () => 'secret', ALL],
  ['signs of regular expressions, literally', 'word', () => '(100%)', ['C++ and n', 'locked', 'Assured q']],
  ['a word that ends with signs', 'word', () => 'c++', ['locked', 'Assured q', 'A sure th']],
  ['a pattern that would match everything', 'word', () => '.*', ALL],
])('muting %s', async (_what, kind, value, left) => {
  expect([await feed('following'), await feed('everyone')]).toEqual([ALL, ALL])
  await mute(kind, value())
  expect([await feed('following'), await feed('everyone')]).toEqual([left, left])
  await unmuteAll()
  expect(await feed('following')).toEqual(ALL)
})

test('a page in the browser’s cache is sent again once something is muted, and a page with mutes never gets a 304', async () => {
  const fetchFeed = async (etag?: string) => {
    const reply = await rosa.fetch('/api/signals/feed', { headers: etag ? { 'if-none-match': etag } : {} })
    return { status: reply.status, etag: reply.headers.get('etag') ?? '' }
  }
  const first = await fetchFeed()
  expect((await fetchFeed(first.etag)).status).toBe(304)
  await mute('word', 'sure')
  const muted = await fetchFeed(first.etag)
  expect(muted.status).toBe(200)
  await unmuteAll()
  expect((await fetchFeed(muted.etag)).status).toBe(200)
  await mute('person', people.theo.id)
  expect((await fetchFeed(first.etag)).status).toBe(200)
  await unmuteAll()
})

test('a profile and a ticker’s page show what is muted, because the viewer chose to open them', async () => {
  await mute('person', people.maya.id)
  await mute('ticker', 'AAA')
  expect(await rosa.call(signals.byUser, { params: { id: people.maya.id }, query: {} })).toHaveLength(3)
  expect(await rosa.call(signals.feed, { query: { ticker: 'AAA' } })).toHaveLength(2)
  expect(await rosa.call(follows.status, { params: { id: people.maya.id } })).toEqual({ isFollowing: true })
  await unmuteAll()
})

test('a mute ends at its time, and muting again changes the end', async () => {
  const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
  const first = await mute('person', people.theo.id, day(1))
  const again = await mute('person', people.theo.id, day(2))
  expect(again).toMatchObject({
    id: first.id,
    kind: 'person',
    user: { username: 'theo', displayName: 'Theo' },
  })
  expect(await rosa.call(safety.mutes)).toHaveLength(1)
  clock.pass(1.5)
  expect(await feed('following')).toEqual(ALL.slice(1))
  clock.pass(1)
  expect(await feed('following')).toEqual(ALL)
  expect(await rosa.call(safety.mutes)).toEqual([])
  expect(await refusal(mute('word', 'late', day(-1)))).toMatchObject({ code: 'mute_ended', status: 400 })
})

test('what can’t be muted or blocked is refused with a message', async () => {
  const nobody = '11111111-1111-4111-8111-111111111111'
  expect(await refusal(mute('person', people.rosa.id))).toMatchObject({ code: 'self_mute' })
  expect(await refusal(mute('person', nobody))).toMatchObject({ code: 'user_not_found', status: 404 })
  expect(await refusal(mute('person', people.quiet.id))).toMatchObject({ code: 'user_not_found' })
  for (const [body, message] of [
    [{ kind: 'word', value: '   ' }, 'Enter a word or phrase'],
    [{ kind: 'word', value: 'a'.repeat(51) }, 'A word or phrase can have at most 50 characters'],
    [{ kind: 'ticker', value: 'not a ticker' }, '"not a ticker" isn’t a valid ticker'],
    [{ kind: 'planet', value: 'x' }, 'kind must be person, ticker or word'],
  ] as const)
    expect(await rosa.send('POST', '/api/mutes', body)).toMatchObject({ status: 400, body: { message } })
  const blockOf = (userId: string) => refusal(rosa.call(safety.block, { body: { userId } }))
  expect(await blockOf(people.rosa.id)).toMatchObject({ code: 'self_block' })
  expect(await blockOf(people.quiet.id)).toMatchObject({ code: 'user_not_found' })
})

test('the number of mutes is limited, and a full list can still be changed', async () => {
  const now = clock.now()
  await server.deps.db
    .insertInto('mutes')
    .values(
      Array.from({ length: MUTES_MAX }, (_, place) => ({
        id: clock.newId(),
        personId: people.rosa.id,
        kind: 'word' as const,
        value: `word ${place}`,
        until: null,
        createdAt: now,
      })),
    )
    .execute()
  expect(await refusal(mute('word', 'one more'))).toMatchObject({ code: 'mutes_full', status: 409 })
  expect(await mute('word', 'word 7')).toMatchObject({ value: 'word 7' })
  await unmuteAll()
})

test('the list of blocks is paged, and names a private person by username only', async () => {
  for (const { id } of [people.theo, people.maya])
    for (let times = 0; times < 2; times += 1) await rosa.call(safety.block, { body: { userId: id } })
  const first = await rosa.callPage(safety.blocks, { query: { limit: 1 } })
  expect(first.items).toMatchObject([{ user: { username: 'maya', displayName: 'Maya' } }])
  const second = await rosa.callPage(safety.blocks, { query: { limit: 1, cursor: first.next } })
  expect(second.items).toMatchObject([{ user: { username: 'theo' } }])
  expect(second.next).toBeUndefined()
  await server.deps.db
    .updateTable('users')
    .set({ isPublic: false })
    .where('id', '=', people.theo.id)
    .execute()
  const [, theo] = await rosa.call(safety.blocks, { query: {} })
  expect(theo?.user).toEqual({
    id: people.theo.id,
    username: 'theo',
    displayName: null,
    profileImageUrl: null,
  })
  for (const { id } of [people.theo, people.maya, people.rosa])
    expect(await rosa.call(safety.unblock, { params: { id } })).toEqual({ isBlocked: false })
  expect(await rosa.call(safety.blocks, { query: {} })).toEqual([])
})
