// What rings a bell, and what the list and its count show: signals, mentions, followers.
import { afterAll, describe, expect, test, vi } from 'vitest'
import { alerts } from '#shared/contracts/alerts.ts'
import { follows } from '#shared/contracts/follows.ts'
import { safety } from '#shared/contracts/safety.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { openLive, SOON } from '#test/live-page.ts'
import { refusal } from '#test/refusal.ts'
import { alertServer } from './alert-server.ts'

const { server, people, as, list, titles, unseen, setBell, post } = await alertServer()
afterAll(() => server.stop())

describe('a bell', () => {
  test('of a followed person is off until it is set, and only later signals ring it', async () => {
    await post('maya', 'Before the bell')
    expect(await titles('rosa', 'signals')).toEqual([])
    expect(await as('rosa').call(alerts.bell, { params: { authorId: people.maya.id } })).toEqual({
      level: 'off',
      push: null,
      email: null,
      isChosen: false,
      usual: { list: true, push: true, email: 'digest' },
      hasDevice: false,
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

  test('of a creator whom a person pays is on by default', async () => {
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

  test('needs a follow, and nobody has a bell for their own signals', async () => {
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

test('opening the list clears the count, an earlier instant doesn’t bring it back, and a future one doesn’t hide later alerts', async () => {
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

test('the followers of a day are one alert that counts people, even if one follows again', async () => {
  for (const name of ['omar', 'fan', 'nora', 'paul'] as const)
    await as(name).call(follows.follow, { body: { followingId: people.theo.id } })
  await as('omar').call(follows.unfollow, { params: { id: people.theo.id } })
  await as('omar').call(follows.follow, { body: { followingId: people.theo.id } })
  const [day] = await list('theo', 'people')
  expect(day).toMatchObject({ kind: 'follower', peopleCount: 4 })
  expect(day?.people).toHaveLength(3)
  expect(alertText(day as NonNullable<typeof day>)).toMatchObject({ title: '4 new followers' })
  const page = await openLive(as('theo'))
  await as('rosa').call(follows.unfollow, { params: { id: people.theo.id } })
  await as('rosa').call(follows.follow, { body: { followingId: people.theo.id } })
  await vi.waitFor(() => expect(page.events).toContain('alerts'), SOON)
  page.close()
  // A blocked follower no longer counts.
  await as('theo').call(safety.block, { body: { userId: people.nora.id } })
  expect((await list('theo', 'people'))[0]?.peopleCount).toBe(4)
  await as('theo').call(safety.unblock, { params: { id: people.nora.id } })
})

test('a mention is an alert for those who may read the signal, and one that also rings a bell is one alert', async () => {
  const before = await unseen('rosa')
  await post('maya', 'As @rosa and @omar asked')
  expect(await unseen('rosa')).toBe(before + 1)
  expect(await titles('omar', 'mentions')).toEqual(['Maya mentioned you'])
  expect(await titles('rosa', 'mentions')).toEqual(['Maya mentioned you'])
  expect((await titles('rosa')).filter((title) => title.startsWith('Maya posted: Buy'))).not.toHaveLength(0)
  const ids = (await list('rosa')).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  await post('maya', 'A secret for @omar', true)
  expect(await titles('omar', 'mentions')).toHaveLength(1)
})
