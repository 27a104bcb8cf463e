// A promise is asked for only where a posted signal isn't in the log ten seconds later, and kept on the device.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptPromise, watchPosted } from '#web/lib/log-promises.ts'

const ID = '019a0000-0000-7000-8000-000000000001'
const NOTE = 'signalpost.test/log/promise\n…\n'
const stored = new Map<string, string>()
let asked: string[]
let index: number | null

beforeEach(() => {
  stored.clear()
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path.startsWith('/log/')) return Response.json({ index, entry: null })
    return Response.json({ promise: { note: NOTE, vkey: 'key' } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('nothing is promised for a signal that is in the log', async () => {
  index = 7
  watchPosted(ID)
  await vi.advanceTimersByTimeAsync(9_900)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual([`/log/signals/${ID}`])
  expect(keptPromise(ID)).toBeUndefined()
})

test('a late one gets its promise, of which the last twenty are kept', async () => {
  index = null
  watchPosted(ID)
  await vi.advanceTimersByTimeAsync(10_100)
  expect(asked).toEqual([`/log/signals/${ID}`, `/api/signals/${ID}/promise`])
  expect(keptPromise(ID)).toEqual({ signalId: ID, note: NOTE, vkey: 'key' })
  for (let i = 10; i < 30; i++) {
    watchPosted(ID.replace(/..$/, String(i)))
    await vi.advanceTimersByTimeAsync(10_100)
  }
  expect(keptPromise(ID)).toBeUndefined()
  expect(keptPromise(ID.replace(/..$/, '10'))).toBeDefined()
})

test('what is stored and isn’t a promise is passed over', () => {
  stored.set('log-promises', '[1, null, {"signalId": "a"}]')
  expect(keptPromise('a')).toBeUndefined()
  stored.set('log-promises', '{')
  expect(keptPromise('a')).toBeUndefined()
})
