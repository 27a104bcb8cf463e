// Who hears of what: bells, mentions, followers, saved signals, and what has happened between.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { addAlerts, addOutcomeAlerts } from '#server/alerts/add-alerts.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { auth } from '#shared/contracts/auth.ts'
import { bookmarks } from '#shared/contracts/bookmarks.ts'
import { follows } from '#shared/contracts/follows.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { users } from '#shared/contracts/users.ts'
import type { AlertFilter } from '#shared/rules/alert-kinds.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { openLive, SOON } from '#test/live-page.ts'
import { refusal } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

let aheadMs = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) }
let server: TestServer
let people: Record<'maya' | 'theo' | 'rosa' | 'paul' | 'omar' | 'fan' | 'nora', Person>
const browsers: Record<string, Browser> = {}
const as = (name: string) => browsers[name] as Browser

beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, {
    maya: creator({ displayName: 'Maya' }),
    theo: creator({ displayName: 'Theo' }),
    rosa: member({ follows: ['maya', 'theo'] }),
    paul: member({ subscribesTo: ['maya'] }),
    omar: member(),
    fan: member(),
    nora: member(),
  })
  for (const name of Object.keys(people)) browsers[name] = await server.signIn(name)
})
afterAll(() => server.stop())

const post = async (by: string, content: string, isPremium = false) => {
  aheadMs += 1000
  return await as(by).call(signals.post, {
    body: { content, signalType: 'buy', tickers: '["NVDA"]', isPremium },
  })
}
const setBell = (name: string, author: keyof typeof people, level: 'all' | 'premium' | 'off') =>
  as(name).call(alerts.setBell, { params: { authorId: people[author].id }, body: { level } })
const list = (name: string, filter: AlertFilter = 'all') => as(name).call(alerts.list, { query: { filter } })
const titles = async (name: string, filter?: AlertFilter) =>
  (await list(name, filter)).map((alert) => alertText(alert).title)
const unseen = async (name: string) => (await as(name).call(auth.currentUser))?.alerts.unseen

describe('a bell', () => {
  test('of a followed person is off until it is set, and only later signals ring it', async () => {
    await post('maya', 'Before the bell')
    expect(await titles('rosa', 'signals')).toEqual([])
    expect(await as('rosa').call(alerts.bell, { params: { authorId: people.maya.id } })).toEqual({
      level: 'off',
      email: null,
      isChosen: false,
    })
    await setBell('rosa', 'maya', 'all')
    await post('maya', 'After the bell')
    await post('maya', 'Only for those who pay', true)
    expect(await list('rosa', 'signals')).toMatchObject([
      { kind: 'signal', isNew: true, signal: { isPremium: true, isLocked: true } },
      { kind: 'signal', isNew: true, signal: { excerpt: 'After the bell', tickers: ['NVDA'] } },
    ])
    const [locked] = await list('rosa', 'signals')
    expect(locked?.signal).not.toHaveProperty('excerpt')
    expect(locked?.signal).not.toHaveProperty('tickers')
    expect(await unseen('rosa')).toBe(2)
  })

  test('of a creator one pays is on by itself', async () => {
    const [newest] = await list('paul', 'signals')
    expect(newest).toMatchObject({ signal: { isLocked: false, excerpt: 'Only for those who pay' } })
    await setBell('paul', 'maya', 'off')
    expect(await titles('paul', 'signals')).toEqual([])
    await setBell('paul', 'maya', 'all')
  })

  test('for premium signals only', async () => {
    await setBell('rosa', 'theo', 'premium')
    await post('theo', 'Free')
    await post('theo', 'Paid', true)
    expect((await titles('rosa', 'signals'))[0]).toBe('Theo posted a premium signal')
    expect(await titles('rosa', 'signals')).not.toContain('Theo posted: Buy $NVDA')
  })

  test('needs a follow, and nobody has a bell of their own', async () => {
    expect(await refusal(setBell('omar', 'maya', 'all'))).toMatchObject({
      code: 'bell_needs_follow',
      status: 409,
    })
    expect(await refusal(setBell('maya', 'maya', 'all'))).toMatchObject({ code: 'self_bell', status: 400 })
    expect(await as('omar').send('PUT', `/api/bells/${people.maya.id}`, { level: 'loud' })).toMatchObject({
      status: 400,
      body: { message: 'level must be all, premium or off' },
    })
    expect(await as('omar').send('GET', '/api/bells/11111111-1111-4111-8111-111111111111')).toMatchObject({
      status: 404,
    })
  })

  test('rings an open page within a second', async () => {
    const page = await openLive(as('rosa'))
    await post('maya', 'Live')
    await vi.waitFor(() => expect(page.events).toContain('alerts'), SOON)
    page.close()
  })
})

