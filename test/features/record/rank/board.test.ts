// The board over HTTP: who is ranked and listed, what luck would list, newcomers, and those who stopped.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { DAYS, longRecord, type Score, writePrices, writeScores } from './sample-record.ts'

let server: TestServer
const authors: Record<string, string> = {}

beforeAll(async () => {
  server = await startServer({ sequencer: false })
  const plain = ['nina', 'otto', 'pia', 'quin', 'rolf', 'sara', 'toni', 'uwe']
  await buildPeople(server.deps, {
    ...Object.fromEntries(plain.map((name) => [name, creator({})])),
    // Premium signals, opened in the log.
    otto: creator({
      signals: longRecord().map((_, place) => ({ content: `Premium ${place}`, isPremium: true })),
    }),
    vera: creator({ isPublic: false }),
    will: member({ follows: ['nina'] }),
  })
  await writePrices(server, {
    // Steady gains, gains with more noise, steady losses, and noise alone.
    GOOD: [1.004, 1.002],
    FAIR: [1.012, 0.996, 1.001],
    BAD: [0.997, 0.999],
    NOISE: [1.01, 0.9901],
  })
  const ago = (days: number) => new Date(Date.parse('2026-11-20T15:00:00Z') - days * 86_400_000)
  const records: Record<string, Score[]> = {
    nina: longRecord({ ticker: 'GOOD' }),
    otto: longRecord({ ticker: 'FAIR' }),
    pia: longRecord({ ticker: 'BAD' }),
    quin: longRecord({ ticker: 'NOISE' }),
    // One short of the floor.
    rolf: longRecord({ ticker: 'GOOD' }).slice(-19),
    // Stopped at the top, and a private person.
    sara: longRecord({ ticker: 'GOOD', postedAt: ago(100) }),
    vera: longRecord({ ticker: 'GOOD' }),
    // Too few to count anything.
    toni: longRecord({ ticker: 'GOOD' }).slice(-3),
    uwe: longRecord({ ticker: 'BAD', postedAt: ago(120) }),
  }
  for (const [name, scores] of Object.entries(records)) {
    const author = await writeScores(server, name, scores)
    authors[name] = author
    if (name === 'otto') await openTrades(author)
    await computeRecord(server.deps, author)
  }
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
const person = (username: string) => server.visitor().call(rankings.person, { params: { username } })

test('a visitor sees those whose low end is above zero, in its order; others are only counted', async () => {
  const { people, ...rest } = await board()
  expect(rest).toEqual({ method: 1, sample: true, asOf: '2026-11-20', ranked: 4, byLuck: 0, listed: 2 })
  expect(people.map(({ rank, username }) => [rank, username])).toEqual([
    [1, 'nina'],
    [2, 'otto'],
  ])
  const [first] = people
  const { paper, perPosition } = await person('nina')
  expect(first).toMatchObject({
    low: paper?.low,
    mean: paper?.mean,
    high: paper?.high,
    drawdown: paper?.drawdown,
    worst: perPosition?.worst,
    positions: 60,
    signals: 60,
    since: DAYS[0],
    hasPrice: true,
    isFollowing: false,
    author: { username: 'nina' },
  })
  expect((await board({}, await server.signIn('will'))).people.map(({ isFollowing }) => isFollowing)).toEqual(
    [true, false],
  )
})

test('people on the board lack nothing for a rank, and everybody else lacks something', async () => {
  const missing = await Promise.all(
    ['nina', 'otto', 'pia', 'quin', 'rolf', 'sara', 'toni'].map(async (name) => {
      const { whyNot, ranked } = await person(name)
      expect(ranked).toBe(whyNot.length === 0)
      return [name, whyNot.map(({ what }) => what)]
    }),
  )
  expect(missing).toEqual([
    ['nina', []],
    ['otto', []],
    ['pia', []],
    ['quin', []],
    ['rolf', ['signals', 'active_days', 'days_on_record']],
    ['sara', ['recent_signal']],
    ['toni', ['signals', 'entry_days', 'active_days', 'days_on_record']],
  ])
})

test('steady gains are beyond luck, and noise isn’t', async () => {
  expect((await person('nina')).beyondLuck).toBe(true)
  expect((await person('quin')).beyondLuck).toBe(false)
  expect((await person('sara')).beyondLuck).toBe(false)
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

test('newcomers come in order of arrival, with figures from five positions on; those who stopped are in the graveyard', async () => {
  const { people, total, ended } = await server.visitor().call(rankings.newcomers)
  expect(total).toBe(2)
  expect(
    people.map(({ author, signals, ahead, behind }) => [author.username, signals, ahead, behind]),
  ).toEqual([
    ['toni', 3, null, null],
    ['rolf', 19, 19, 0],
  ])
  expect(ended).toMatchObject({ total: 2, behind: 1 })
  expect(ended.people.map(({ username, positions }) => [username, positions])).toEqual([
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
  expect((await board()).ranked).toBe(3)
})
