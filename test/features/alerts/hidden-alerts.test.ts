// Alerts after a block, a mute, a lapsed subscription or a private profile; saved signals; money and security.
import { afterAll, describe, expect, test } from 'vitest'
import { addAlerts, addOutcomeAlerts } from '#server/alerts/add-alerts.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { bookmarks } from '#shared/contracts/bookmarks.ts'
import { follows } from '#shared/contracts/follows.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { users } from '#shared/contracts/users.ts'
import { alertServer } from './alert-server.ts'

const { server, clock, people, as, list, titles, unseen, setBell, post } = await alertServer()
await setBell('rosa', 'maya', 'all')
afterAll(() => server.stop())

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
    'Rosa turned off signals in her list',
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

test.each(SINCE)('a free signal is no longer an alert once %s', async (_what, change, undo) => {
  const fresh = async () => {
    const all = await list('rosa', 'signals')
    return all.some(({ signal }) => signal?.excerpt === 'Free for all')
  }
  await post('maya', 'Free for all')
  expect(await fresh()).toBe(true)
  const count = await unseen('rosa')
  await change()
  expect(await fresh()).toBe(false)
  expect(await unseen('rosa')).toBeLessThan(count)
  await undo()
})

test('a lapsed subscription hides the alerts about its signals, and locks their text if the person follows for free', async () => {
  await setBell('paul', 'maya', 'all')
  const { id } = await post('maya', 'Paid for', true)
  await as('rosa').call(follows.follow, { body: { followingId: people.maya.id } })
  const about = async () => (await list('paul', 'signals')).find(({ signal }) => signal?.id === id)
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
    await expect
      .poll(() => as('rosa').call(signals.feed, { query: {} }), { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ id: signal.id, isSaved: true }))
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

  test('and a person’s own signals cause one alert when they close, and none while they are hidden', async () => {
    const signal = await post('theo', 'To its end')
    await as('rosa').call(bookmarks.save, { params: { signalId: signal.id } })
    for (let n = 0; n < 2; n += 1)
      await server.deps.db.transaction().execute((trx) => addOutcomeAlerts(trx, clock.now(), [signal.id]))
    const closed = async (name: 'theo' | 'rosa') =>
      (await titles(name, 'signals')).filter((title) => title.endsWith('closed'))
    expect(await closed('theo')).toEqual(['Your signal Buy $NVDA closed'])
    expect(await closed('rosa')).toEqual(['Theo’s signal Buy $NVDA closed'])
    await as('theo').call(safety.block, { body: { userId: people.rosa.id } })
    expect(await closed('rosa')).toEqual([])
    await as('theo').call(safety.unblock, { params: { id: people.rosa.id } })
  })
})

test('alerts about money, decisions and security reach a person regardless of settings and blocks', async () => {
  const kinds = ['payment', 'security', 'moderation', 'subscriber', 'price'] as const
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
  expect((await list('fan')).map(({ kind }) => kind).toSorted()).toEqual([
    'moderation',
    'payment',
    'security',
  ])
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
