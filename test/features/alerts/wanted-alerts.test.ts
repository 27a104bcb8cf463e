// From whom a person wants alerts, in the list, on a phone and by email; and what "Mark all as read" marks.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendAlertEmails } from '#server/features/alerts/email/send-alert-emails.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { comments } from '#shared/contracts/comments.ts'
import { follows } from '#shared/contracts/follows.ts'
import type { AlertKind, FromWhom } from '#shared/rules/alert-kinds.ts'
import { openLive, SOON } from '#test/live-page.ts'
import { queuedEmails, saveSchedule } from './alert-emails.ts'
import { alertServer } from './alert-server.ts'
import { addPhone } from './phones.ts'

const { server, clock, people, as, list, titles, unseen, setBell, post } = await alertServer()
afterAll(() => server.stop())

describe('From whom', () => {
  const from = (fromWhom: FromWhom, ...kinds: AlertKind[]) =>
    as('maya').call(alerts.saveSettings, {
      body: { preferences: kinds.map((kind) => ({ kind, list: true, email: 'digest' as const, fromWhom })) },
    })
  const NAMED = ['mention', 'reply', 'follower'] as const

  test('is everyone, and can be limited for mentions, comments and followers, but not for money', async () => {
    const chosen = async () =>
      Object.fromEntries(
        (await as('maya').call(alerts.settings)).preferences.map(({ kind, fromWhom }) => [kind, fromWhom]),
      )
    expect(new Set(Object.values(await chosen()))).toEqual(new Set(['everyone']))
    await from('nobody', ...NAMED, 'useful', 'payment', 'subscriber')
    expect(await chosen()).toMatchObject({
      mention: 'nobody',
      reply: 'nobody',
      follower: 'nobody',
      useful: 'everyone',
      payment: 'everyone',
      subscriber: 'everyone',
    })
    // A page loaded before this setting existed doesn't send it.
    await as('maya').call(alerts.saveSettings, {
      body: { preferences: [{ kind: 'mention', list: true, email: 'digest' }] },
    })
    expect(await chosen()).toMatchObject({ mention: 'nobody' })
    expect(
      await as('maya').send('PUT', '/api/alert-settings', {
        preferences: [{ kind: 'mention', list: true, email: 'off', fromWhom: 'friends' }],
      }),
    ).toMatchObject({ status: 400, body: { message: 'fromWhom must be everyone, followed or nobody' } })
    await from('everyone', ...NAMED)
  })

  test('applies to the list, the count, the phone and the digest', async () => {
    await as('maya').call(follows.follow, { body: { followingId: people.rosa.id } })
    const phone = await addPhone(server, as('maya'))
    const { schedule } = await saveSchedule(as('maya'), { digest: 'daily' })
    expect(schedule?.digest).toBe('daily')
    const { id } = await post('maya', 'Ask me')
    const before = await unseen('maya')
    await from('followed', ...NAMED)
    await as('omar').call(comments.post, { params: { id }, body: { body: 'From a stranger' } })
    await as('fan').call(comments.post, { params: { id }, body: { body: 'Hello @maya' } })
    await as('nora').call(follows.follow, { body: { followingId: people.maya.id } })
    await post('theo', 'As @maya says')
    expect(await unseen('maya')).toBe(before)
    await as('rosa').call(comments.post, { params: { id }, body: { body: 'From a friend' } })
    // A subscriber whom she doesn't follow is a stranger here; a creator whom she pays isn't.
    await as('paul').call(comments.post, { params: { id }, body: { body: 'From a subscriber' } })
    expect(await titles('maya', 'mentions')).toEqual(['Rosa commented on your signal'])
    expect(await unseen('maya')).toBe(before + 1)
    await vi.waitFor(
      () => expect(phone.shows().map(({ title }) => title)).toEqual(['Rosa commented on your signal']),
      { timeout: 10_000 },
    )
    await server.deps.db
      .updateTable('alertSchedules')
      .set({ nextDigestAt: clock.now() })
      .where('personId', '=', people.maya.id)
      .execute()
    await sendAlertEmails(server.deps)
    const [digest] = await queuedEmails(server)
    expect(digest?.data['others']?.map(({ title }) => title)).toEqual(['Rosa commented on your signal'])
    // A group counts only the people she wants alerts from. The others are back with `everyone`.
    await from('nobody', ...NAMED)
    expect(await titles('maya', 'people')).toEqual([])
    expect(await unseen('maya')).toBe(before)
    await from('everyone', ...NAMED)
    expect((await titles('maya', 'mentions')).toSorted()).toEqual([
      'Fan mentioned you',
      'Paul and 2 others commented on your signal',
      'Theo mentioned you',
    ])
    const first = (await list('maya', 'people')).find(({ kind }) => kind === 'follower')
    expect(first?.people.map(({ username }) => username)).toContain('nora')
  })
})

describe('Marks', () => {
  const newOf = async (filter: 'all' | 'signals' | 'people') =>
    (await list('rosa', filter)).filter(({ isNew }) => isNew).map(({ kind }) => kind)
  const unread = async () => (await list('rosa')).filter(({ isRead }) => !isRead).map(({ kind }) => kind)
  const now = () => clock.now().toISOString()
  beforeAll(async () => {
    await setBell('rosa', 'theo', 'all')
    await post('theo', 'News')
    await as('omar').call(follows.follow, { body: { followingId: people.rosa.id } })
  })

  test('opening a filter clears the count of its kinds only', async () => {
    const before = await unseen('rosa')
    const marked = await as('rosa').call(alerts.seen, { body: { at: now(), filter: 'people' } })
    expect(marked.unseen).toBe(await unseen('rosa'))
    expect(marked.unseen).toBeLessThan(before)
    expect(await newOf('people')).toEqual([])
    expect(await newOf('signals')).toEqual(['signal'])
    expect(await newOf('all')).toEqual(['signal'])
    // Seen isn't read: the page marks it as new until she leaves the page.
    expect(await unread()).toContain('follower')
  })

  test('"Mark all as read" marks what the filter shows, tells other pages, and can be repeated', async () => {
    const page = await openLive(as('rosa'))
    await as('rosa').call(alerts.read, { body: { at: now(), filter: 'people' } })
    await vi.waitFor(() => expect(page.events).toContain('alerts'), SOON)
    expect(new Set(await unread())).toEqual(new Set(['signal']))
    for (let n = 0; n < 2; n += 1)
      expect(await as('rosa').call(alerts.read, { body: { at: now() } })).toEqual({ unseen: 0 })
    expect(await unread()).toEqual([])
    await as('rosa').call(alerts.read, { body: { at: '2999-01-01T00:00:00.000Z' } })
    await post('theo', 'Later news')
    expect(await unread()).toEqual(['signal'])
    expect(await unseen('rosa')).toBe(1)
    page.close()
  })
})
