// People's records over HTTP: what is counted, what is shown to whom, and that calculating again changes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { refusal } from '#test/refusal.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { DAYS, longRecord, writeScores } from './sample-record.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ sequencer: false })
  await buildPeople(server.deps, {
    ada: creator({}),
    ben: creator({}),
    cleo: creator({ isPublic: false }),
    emil: creator({}),
    gus: member({}),
  })
})
afterAll(() => server.stop())

const person = (username: string, browser = server.visitor()) =>
  browser.call(rankings.person, { params: { username } })
const weeks = (username: string, browser = server.visitor()) =>
  browser.call(rankings.days, { params: { username } })

test('a visitor reads a record: each signal is counted once, and the figures are those of the positions', async () => {
  const author = await writeScores(server, 'ada', [
    { entry: 0, exit: 10, excess: 0.04 },
    { entry: 0, exit: 10, excess: -0.02, ticker: 'AMD' },
    { entry: 20, exit: 30, excess: 0.06 },
    { entry: 40, exit: 45, excess: -0.1, side: -1 },
    { entry: 60, excess: 0.02 },
    { entry: 62, excess: 0, ticker: 'FLAT' },
    { entry: null, does: 'adds', status: 'linked' },
    { entry: null, does: 'closes', status: 'linked' },
    { entry: null, does: null, status: 'unscored', reason: 'comment' },
    { entry: null, does: null, status: 'unscored', reason: 'not_us_share' },
    { entry: null, status: 'pending' },
  ])
  await computeRecord(server.deps, author)
  const record = await person('ADA')
  expect(record).toMatchObject({
    username: 'ada',
    author,
    method: 2,
    sample: true,
    asOf: '2026-11-20',
    since: DAYS[0],
    signals: {
      posted: 11,
      opened: 6,
      added: 1,
      closed: 1,
      comments: 1,
      unscored: 1,
      pending: 1,
      sealed: 0,
      withdrawn: 0,
    },
    positions: { total: 6, open: 2, closed: 4 },
    books: { open: null, sealed: null },
  })
  expect(record.perPosition).toEqual({
    count: 6,
    mean: '0.00000000',
    median: '0.01000000',
    meanExcess: '0.00000000',
    medianExcess: '0.01000000',
    averageWin: '0.04000000',
    averageLoss: '-0.04000000',
    worst: '-0.10000000',
    wins: 3,
    hitRate: '0.50000000',
    hitLow: '0.18761281',
    hitHigh: '0.81238719',
    // Down to −10, −10 to −8, …, −2 to 0 | 0 to 2, 2 to 4, 4 to 6, …
    histogram: { step: '0.02000000', counts: [1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0] },
  })
  expect((await weeks('ada')).records).toEqual([])
})

test('calculating again, even twice at once, writes the same', async () => {
  const author = await writeScores(server, 'ben', longRecord())
  await computeRecord(server.deps, author)
  const before = await person('ben')
  await Promise.all([computeRecord(server.deps, author), computeRecord(server.deps, author)])
  expect(await person('ben')).toEqual(before)
})

test('with fewer than five positions there are counts but no figures', async () => {
  const author = await writeScores(server, 'emil', longRecord().slice(0, 4))
  await computeRecord(server.deps, author)
  expect(await person('emil')).toMatchObject({ positions: { total: 4 }, perPosition: null })
})

test('a position that entered at the last close counts as a position but has no result yet', async () => {
  await buildPeople(server.deps, { ida: creator({}) })
  const scores = [10, 30, 50, 70, 90].map((entry) => ({ entry, exit: entry + 5, excess: 0.02 }))
  const entered = { entry: 129, excess: 0, tradingDays: 0, ticker: 'AMD' }
  await computeRecord(server.deps, await writeScores(server, 'ida', [...scores, entered]))
  const { positions, perPosition } = await person('ida')
  expect(positions).toMatchObject({ total: 6, open: 1 })
  expect(perPosition).toMatchObject({ count: 5, meanExcess: '0.02000000', wins: 5, hitRate: '1.00000000' })
})

test('a hidden person gets the same answer as an unknown one; the owner sees the record', async () => {
  const author = await writeScores(server, 'cleo', longRecord())
  await computeRecord(server.deps, author)
  const unknown = await refusal(person('nobody'))
  expect(unknown).toMatchObject({ status: 404, code: 'user_not_found' })
  for (const browser of [server.visitor(), await server.signIn('gus')]) {
    expect(await refusal(person('cleo', browser))).toEqual(unknown)
    expect(await refusal(weeks('cleo', browser))).toEqual(unknown)
  }
  const own = await person('cleo', await server.signIn('cleo'))
  expect(own).toMatchObject({ positions: { total: 60 } })
})

test('a person who never posted has an empty record', async () => {
  expect(await person('gus')).toMatchObject({
    author: null,
    since: null,
    asOf: null,
    daysOnRecord: 0,
    signals: { posted: 0 },
    perPosition: null,
    books: { open: null, sealed: null },
  })
})

test('a sealed trade counts at once for the author and subscribers, and for others only later', async () => {
  const signals = Array.from({ length: 60 }, (_, place) => ({
    content: `Signal ${place}`,
    isPremium: place === 30,
  }))
  await buildPeople(server.deps, { hal: creator({ signals }), fay: member({ subscribesTo: ['hal'] }) })
  const author = await writeScores(server, 'hal', longRecord())
  const { signalId } = await server.deps.db
    .selectFrom('recordScores')
    .select('signalId')
    .where('author', '=', author)
    .orderBy('entryDay')
    .offset(30)
    .limit(1)
    .executeTakeFirstOrThrow()
  await server.deps.db
    .insertInto('recordTrades')
    .values({ signalId, index: 7, salt: Buffer.alloc(32), trade: '{}', opensAt: new Date() })
    .execute()
  await computeRecord(server.deps, author)
  // As if it had never been posted.
  const without = await writeScores(server, 'gus', longRecord().toSpliced(30, 1))
  await computeRecord(server.deps, without)
  const [shown, other] = [await person('hal'), await person('gus')]
  expect(shown.signals).toMatchObject({ posted: 60, opened: 59, sealed: 1 })
  expect(shown).toMatchObject({
    perPosition: other.perPosition,
    positions: other.positions,
  })
  for (const name of ['hal', 'fay']) {
    const browser = await server.signIn(name)
    const full = await person('hal', browser)
    expect(full.signals).toMatchObject({ posted: 60, opened: 60, sealed: 0 })
    expect(full.positions.total).toBe(60)
    expect(full.perPosition).not.toEqual(shown.perPosition)
  }
  const full = await person('hal', await server.signIn('fay'))
  await server.deps.db
    .updateTable('recordTrades')
    .set({ opened: 9, isCounted: true })
    .where('signalId', '=', signalId)
    .execute()
  await computeRecord(server.deps, author)
  const opened = await person('hal')
  expect([opened.signals, opened.positions, opened.perPosition]).toEqual([
    full.signals,
    full.positions,
    full.perPosition,
  ])
  const { rows } = await server.deps.pool.query('select from record_full_people')
  expect(rows).toEqual([])
})
