// The record in a suggestion: the same figures as the person's own, none below the floor, and nothing without a record.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { follows } from '#shared/contracts/follows.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { longRecord, writeRating, writeScores } from '#test/features/record/rank/sample-record.ts'
import { startServer, type TestServer } from '#test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ sequencer: false })
  await buildPeople(server.deps, {
    nina: creator(),
    rolf: creator(),
    toni: creator(),
    will: member(),
  })
  for (const [name, scores] of [
    ['nina', longRecord({ ticker: 'GOOD' })],
    // One short of the floor.
    ['rolf', longRecord({ ticker: 'GOOD' }).slice(-19)],
  ] as const) {
    const author = await writeScores(server, name, scores)
    await computeRecord(server.deps, author)
    await writeRating(server, author, name === 'nina' ? {} : { trades: 19, isRated: false })
  }
})
afterAll(() => server.stop())

test('a suggestion has the public record of the person, and a result only if it is long enough', async () => {
  const will = await server.signIn('will')
  const suggested = await will.call(follows.suggestions)
  const record = (name: string) => suggested.find(({ username }) => username === name)?.record
  const own = await server.visitor().call(rankings.person, { params: { username: 'nina' } })
  expect(record('nina')).toEqual({
    positions: own.positions.total,
    signals: own.signals.opened,
    since: own.since,
    sample: true,
    result: {
      book: 'open',
      mean: own.books.open?.figures?.mean,
      low: own.books.open?.figures?.low,
      high: own.books.open?.figures?.high,
      yearly: true,
      days: 252,
      worst: own.perPosition?.worst,
    },
  })
  expect(record('rolf')).toMatchObject({ signals: 19, result: null })
  expect(record('toni')).toBeNull()
})