test('opening the list clears the count, an earlier instant doesn’t bring it back, and a later one isn’t believed', async () => {
  const before = await list('rosa')
  const newest = before[0]?.createdAt ?? new Date(0)
  expect(await as('rosa').call(alerts.seen, { body: { at: newest.toISOString() } })).toEqual({ unseen: 0 })
  await as('rosa').call(alerts.seen, { body: { at: new Date(0).toISOString() } })
  expect(await unseen('rosa')).toBe(0)
  expect((await list('rosa')).every(({ isNew }) => !isNew)).toBe(true)
  await as('rosa').call(alerts.seen, { body: { at: '2999-01-01T00:00:00.000Z' } })
  await post('maya', 'New again')
  expect(await unseen('rosa')).toBe(1)
})

test('followers of a day are one alert that counts people, also if one follows again', async () => {
  for (const name of ['omar', 'fan', 'nora', 'paul'])
    await as(name).call(follows.follow, { body: { followingId: people.theo.id } })
  await as('omar').call(follows.unfollow, { params: { id: people.theo.id } })
  await as('omar').call(follows.follow, { body: { followingId: people.theo.id } })
  const [day] = await list('theo', 'people')
  expect(day).toMatchObject({ kind: 'follower', peopleCount: 4 })
  expect(day?.people).toHaveLength(3)
  expect(alertText(day as NonNullable<typeof day>)).toMatchObject({ title: '4 new followers' })
  // A blocked one counts no longer.
  await as('theo').call(safety.block, { body: { userId: people.nora.id } })
  expect((await list('theo', 'people'))[0]?.peopleCount).toBe(3)
  await as('theo').call(safety.unblock, { params: { id: people.nora.id } })
})

test('a mention is an alert for those who may read the signal, and one that also rings a bell is one alert', async () => {
  await post('maya', 'As @rosa and @omar asked')
  expect(await titles('omar', 'mentions')).toEqual(['Maya mentioned you'])
  expect(await titles('rosa', 'mentions')).toEqual(['Maya mentioned you'])
  expect((await titles('rosa')).filter((title) => title.startsWith('Maya posted: Buy'))).not.toHaveLength(0)
  const ids = (await list('rosa')).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  await post('maya', 'A secret for @omar', true)
  expect(await titles('omar', 'mentions')).toHaveLength(1)
})

/** What happened after Maya posted; each is undone afterwards. */
const SINCE: [what: string, change: () => Promise<unknown>, undo: () => Promise<unknown>][] = [
  [
    'Rosa blocked her',
    () => as('rosa').call(safety.block, { body: { userId: people.maya.id } }),
    async () => {
      await as('rosa').call(safety.unblock, { params: { id: people.maya.id } })
      await as('rosa').call(follows.follow, { body: { followingId: people.maya.id } })
    },
  ],
  [
    'she blocked Rosa',
    () => as('maya').call(safety.block, { body: { userId: people.rosa.id } }),
    async () => {
      await as('maya').call(safety.unblock, { params: { id: people.rosa.id } })
      await as('rosa').call(follows.follow, { body: { followingId: people.maya.id } })
    },
  ],
  [
    'Rosa muted her',
    () => as('rosa').call(safety.mute, { body: { kind: 'person', value: people.maya.id } }),
    async () => {
      for (const { id } of await as('rosa').call(safety.mutes))
        await as('rosa').call(safety.unmute, { params: { id } })
    },
  ],
  [
    'Rosa muted the ticker',
    () => as('rosa').call(safety.mute, { body: { kind: 'ticker', value: 'NVDA' } }),
    async () => {
      for (const { id } of await as('rosa').call(safety.mutes))
        await as('rosa').call(safety.unmute, { params: { id } })
    },
  ],
  [
    'Rosa unfollowed her',
    () => as('rosa').call(follows.unfollow, { params: { id: people.maya.id } }),
    () => as('rosa').call(follows.follow, { body: { followingId: people.maya.id } }),
  ],
  [
    'she went private',
    () => as('maya').call(users.updateProfile, { body: { isPublic: false } }),
    () => as('maya').call(users.updateProfile, { body: { isPublic: true } }),
  ],
  ['Rosa turned the bell off', () => setBell('rosa', 'maya', 'off'), () => setBell('rosa', 'maya', 'all')],
  [
    'Rosa took signals out of her list',
    () =>
      as('rosa').call(alerts.saveSettings, {
        body: { preferences: [{ kind: 'signal', list: false, email: 'off' }] },
      }),
    () =>
      as('rosa').call(alerts.saveSettings, {
        body: { preferences: [{ kind: 'signal', list: true, email: 'digest' }] },
      }),
  ],
]

test.each(SINCE)('a free signal is no alert anymore once %s', async (_what, change, undo) => {
  const fresh = async () => {
    const all = await list('rosa', 'signals')
    return all.some(({ signal }) => signal?.excerpt === 'Free for all')
  }
  await post('maya', 'Free for all')
  expect(await fresh()).toBe(true)
  const count = await unseen('rosa')
  await change()
  expect(await fresh()).toBe(false)
  expect(await unseen('rosa')).toBeLessThan(count ?? 0)
  await undo()
})

