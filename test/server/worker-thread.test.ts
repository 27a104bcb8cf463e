// Work in threads: how long a thread is kept, and what ends it.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runInThread, threadsRunning } from '#server/worker-thread.ts'

const FILE = join(import.meta.dirname, 'numbered-thread.ts')
const run = (data: unknown, keepMs?: number) =>
  runInThread(FILE, { data, maxMb: 50, maxMs: 20_000, ...(keepMs !== undefined && { keepMs }) })

test('a kept thread does the next run, and one that wasn’t kept does not', async () => {
  const first = await run('one', 10_000)
  expect(await run('two', 10_000)).toBe(first)
  expect(await run('three')).toBe(first)
  expect(await run('four')).not.toBe(first)
  expect(threadsRunning()).toBe(0)
})

test('two runs at the same time have a thread each, and one thread is kept', async () => {
  const both = await Promise.all([run('one', 10_000), run('two', 10_000)])
  expect(both[0]).not.toBe(both[1])
  expect(both).toContain(await run('three'))
})

test('a thread that was idle for as long as it is kept ends', async () => {
  const first = await run('one', 10)
  await wait(100)
  expect(await run('two')).not.toBe(first)
})

test('a failure reaches the caller and ends the thread', async () => {
  const first = await run('one', 10_000)
  await expect(run('fail', 10_000)).rejects.toThrow('told to fail')
  expect(await run('two')).not.toBe(first)
})
