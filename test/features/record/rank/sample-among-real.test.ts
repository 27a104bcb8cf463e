// An installation that has just got a provider's key: for a while, records from sample prices stand beside real ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { longRecord, writeBoard, writeRating, writeScores } from './sample-record.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ sequencer: false, settings: { MASSIVE_API_KEY: 'good' } })
  await buildPeople(server.deps, { nina: creator({}), sam: creator({}) })
  const scores = { nina: longRecord({ ticker: 'GOOD' }), sam: longRecord({ ticker: 'BEST' }) }
  for (const [name, rows] of Object.entries(scores)) {
    const author = await writeScores(server, name, rows, { isSample: name === 'sam' })
    await computeRecord(server.deps, author)
    await writeRating(server, author, { place: name === 'sam' ? 1 : 2, isSample: name === 'sam' })
  }
  await writeBoard(server, 1, 1)
})
afterAll(() => server.stop())

const person = (username: string) => server.visitor().call(rankings.person, { params: { username } })

test('sample figures are labeled, and never rated or listed among real ones, however good', async () => {
  expect(await person('nina')).toMatchObject({ sample: false, books: { open: { isRated: true } } })
  expect(await person('sam')).toMatchObject({ sample: true, books: { open: null, sealed: null } })
  const board = await server.visitor().call(rankings.board, { query: {} })
  expect(board).toMatchObject({ sample: false, rated: 1, listed: 1 })
  expect(board.people.map(({ username }) => username)).toEqual(['nina'])
})