test('a lapsed subscription ends the bell that it had set, and locks what rang before', async () => {
  await post('maya', 'Paid for', true)
  await as('rosa').call(follows.follow, { body: { followingId: people.maya.id } })
  const about = async () =>
    (await list('paul', 'signals')).find(({ createdAt }) => createdAt.getTime() > Date.now() + aheadMs - 5000)
  expect(await about()).toMatchObject({ signal: { isLocked: false, excerpt: 'Paid for' } })
  await server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'canceled' })
    .where('subscriberId', '=', people.paul.id)
    .execute()
  expect(await about()).toBeUndefined()
  await as('paul').call(follows.follow, { body: { followingId: people.maya.id } })
  const locked = await about()
  expect(locked).toMatchObject({ signal: { isLocked: true } })
  expect(JSON.stringify(locked)).not.toContain('Paid for')
})

describe('saved signals', () => {
  test('are a private list, and can be saved and removed twice', async () => {
    const signal = await post('theo', 'Worth keeping')
    const params = { signalId: signal.id }
    for (let n = 0; n < 2; n += 1)
      expect(await as('rosa').call(bookmarks.save, { params })).toEqual({ isSaved: true })
    expect(await as('rosa').call(bookmarks.list, { query: {} })).toMatchObject([
      { id: signal.id, isSaved: true },
    ])
    expect(await as('theo').call(bookmarks.list, { query: {} })).toEqual([])
    expect(await as('rosa').call(signals.feed, { query: {} })).toContainEqual(
      expect.objectContaining({ id: signal.id, isSaved: true }),
    )
    expect(await as('theo').call(signals.byId, { params: { id: signal.id } })).not.toHaveProperty('isSaved')
    for (let n = 0; n < 2; n += 1)
      expect(await as('rosa').call(bookmarks.remove, { params })).toEqual({ isSaved: false })
    expect(await as('rosa').call(bookmarks.list, { query: {} })).toEqual([])
    expect(await as('rosa').send('PUT', '/api/bookmarks/11111111-1111-4111-8111-111111111111')).toMatchObject(
      {
        status: 404,
        body: { code: 'signal_not_found' },
      },
    )
  })

  test('and own ones are told once when they close, and not once they are hidden', async () => {
    const signal = await post('theo', 'To its end')
    await as('rosa').call(bookmarks.save, { params: { signalId: signal.id } })
    for (let n = 0; n < 2; n += 1)
      await server.deps.db.transaction().execute((trx) => addOutcomeAlerts(trx, clock.now(), [signal.id]))
    const closed = async (name: string) =>
      (await titles(name, 'signals')).filter((title) => title.endsWith('closed'))
    expect(await closed('theo')).toEqual(['Your signal Buy $NVDA closed'])
    expect(await closed('rosa')).toEqual(['Theo’s signal Buy $NVDA closed'])
    await as('theo').call(safety.block, { body: { userId: people.rosa.id } })
    expect(await closed('rosa')).toEqual([])
    await as('theo').call(safety.unblock, { params: { id: people.rosa.id } })
  })
})

test('money and security reach a person whatever they chose and whom they blocked', async () => {
  const kinds = ['payment', 'security', 'subscriber', 'price'] as const
  await as('fan').call(alerts.saveSettings, {
    body: { preferences: kinds.map((kind) => ({ kind, list: false, email: 'off' as const })) },
  })
  const cause = 'the same'
  const about = { personIds: [people.fan.id], cause, actorId: people.theo.id }
  for (let n = 0; n < 2; n += 1)
    for (const kind of kinds)
      await addAlerts(server.deps.db, clock, {
        kind,
        ...about,
        facts: { priceInCents: 500, shareInCents: 450 },
      })
  expect((await list('fan')).map(({ kind }) => kind).toSorted()).toEqual(['payment', 'security'])
  await as('theo').call(safety.block, { body: { userId: people.fan.id } })
  expect(await titles('fan', 'payments')).toEqual(['A payment failed'])
  await as('theo').call(safety.unblock, { params: { id: people.fan.id } })
})

test('pages have each alert once, in order, while others arrive', async () => {
  const ids: string[] = []
  let next: string | undefined
  do {
    const page = await as('rosa').callPage(alerts.list, { query: { limit: 2, cursor: next } })
    ids.push(...page.items.map(({ id }) => id))
    next = page.next
    if (ids.length === 2) await post('maya', 'In between')
  } while (next !== undefined)
  expect(new Set(ids).size).toBe(ids.length)
  const all = (await as('rosa').call(alerts.list, { query: { limit: 100 } })).map(({ id }) => id)
  expect(ids).toEqual(all.slice(1))
})
