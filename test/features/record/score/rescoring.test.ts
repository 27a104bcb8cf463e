// Scoring again: nothing changes without a reason, a new close updates what is open, and a correction keeps the old figures.
import { expect, test } from 'vitest'
import { scores } from '#shared/contracts/scores.ts'
import { requestScoring, sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import type { TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { daysAgo, outcomesOf, scored, server } from './scored-server.ts'

const DAY_MS = 86_400_000

async function scoreAgain(one: TestServer): Promise<void> {
  await one.deps.pool.query(
    'insert into record_due (ticker, author, since) select distinct ticker, author, now() from record_scores',
  )
  await requestScoring(one.deps)
  await scored(one)
}

test('scoring again changes nothing, a new close marks what is open, and a correction keeps the old figures', async () => {
  const clock = settableClock()
  const one = await server({ clock })
  await buildPeople(one.deps, {
    ada: creator({ signals: [{ content: 'Buys', tickers: ['NVDA'], timeHorizon: 'years', ...daysAgo(30) }] }),
  })
  const { Buys: id } = await scored(one)
  const tables = async () =>
    await Promise.all(
      ['record_scores', 'record_inputs', 'record_restatements'].map(
        async (table) => (await one.deps.pool.query(`select * from ${table} order by 1, 2, 3`)).rows,
      ),
    )
  const again = () => scoreAgain(one)
  const before = await tables()
  await again()
  expect(await tables()).toEqual(before)

  const outcome = async () => (await outcomesOf(one.visitor(), [id]))[0]
  const first = await outcome()
  clock.pass(7 * DAY_MS)
  await sweepScores(one.deps)
  await scored(one)
  const later = await outcome()
  expect((later?.parts[0]?.tradingDays ?? 0) - (first?.parts[0]?.tradingDays ?? 0)).toBeGreaterThanOrEqual(4)
  expect((await tables())[2]).toEqual([])

  // As if the provider had published a wrong close for the entry and corrected it since.
  const wrong = Number(later?.parts[0]?.entryClose) * 1.1
  await asOwner(one.database, 'update record_inputs set close = $1 where symbol = $2 and day = $3', [
    wrong,
    'NVDA',
    later?.parts[0]?.entryDay,
  ])
  await asOwner(
    one.database,
    'update record_scores set entry_close = $1, return = round((1 + return) / 1.1 - 1, 8), excess = excess + 0.05',
    [wrong],
  )
  const published = await outcome()
  await again()
  expect(await outcome()).toEqual(later)
  const [, inputs, restated] = await tables()
  expect(restated).toEqual([
    expect.objectContaining({
      signal_id: id,
      return: published?.return,
      reason: `corrected: NVDA on ${later?.parts[0]?.entryDay}`,
    }),
  ])
  expect(inputs?.filter(({ version }: { version?: number }) => version === 1)).toHaveLength(1)
})

test('without a license to show prices, only ratios are shown', async () => {
  const one = await server({ settings: { MARKET_DISPLAY: 'ratios' } })
  await buildPeople(one.deps, {
    ada: creator({ signals: [{ content: 'Buys', tickers: ['NVDA'], ...daysAgo(9) }] }),
  })
  const { Buys: id = '' } = await scored(one)
  const { parts } = await one.visitor().call(scores.signal, { params: { id } })
  expect(parts[0]).toMatchObject({ entryClose: null, lastClose: null })
  expect(parts[0]?.days.length).toBeGreaterThan(3)
  expect(new Set(parts[0]?.days.map(({ close }) => close))).toEqual(new Set([null]))
})
