// Sessions kept in memory: for a second at most, and not a moment longer once they are known to have changed.
import { expect, test } from 'vitest'
import type { Changes } from '#server/db/listen.ts'
import { openSessionCache, type SessionRow } from '#server/http/session-cache.ts'

type Hearing = Parameters<Changes['subscribe']>[0]

function openCache() {
  let nowMs = 0
  let hearing: Hearing | undefined
  const cache = openSessionCache(
    { subscribe: (one) => ((hearing = one), () => {}), stop: async () => {} },
    { elapsedMs: () => nowMs },
  )
  const row = (id: string): SessionRow => ({
    id,
    isCreator: false,
    payoutsReady: false,
    expire: new Date('2030-01-01'),
  })
  let reads = 0
  return {
    cache,
    pass: (ms: number) => void (nowMs += ms),
    notify: (what: 'session' | 'account' | 'feed', id: string) => hearing?.notified({ what, userIds: [id] }),
    reconnect: () => hearing?.hearsAgain(),
    /** How often the database was asked for so far, after asking for this person's session once more. */
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
  'a change of the %s drops that person’s session alone',
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

test('all are dropped when notifications may have been missed', async () => {
  const { reconnect, readsAfter } = openCache()
  await readsAfter('ada')
  reconnect()
  expect(await readsAfter('ada')).toBe(2)
})

test('nothing is kept of a session that doesn’t exist', async () => {
  const { cache } = openCache()
  expect(await cache.find('nobody', async () => undefined)).toBeUndefined()
  const found = await cache.find('nobody', async () => ({
    id: 'ada',
    isCreator: false,
    payoutsReady: false,
    expire: new Date('2030-01-01'),
  }))
  expect(found?.id).toBe('ada')
})
