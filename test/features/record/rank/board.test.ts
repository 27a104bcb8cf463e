// The board over HTTP: who is listed and in which order, newcomers, and records that ended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import {
  DAYS,
  longRecord,
  type SampleRating,
  type Score,
  writeBoard,
  writeRating,
  writeScores,
} from './sample-record.ts'

let server: TestServer
const authors: Record<string, string> = {}

beforeAll(async () => {
  server = await startServer({ sequencer: false })
  const plain = ['nina', 'otto', 'pia', 'rolf', 'sara', 'toni', 'uwe']
  await buildPeople(server.deps, {
    ...Object.fromEntries(plain.map((name) => [name, creator({})])),
    // Premium signals, opened in the log.
    otto: creator({
      signals: longRecord().map((_, place) => ({ content: `Premium ${place}`, isPremium: true })),
    }),
    vera: creator({ isPublic: false }),
    will: member({ follows: ['nina'] }),
  })
  const listedFirst: SampleRating = { mean: 0.12, half: 0.02, place: 1, isLikelySkill: true }
  const records: Record<string, { scores: Score[]; ratings: SampleRating[] }> = {
    nina: {
      scores: longRecord({ ticker: 'GOOD' }),
      ratings: [listedFirst, { book: 'sealed', mean: 0.01, trades: 3, isRated: false }],
    },
    vera: { scores: longRecord({ ticker: 'GOOD' }), ratings: [{ mean: 0.11, half: 0.03, place: 2 }] },
    otto: {
      scores: longRecord({ ticker: 'FAIR' }),
      ratings: [
        { book: 'sealed', mean: 0.08, half: 0.05, place: 3 },
        { book: 'sealed', isEarly: true, mean: 0.2 },
      ],
    },
    pia: { scores: longRecord({ ticker: 'BAD' }), ratings: [{ mean: -0.1 }] },
    rolf: { scores: longRecord({ ticker: 'GOOD' }).slice(-19), ratings: [{ trades: 19, isRated: false }] },
    sara: { scores: longRecord({ ticker: 'GOOD' }), ratings: [{ endedOn: '2026-08-03' }] },
    toni: { scores: longRecord({ ticker: 'GOOD' }).slice(-3), ratings: [] },
    uwe: { scores: longRecord({ ticker: 'BAD' }), ratings: [{ mean: -0.2, endedOn: '2026-07-03' }] },
  }
  for (const [name, { scores, ratings }] of Object.entries(records)) {
    const author = await writeScores(server, name, scores)
    authors[name] = author
    if (name === 'otto') await openTrades(author)
    await computeRecord(server.deps, author)
    for (const rating of ratings) await writeRating(server, author, rating)
  }
  await writeBoard(server, 6, 3)
})
afterAll(() => server.stop())

async function openTrades(author: string): Promise<void> {
  await server.deps.pool.query(
    `insert into record_trades (signal_id, index, salt, trade, opens_at, opened, is_counted)
     select signal_id, row_number() over (), sha256(''), '{}', now(), 1, true from record_scores where author = $1`,
    [author],
  )
}

const board = (query = {}, browser = server.visitor()) => browser.call(rankings.board, { query })

test('a visitor sees the listed records of public people in order, with what monkeys would do', async () => {
  const { people, ...rest } = await board()
  expect(rest).toEqual({
    method: 2,
    sample: true,
    asOf: '2026-11-20',
    rated: 6,
    listed: 2,
    monkeys: { count: 1000, listed: 41 },
  })
  expect(people.map(({ rank, username, book }) => [rank, username, book])).toEqual([
    [1, 'nina', 'open'],
    [2, 'otto', 'sealed'],
  ])
  expect(people[0]).toMatchObject({
    mean: '0.1200',
    low: '0.1000',
    high: '0.1400',
    yearly: true,
    positions: 60,
    signals: 60,
    since: DAYS[0],
    drawdown: '0.0812',
    isLikelySkill: true,
    hasPrice: true,
    isFollowing: false,
    author: { username: 'nina' },
  })
  const asWill = await board({}, await server.signIn('will'))
  expect(asWill.people.map(({ isFollowing }) => isFollowing)).toEqual([true, false])
})

test('a ticker shows who opened a position in it; ranks stay, and sealed positions don’t show', async () => {
  const aboutFair = async () =>
    (await board({ ticker: 'fair' })).people.map(({ rank, username }) => [rank, username])
  expect(await aboutFair()).toEqual([[2, 'otto']])
  expect((await board({ ticker: 'NVDA' })).people).toEqual([])
  const { db } = server.deps
  await db.updateTable('recordTrades').set({ isCounted: false }).execute()
  expect(await aboutFair()).toEqual([])
  await db.updateTable('recordTrades').set({ isCounted: true }).execute()
  expect(await aboutFair()).toEqual([[2, 'otto']])
})

test('newcomers come in order of arrival, with figures from five positions on; ended records stay in the graveyard', async () => {
  const { people, total, ended } = await server.visitor().call(rankings.newcomers)
  expect(total).toBe(2)
  expect(
    people.map(({ author, signals, ahead, behind }) => [author.username, signals, ahead, behind]),
  ).toEqual([
    ['toni', 3, null, null],
    ['rolf', 19, 19, 0],
  ])
  expect(ended).toMatchObject({ total: 2, behind: 1 })
  expect(ended.people.map(({ username, positions }) => [username, positions]).toSorted()).toEqual([
    ['sara', 60],
    ['uwe', 60],
  ])
})

test('a person who turns private leaves the board; a former member’s record stays without a name', async () => {
  await asOwner(server.database, "update users set is_public = false where username = 'otto'")
  expect((await board()).people.map(({ username }) => username)).toEqual(['nina'])
  await asOwner(server.database, "update users set is_public = true where username = 'otto'")
  await asOwner(
    server.database,
    `update record_authors set user_id = null where author = '${authors['pia']}'`,
  )
  const { ended } = await server.visitor().call(rankings.newcomers)
  expect(ended).toMatchObject({ total: 3, behind: 2 })
  expect(ended.people.map(({ username }) => username).toSorted()).toEqual([null, 'sara', 'uwe'].toSorted())
})

test('a record says what it lacks, and the sealed one is up to date only for its author and subscribers', async () => {
  const booksOf = async (username: string, browser = server.visitor()) =>
    (await browser.call(rankings.person, { params: { username } })).books
  expect(await booksOf('rolf')).toMatchObject({
    open: { isRated: false, missing: [{ what: 'trades', have: 19, need: 20 }] },
    sealed: null,
  })
  expect(await booksOf('nina')).toMatchObject({
    open: { isEarly: false, figures: { mean: '0.1200', t: '2.00', p: '0.030000', weeks: 52 } },
    sealed: { isEarly: false, isRated: false },
  })
  expect(await booksOf(authors['nina'] ?? '')).toEqual(await booksOf('nina'))
  expect(await booksOf('otto')).toMatchObject({ sealed: { isEarly: false, figures: { mean: '0.0800' } } })
  expect(await booksOf('otto', await server.signIn('otto'))).toMatchObject({
    open: null,
    sealed: { isEarly: true, figures: { mean: '0.2000' } },
  })
})
