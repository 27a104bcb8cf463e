// The queue for hashing passwords: who comes first, who is refused, and that strangers still get turns.
import { describe, expect, test, vi } from 'vitest'
import { type HashingQueueOptions, openHashingQueue, type Turn } from '#server/features/auth/hashing-queue.ts'

const KNOWN: Turn = { isKnown: true, tries: 0 }
const stranger = (tries: number): Turn => ({ isKnown: false, tries })

/** A queue whose only thread is taken until `free` is called, and the names of what ran, in order. */
function busyQueue(options: Partial<HashingQueueOptions> = {}) {
  const queue = openHashingQueue({ threads: 1, waitingMax: 10, waitMs: 60_000, restMs: 0, ...options })
  const { promise, resolve: free } = Promise.withResolvers<void>()
  void queue.run(KNOWN, () => promise)
  const ran: string[] = []
  const add = (name: string, turn: Turn) => queue.run(turn, async () => void ran.push(name))
  return { free, ran, add }
}
const refusal = { code: 'sign_in_busy', status: 503, retryAfterSeconds: 3 }

test('known devices come before strangers, the oldest first', async () => {
  const { free, ran, add } = busyQueue()
  const all = [add('stranger', stranger(1)), add('known 1', KNOWN), add('known 2', KNOWN)]
  free()
  await Promise.all(all)
  expect(ran).toEqual(['known 1', 'known 2', 'stranger'])
})

test('a stranger gets a turn after three known devices in a row', async () => {
  const { free, ran, add } = busyQueue()
  const all = [
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => add(name, KNOWN)),
    ...['x', 'y'].map((name) => add(name, stranger(1))),
  ]
  free()
  await Promise.all(all)
  expect(ran).toEqual(['a', 'b', 'c', 'y', 'd', 'e', 'f', 'x', 'g'])
})

test('among strangers, the address with the fewest tries comes first, then the newest', async () => {
  const { free, ran, add } = busyQueue()
  const order: [string, number][] = [
    ['third', 3],
    ['first', 1],
    ['second', 2],
    ['another first', 1],
    ['tenth', 10],
  ]
  const all = order.map(([name, tries]) => add(name, stranger(tries)))
  free()
  await Promise.all(all)
  expect(ran).toEqual(['another first', 'first', 'second', 'third', 'tenth'])
})

describe('If the queue is full,', () => {
  test('a stranger takes the place of one whose address has tried as often or more', async () => {
    const { free, ran, add } = busyQueue({ waitingMax: 2 })
    const fifth = add('fifth', stranger(5))
    const second = add('second', stranger(2))
    const first = add('first', stranger(1))
    await expect(fifth).rejects.toMatchObject(refusal)
    await expect(add('third', stranger(3))).rejects.toMatchObject(refusal)
    free()
    await Promise.all([second, first])
    expect(ran).toEqual(['first', 'second'])
  })

  test('strangers don’t take the places of known devices, which have their own limit', async () => {
    const { free, ran, add } = busyQueue({ waitingMax: 1 })
    const waiting = [add('stranger', stranger(1)), add('known', KNOWN)]
    await expect(add('one known too many', KNOWN)).rejects.toMatchObject(refusal)
    free()
    await Promise.all(waiting)
    expect(ran).toEqual(['known', 'stranger'])
  })
})

test('a sign-in that waited too long or disconnected is refused and frees its place', async () => {
  const { free, ran, add } = busyQueue({ waitingMax: 2, waitMs: 20 })
  const gone = new AbortController()
  const left = add('left', { ...stranger(1), signal: gone.signal })
  const late = add('late', KNOWN)
  gone.abort()
  await Promise.all([left, late].map((sent) => expect(sent).rejects.toMatchObject(refusal)))
  await expect(add('gone before', { ...KNOWN, signal: gone.signal })).rejects.toMatchObject(refusal)
  const patient = add('patient', stranger(9))
  free()
  await patient
  expect(ran).toEqual(['patient'])
})

test('as many run at once as there are threads, and a failed one frees its thread', async () => {
  const queue = openHashingQueue({ threads: 2, waitingMax: 1, waitMs: 60_000, restMs: 0 })
  const { promise, reject } = Promise.withResolvers<void>()
  const failing = queue.run(KNOWN, () => promise)
  await expect(queue.run(KNOWN, async () => 'second thread')).resolves.toBe('second thread')
  const held = queue.run(KNOWN, () => promise)
  const next = queue.run(KNOWN, async () => 'done')
  reject(new Error('broken'))
  await Promise.all([failing, held].map((run) => expect(run).rejects.toThrow('broken')))
  await expect(next).resolves.toBe('done')
})

test('a thread rests between strangers, and a known device ends its rest', async () => {
  vi.useFakeTimers()
  try {
    const { free, ran, add } = busyQueue({ restMs: 100 })
    const first = add('first', stranger(1))
    const second = add('second', stranger(2))
    const third = add('third', stranger(3))
    free()
    await first
    await vi.advanceTimersByTimeAsync(99)
    expect(ran).toEqual(['first'])
    await add('known', KNOWN)
    await vi.advanceTimersByTimeAsync(0)
    expect(ran).toEqual(['first', 'known', 'second'])
    await vi.advanceTimersByTimeAsync(100)
    expect(ran).toEqual(['first', 'known', 'second', 'third'])
    await Promise.all([second, third, add('nobody waited', stranger(4))])
  } finally {
    vi.useRealTimers()
  }
})
