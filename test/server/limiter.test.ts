// The limiter: how many tasks run at once, how many callers wait, and which are refused.
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { openLimiter } from '#server/limiter.ts'
import { Problem } from '#shared/problems.ts'

/** A task that ends when the test says so. */
function heldTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}
const anybody = () => new Problem('unavailable', { message: 'Come back later' })

test('at most two tasks run at once, and the third starts when one of them ends', async () => {
  const limiter = openLimiter({ concurrency: 2 })
  const [first, second] = [heldTask(), heldTask()]
  const done = [limiter.run(first.run), limiter.run(second.run)]
  const began: string[] = []
  const third = limiter.run(async () => void began.push('third'))
  await Promise.resolve()
  expect(began).toEqual([])
  first.end()
  await third
  expect(began).toEqual(['third'])
  second.end()
  await Promise.all(done)
})

test('a failed task frees its slot', async () => {
  const limiter = openLimiter({ concurrency: 1 })
  const failed = limiter.run(() => Promise.reject(new Error('broken')))
  const next = limiter.run(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})

test('a caller is refused at once if the queue is full', async () => {
  const limiter = openLimiter({ concurrency: 1, waitingMax: 1, busy: anybody })
  const held = heldTask()
  const running = limiter.run(held.run)
  const waiting = limiter.run(async () => 'waited')
  await expect(limiter.run(async () => 'never')).rejects.toThrow('Come back later')
  held.end()
  await running
  await expect(waiting).resolves.toBe('waited')
})

test('a caller who waited too long, or whose request was aborted, leaves the queue', async () => {
  const limiter = openLimiter({ concurrency: 1, waitingMax: 2, waitMs: 5, busy: anybody })
  const held = heldTask()
  const running = limiter.run(held.run)
  const gone = new AbortController()
  const aborted = limiter.run(async () => 'never', gone.signal)
  const late = limiter.run(async () => 'never')
  gone.abort(new Error('the request ended'))
  await Promise.all([
    expect(aborted).rejects.toThrow('the request ended'),
    expect(late).rejects.toThrow('Come back later'),
  ])
  const patient = limiter.run(async () => 'ran')
  held.end()
  await running
  await expect(patient).resolves.toBe('ran')
})

test('a task whose request was already aborted never starts', async () => {
  const limiter = openLimiter({ concurrency: 1 })
  await expect(limiter.run(async () => 'never', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  await expect(limiter.run(async () => 'ran')).resolves.toBe('ran')
})

test('a task that is aborted while it runs keeps its slot until it has stopped', async () => {
  const limiter = openLimiter({ concurrency: 1 })
  const [stopping, request] = [heldTask(), new AbortController()]
  const began: string[] = []
  const running = limiter.run(stopping.run, request.signal)
  const next = limiter.run(async () => void began.push('next'))
  request.abort()
  await new Promise((resolve) => setImmediate(resolve))
  expect(began).toEqual([])
  stopping.end()
  await Promise.all([running, next])
  expect(began).toEqual(['next'])
})

test('a task that waited runs in the async context of its caller, so its queries are in the right trace', async () => {
  const limiter = openLimiter({ concurrency: 1 })
  const trace = new AsyncLocalStorage<string>()
  const read = async () => trace.getStore()
  const both = ['first', 'second'].map((name) => trace.run(name, () => limiter.run(read)))
  expect(await Promise.all(both)).toEqual(['first', 'second'])
})
