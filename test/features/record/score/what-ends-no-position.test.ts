// What doesn't change a result: withdrawing a signal, removing its text, deleting the account. And what starts over: sample
// prices, once there are real ones.
import { afterEach, expect, test } from 'vitest'
import { listenMarket } from '#tools/sandbox/market/listen.ts'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { systemClock } from '#server/clock.ts'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { removeText } from '#server/features/signals/hide-signal.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { scores } from '#shared/contracts/scores.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { freshDatabase } from '#test/database.ts'
import { removeWhoeverIsDue, requestDeletion } from '#test/features/deletion/deletion-steps.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { daysAgo, outcomesOf, scored, server } from './scored-server.ts'

const DAY_MS = 86_400_000
const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

test('signals that were withdrawn, lost their text or belong to a former member run to their end like any other', async () => {
  const clock = settableClock()
  const one = await server({ clock })
  const buys = (content: string) =>
    member({ signals: [{ content, tickers: ['NVDA'], timeHorizon: 'weeks' as const, ...daysAgo(5) }] })
  await buildPeople(one.deps, {
    ada: buys('Withdrawn'),
    ben: buys('Removed'),
    cleo: buys('Left'),
    dora: buys('Stays'),
  })
  const ids = await scored(one)
  const outcomes = async () => {
    const all = await outcomesOf(await one.signIn('dora'), [
      ids['Stays'],
      ids['Withdrawn'],
      ids['Removed'],
      ids['Left'],
    ])
    return all.map(({ status, asOf, excess, return: own, parts: [part] }) => ({
      status,
      asOf,
      own,
      excess,
      entry: [part?.entryDay, part?.entryClose],
      exit: [part?.exitDay, part?.exitReason, part?.lastClose],
      tradingDays: part?.tradingDays,
    }))
  }
  const before = await outcomes()
  expect(before[0]).toMatchObject({ status: 'open', exit: [null, null, expect.any(String) as unknown] })

  await (await one.signIn('ada')).call(signals.withdraw, { params: { id: ids['Withdrawn'] ?? '' } })
  await removeText(one.deps, ids['Removed'] ?? '', 'rules')
  await requestDeletion(await one.signIn('cleo'), 'cleo')
  expect((await outcomes()).slice(0, 3)).toEqual(before.slice(0, 3))
  clock.pass(14.5 * DAY_MS)
  await removeWhoeverIsDue(one)
  clock.pass(30 * DAY_MS)
  await sweepScores(one.deps)
  await scored(one)
  const [stays, ...others] = await outcomes()
  expect(stays).toMatchObject({ status: 'closed', tradingDays: 21 })
  expect(stays?.exit[1]).toBe('horizon')
  expect(others).toEqual([stays, stays, stays])
  const { signals: counts, positions } = await one
    .visitor()
    .call(rankings.person, { params: { username: 'ada' } })
  expect(counts).toMatchObject({ posted: 1, opened: 1, withdrawn: 1 })
  expect(positions).toMatchObject({ total: 1, closed: 1 })
})

test('with a provider’s key everything is scored again from real prices and says so; the log doesn’t change', async () => {
  const database = await freshDatabase()
  cleanUp.push(() => database.drop())
  const now = Date.parse('2025-06-10T15:00:00Z')
  const start = Date.now()
  const clock = { ...systemClock, now: () => new Date(now + Date.now() - start) }
  const run = async (options: Parameters<typeof startServer>[0]): Promise<TestServer> => {
    const started = await startServer({ scoring: true, database, clock, ...options })
    cleanUp.push(() => started.stop())
    return started
  }
  const sample = await run({})
  // Traded in the sample market and by the provider.
  const hoursAgo = (now - Date.parse('2025-05-15T15:00:00Z')) / 3_600_000
  await buildPeople(sample.deps, {
    ada: creator({ signals: [{ content: 'Buys', tickers: ['SPY'], timeHorizon: 'years', hoursAgo }] }),
  })
  const { Buys: id = '' } = await scored(sample)
  const read = (from: TestServer) => from.visitor().call(scores.signal, { params: { id } })
  const first = await read(sample)
  const checkpoint = async (of: TestServer) => (await of.visitor().fetch('/log/checkpoint')).text()
  const note = await checkpoint(sample)
  expect(first).toMatchObject({ sample: true, status: 'open', asOf: '2025-06-09' })
  await sample.stop()
  cleanUp.pop()

  const standIn = await listenMarket()
  cleanUp.push(() => standIn.close())
  const real = await run({
    settings: { MASSIVE_API_KEY: 'good' },
    markets: { massiveUrl: standIn.url, callsAMinute: 60_000 },
  })
  // Until then, sample figures are marked as such.
  expect(await read(real)).toMatchObject({ sample: true, return: first.return })
  await sweepScores(real.deps)
  await scored(real)
  const then = await read(real)
  expect(then).toMatchObject({ sample: false, asOf: '2025-06-09', excess: '0.00000000' })
  const [part] = then.parts
  expect(part?.entryClose).toBe(String(closeOn('SPY', '2025-05-15')))
  expect(Number(then.return)).toBeCloseTo(
    (closeOn('SPY', '2025-06-09') ?? 0) / (closeOn('SPY', '2025-05-15') ?? 1) - 1,
    7,
  )
  // Not a correction: sample figures were nobody's result.
  expect(part).not.toHaveProperty('restated')
  expect(await checkpoint(real)).toBe(note)
})
