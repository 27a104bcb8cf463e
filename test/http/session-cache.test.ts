// The session cache: sessions are cached for at most a second, and dropped once they are known to have changed.
import { expect, test } from 'vitest'
import type { ListenHandlers } from '#server/db/listener.ts'
import { openSessionCache, type SessionRow } from '#server/http/session-cache.ts'

function openCache() {
  let nowMs = 0
  let handlers: ListenHandlers | undefined
  const cache = openSessionCache(
    { subscribe: (subscriber) => ((handlers = subscriber), () => {}), stop: async () => {} },
    { elapsedMs: () => nowMs },
  )
  const row = (userId: string): SessionRow => ({
    userId,
    startedAt: new Date('2029-12-02'),
    lastUsedAt: new Date('2029-12-02'),
    expire: new Date('2030-01-01'),
    isLeaving: false,
    restrictions: [],
  })
  let reads = 0
  return {
    cache,
    pass: (ms: number) => void (nowMs += ms),
    notify: (what: 'session' | 'account' | 'feed', id: string) =>
      handlers?.onNotification({ what, userIds: [id] }),
    reconnect: () => handlers?.onConnected(),
    /** Finds this person's session once more, and returns how often the database has been read so far. */
    readsAfter: async (id: string) => {
      await cache.find(`session of ${id}`, async () => {
        reads += 1
        return row(id)
      })
      return reads
    },
  }
}

test('a session is read once a second', async () => {
  const { pass, readsAfter } = openCache()
  expect(await readsAfter('ada')).toBe(1)
  pass(999)
  expect(await readsAfter('ada')).toBe(1)
  pass(1)
  expect(await readsAfter('ada')).toBe(2)
})

test.each(['session', 'account'] as const)(
  'a change of the %s drops only that person’s session',
  async (what) => {
    const { notify, readsAfter } = openCache()
    await readsAfter('ada')
    expect(await readsAfter('bob')).toBe(2)
    notify(what, 'ada')
    expect(await readsAfter('bob')).toBe(2)
    expect(await readsAfter('ada')).toBe(3)
  },
)

test('a new signal drops no session', async () => {
  const { notify, readsAfter } = openCache()
  await readsAfter('ada')
  notify('feed', 'ada')
  expect(await readsAfter('ada')).toBe(1)
})

test('all sessions are dropped if notifications may have been missed', async () => {
  const { reconnect, readsAfter } = openCache()
  await readsAfter('ada')
  reconnect()
  expect(await readsAfter('ada')).toBe(2)
})

test('a session that doesn’t exist isn’t cached', async () => {
  const { cache } = openCache()
  expect(await cache.find('nobody', async () => undefined)).toBeUndefined()
  const found = await cache.find('nobody', async () => ({
    userId: 'ada',
    startedAt: new Date('2029-12-02'),
    lastUsedAt: new Date('2029-12-02'),
    expire: new Date('2030-01-01'),
    isLeaving: false,
    restrictions: [],
  }))
  expect(found?.userId).toBe('ada')
})
