// The order of push: everybody is notified once, and a kill repeats at most 200 messages.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Page, sendInOrder } from '#server/features/alerts/push/send-in-order.ts'

type Person = { id: string; devices: number[] }

const idOf = (n: number) => `${n}`.padStart(6, '0')
const turns = async (count: number) => {
  for (let n = 0; n < count; n += 1) await new Promise(setImmediate)
}

/** Walks over these people. `delays`: how many turns of the event loop each send takes; the list repeats. */
function walk(sizes: readonly number[], delays: readonly number[], pageSize = 200) {
  const told: string[] = []
  let [unsaved, unsavedMost, saved] = [0, 0, 0]
  const result = sendInOrder<Person, { id: string; size: number }>({
    after: '',
    elapsedMs: () => 0,
    async read(after): Promise<Page<Person>> {
      await turns(2)
      const first = after === '' ? 0 : Number(after) + 1
      const people = sizes
        .slice(first, first + pageSize)
        .map((size, n) => ({ id: idOf(first + n), devices: Array.from({ length: size }, () => 0) }))
      const last = people.at(-1)?.id ?? after
      const isEnd = people.length < pageSize
      return { people: people.filter(({ devices }) => devices.length > 0), last, isEnd, usableUntilMs: 1 }
    },
    async send({ id, devices }) {
      unsaved += devices.length
      unsavedMost = Math.max(unsavedMost, unsaved)
      await turns(delays[Number(id) % delays.length] ?? 0)
      return { id, size: devices.length }
    },
    async save(results, after) {
      await turns(3)
      for (const { id, size } of results) {
        told.push(id)
        unsaved -= size
        saved += size
      }
      expect(after).toBe(told.at(-1))
      return true
    },
  })
  return { result, told, most: () => unsavedMost, saved: () => saved }
}

test('everybody is notified once and in order, and at most 200 messages are unsaved at any time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 400 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 }),
      async (sizes, delays) => {
        const { result, told, most } = walk(sizes, delays, 50)
        const { rest, isEnd, isStopped } = await result
        const all = sizes.flatMap((size, n) => (size > 0 ? [idOf(n)] : []))
        expect([...told, ...rest.map(({ id }) => id)]).toEqual(all)
        expect([isEnd, isStopped]).toEqual([true, false])
        expect(most()).toBeLessThanOrEqual(200)
      },
    ),
    { numRuns: 40 },
  )
})

test('the next ones are sent while the earlier ones are saved', async () => {
  const { result, saved, most } = walk(
    Array.from({ length: 900 }, () => 1),
    [1],
  )
  await result
  expect(saved()).toBeGreaterThanOrEqual(800)
  expect(most()).toBeGreaterThan(100)
})

const one = (id: string): Person => ({ id, devices: [0] })

test('people whose rights were read too long ago are read again, and nobody is notified after the end of the step', async () => {
  let nowMs = 0
  const reads: string[] = []
  const told: string[] = []
  const { after, isEnd } = await sendInOrder<Person, string>({
    after: '',
    elapsedMs: () => nowMs,
    async read(from) {
      reads.push(from)
      const rest = ['a', 'b', 'c', 'd'].filter((id) => id > from)
      return { people: rest.map(one), last: 'd', isEnd: true, usableUntilMs: nowMs + 300 }
    },
    async send({ id }) {
      told.push(id)
      // Sending to this one keeps the process busy.
      if (id === 'b') nowMs += 400
      if (id === 'c') nowMs += 500
      return id
    },
    save: () => Promise.resolve(true),
  })
  expect(reads).toEqual(['', 'b'])
  expect(told).toEqual(['a', 'b', 'c'])
  expect([after, isEnd]).toEqual(['c', false])
})

test('an error ends the step once pending sends have finished, and another copy’s progress ends it too', async () => {
  let open = 0
  const failing = sendInOrder<Person, string>({
    after: '',
    elapsedMs: () => 0,
    read: (from) =>
      from === ''
        ? Promise.resolve({ people: [one('a')], last: 'a', isEnd: false, usableUntilMs: 1 })
        : Promise.reject(new Error('no rows')),
    async send({ id }) {
      open += 1
      await turns(20)
      open -= 1
      return id
    },
    save: () => Promise.resolve(true),
  })
  await expect(failing).rejects.toThrow('no rows')
  expect(open).toBe(0)
  const people = Array.from({ length: 150 }, (_, n) => one(idOf(n)))
  const stopped = await sendInOrder<Person, string>({
    after: '',
    elapsedMs: () => 0,
    read: (from) =>
      Promise.resolve({
        people: from === '' ? [...people] : [one('x')],
        last: 'x',
        isEnd: from !== '',
        usableUntilMs: 1,
      }),
    send: ({ id }) => Promise.resolve(id),
    save: () => Promise.resolve(false),
  })
  expect(stopped.isStopped).toBe(true)
})
