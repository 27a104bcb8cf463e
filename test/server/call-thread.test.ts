// A thread that answers many calls at once: it starts with the first, ends when it was idle, and its end is an error for callers.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCallThread } from '#server/call-thread.ts'
import { ThreadError } from '#server/worker-thread.ts'
import { scratchRoot } from '#test/scratch.ts'

const CALL_THREAD = join(import.meta.dirname, '../../server/call-thread.ts')
/** Answers with twice the number after as many ms, and with the number of its starts; ends at -1. */
const CODE = `import { serveCalls } from ${JSON.stringify(CALL_THREAD)}
const id = Math.random()
serveCalls(async (n) => {
  if (n === -1) throw new Error('broken')
  await new Promise((done) => setTimeout(done, n))
  return { twice: 2 * n, id }
})`

async function openThread(idleMs: number) {
  const file = join(await scratchRoot(), `call-thread-${idleMs}.ts`)
  await writeFile(file, CODE)
  const thread = openCallThread<number, { twice: number; id: number }>(file, {
    maxMb: 32,
    youngMb: 4,
    idleMs,
  })
  onTestFinished(() => thread.close())
  return thread
}

test('calls are answered as each is ready, by one thread', async () => {
  const thread = await openThread(60_000)
  const order: number[] = []
  const answers = await Promise.all(
    [90, 5, 40].map(async (n) => {
      const answer = await thread.call(n)
      order.push(n)
      return answer
    }),
  )
  expect(answers.map(({ twice }) => twice)).toEqual([180, 10, 80])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(order).toEqual([5, 40, 90])
})

test('an idle thread ends, and the next call starts another', async () => {
  const thread = await openThread(20)
  const { id } = await thread.call(1)
  await vi.waitFor(async () => expect((await thread.call(1)).id).not.toBe(id), {
    interval: 60,
    timeout: 10_000,
  })
})

test('a thread that fails rejects all that wait for it, and the next call works', async () => {
  const thread = await openThread(60_001)
  const waiting = thread.call(60_000)
  await expect(Promise.all([thread.call(-1), waiting])).rejects.toThrow('broken')
  await expect(waiting).rejects.toThrow('broken')
  expect((await thread.call(2)).twice).toBe(4)
  const late = thread.call(60_000).catch((error: unknown) => error)
  await thread.close()
  expect(await late).toBeInstanceOf(ThreadError)
})
