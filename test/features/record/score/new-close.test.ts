// What a new close makes due: everything open, and ended positions only where no open position has their prices fetched.
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { systemClock } from '#server/clock.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { freshDatabase, openTestDatabase } from '#test/database.ts'

/** The evening of a Monday: closes count from the next morning on, so the last one is Friday's, June 6. */
const NOW = new Date('2025-06-09T22:00:00Z')
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

type Row = { person: keyof typeof AUTHORS; ticker: string; status: string; exitDay?: string; reason?: string }
const AUTHORS = {
  ada: '00000000-0000-4000-8000-00000000000a',
  bob: '00000000-0000-4000-8000-00000000000b',
}

/** "person ticker" of all that is due at the new close. */
async function dueAfter(scores: readonly Row[]): Promise<string[]> {
  const database = await freshDatabase()
  const opened = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const { db, pool } = opened
  cleanUp.push(
    () => opened.close(),
    () => database.drop(),
  )
  await pool.query('insert into record_scoring (entries, method) values (0, $1)', [METHOD])
  await pool.query(
    `insert into record_scores (signal_id, ticker, method, author, posted_at, status, reason, side, weight, exit_day, is_sample)
     select gen_random_uuid(), ticker, ${METHOD}, author, $2, status, reason, 1, 1, "exitDay", false
       from jsonb_to_recordset($1) as score (ticker text, author uuid, status text, reason text, "exitDay" date)`,
    [JSON.stringify(scores.map(({ person, ...row }) => ({ ...row, author: AUTHORS[person] }))), NOW],
  )
  const market = { ...simulatedMarket(), name: 'massive' as const, isSample: false }
  await sweepScores({ db, clock: { ...systemClock, now: () => NOW }, market })
  const { rows } = await pool.query<{ ticker: string; author: string }>(
    'select ticker, author from record_due',
  )
  return rows.map(({ ticker, author }) => `${author === AUTHORS.ada ? 'ada' : 'bob'} ${ticker}`).toSorted()
}

test('open positions, pending signals and those without prices are due', async () => {
  expect(
    await dueAfter([
      { person: 'ada', ticker: 'OPEN', status: 'open' },
      { person: 'ada', ticker: 'NEW', status: 'pending' },
      { person: 'ada', ticker: 'NONE', status: 'unscored', reason: 'no_prices' },
      { person: 'ada', ticker: 'NOTHING', status: 'unscored', reason: 'taking_profits' },
    ]),
  ).toEqual(['ada NEW', 'ada NONE', 'ada OPEN'])
})

test('a position that ended in the last 35 days is due, unless another in the share is open or pending', async () => {
  const ended = (person: Row['person'], ticker: string, exitDay = '2025-05-30'): Row => ({
    person,
    ticker,
    status: 'closed',
    exitDay,
  })
  expect(
    await dueAfter([
      ended('ada', 'ALONE'),
      ended('ada', 'LONG', '2025-04-01'),
      ended('ada', 'HELD'),
      { person: 'bob', ticker: 'HELD', status: 'open' },
      ended('ada', 'SOON'),
      { person: 'bob', ticker: 'SOON', status: 'pending' },
    ]),
  ).toEqual(['ada ALONE', 'bob HELD', 'bob SOON'])
})
