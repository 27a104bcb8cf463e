// The Brier score of an author's stated confidence, against a list calculated by hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brierScore } from '#engine/scoring/ranking/calibration.ts'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { type Score, writeScores } from './sample-record.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ sequencer: false })
})
afterAll(() => server.stop())

test('the score of five forecasts is the one calculated by hand', () => {
  const forecasts = [
    { confidence: 0.9, excess: 0.02 }, // 0.01
    { confidence: 0.6, excess: -0.1 }, // 0.36
    { confidence: 0.5, excess: 0.001 }, // 0.25
    // Level with SPY isn't ahead of it.
    { confidence: 0.7, excess: 0 }, // 0.49
    { confidence: 0.99, excess: 0.5 }, // 0.0001
  ]
  expect(brierScore(forecasts)).toBeCloseTo(1.1101 / 5, 12)
  expect(brierScore([])).toBeNull()
})

test('50 % on everything gives 0.25, whatever happens', () => {
  const excesses = [0.1, -0.1, 0, 0.3]
  expect(brierScore(excesses.map((excess) => ({ confidence: 0.5, excess })))).toBe(0.25)
})

/** Posts one signal for each score, with the confidence, if any; returns the author's id in the log. */
async function build(
  username: string,
  all: (Score & { confidence?: string; isPremium?: boolean })[],
): Promise<string> {
  const signals = all.map(({ confidence, isPremium = false }) => ({
    content: 'Buy',
    isPremium,
    tickers: ['NVDA'],
    ...(confidence !== undefined && { details: { confidence } }),
  }))
  await buildPeople(server.deps, { [username]: creator({ signals }) })
  return await writeScores(server, username, all)
}
const calibrationOf = async (username: string) =>
  (await server.visitor().call(rankings.person, { params: { username } })).calibration

/** Half of them at 80 % and ahead, half at 60 % and behind: (0.2² + 0.6²) / 2 = 0.2. */
const forecasts = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    entry: place,
    exit: place + 5,
    ...(place % 2 === 0 ? { confidence: '80', excess: 0.02 } : { confidence: '60', excess: -0.02 }),
  }))

test('the score is shown once 20 positions with a confidence have closed', async () => {
  await computeRecord(server.deps, await build('ada', forecasts(20)))
  expect(await calibrationOf('ada')).toEqual({ count: 20, brier: '0.20000000' })
  await computeRecord(server.deps, await build('ben', [...forecasts(19), { entry: 30, exit: 35 }]))
  expect(await calibrationOf('ben')).toBeUndefined()
})

test('open positions, and signals that open none, don’t count', async () => {
  const others: (Score & { confidence: string })[] = [
    { entry: 40, confidence: '99', excess: -0.5 },
    { entry: null, does: 'adds', status: 'linked', confidence: '99' },
    { entry: null, does: null, status: 'unscored', reason: 'no_prices', confidence: '99' },
  ]
  await computeRecord(server.deps, await build('cleo', [...forecasts(20), ...others]))
  expect(await calibrationOf('cleo')).toEqual({ count: 20, brier: '0.20000000' })
})

test('a premium trade counts only after its 90 days', async () => {
  const author = await build('dora', [
    ...forecasts(20),
    { entry: 50, exit: 55, excess: 0.1, confidence: '50', isPremium: true },
  ])
  const { id: signalId } = await server.deps.db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select('g.id')
    .where('u.username', '=', 'dora')
    .orderBy('g.createdAt', 'desc')
    .executeTakeFirstOrThrow()
  const sealed = { signalId, index: 1, salt: Buffer.alloc(32), trade: '{}', opensAt: new Date() }
  await server.deps.db.insertInto('recordTrades').values(sealed).execute()
  await computeRecord(server.deps, author)
  expect(await calibrationOf('dora')).toEqual({ count: 20, brier: '0.20000000' })
  await server.deps.db.updateTable('recordTrades').set({ opened: 2, isCounted: true }).execute()
  await computeRecord(server.deps, author)
  // (20 × 0.2 + 0.25) / 21.
  expect(await calibrationOf('dora')).toEqual({ count: 21, brier: '0.20238095' })
})
