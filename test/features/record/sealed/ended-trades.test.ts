// A sealed trade is opened once its positions have ended, long before its last day. In what others see of the record it counts from
// that day on: otherwise quick winners would count before held losers.
import { expect, test } from 'vitest'
import { saveScores } from '#server/features/record/score/scores-store.ts'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { users } from '#shared/contracts/users.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import type { Browser, TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { daysAgo, outcomesOf, scored, server } from '../score/scored-server.ts'

const DAY_MS = 86_400_000

/** The texts of the signals whose trades the log has opened. */
async function openedBy({ deps }: TestServer): Promise<string[]> {
  const { rows } = await deps.pool.query<{ content: string }>(
    `select g.content from record_entries e join record_trades t on t.opened = e.index join signals g on g.id = t.signal_id
      where e.kind = 'open' order by 1`,
  )
  return rows.map(({ content }) => content)
}

const premium = { isPremium: true, tickers: ['NVDA'] }

test('a premium trade is opened when its positions have ended, and counts for others 90 days after its post', async () => {
  const clock = settableClock()
  const one = await server({ clock })
  await buildPeople(one.deps, {
    ada: creator({
      signals: [
        { ...premium, content: 'Ended', timeHorizon: 'days', ...daysAgo(60) },
        { ...premium, content: 'Sold', tickers: ['AMD'], timeHorizon: 'years', ...daysAgo(50) },
        { ...premium, content: 'Bought more', tickers: ['AMD'], timeHorizon: 'years', ...daysAgo(45) },
        { ...premium, content: 'Sells', tickers: ['AMD'], signalType: 'sell', ...daysAgo(40) },
        {
          ...premium,
          content: 'Ended in part',
          tickers: ['MSFT', '7203.T'],
          timeHorizon: 'days',
          ...daysAgo(38),
        },
      ],
    }),
    bob: creator({
      signals: [
        { ...premium, content: 'Runs', timeHorizon: 'years', ...daysAgo(60) },
        { ...premium, content: 'Added', timeHorizon: 'days', ...daysAgo(50) },
        { ...premium, content: 'Says', signalType: 'comment', ...daysAgo(40) },
        { ...premium, content: 'Abroad', tickers: ['7203.T'], ...daysAgo(39) },
        { ...premium, content: 'Half ended', tickers: ['AMD'], timeHorizon: 'years', ...daysAgo(38) },
        { ...premium, content: 'Both', tickers: ['AMD', 'MSFT'], timeHorizon: 'days', ...daysAgo(37) },
      ],
    }),
  })
  const ids = await scored(one)
  await expect.poll(() => openedBy(one)).toEqual(['Bought more', 'Ended', 'Ended in part', 'Sells', 'Sold'])
  await scored(one)
  const seen = await outcomesOf(one.visitor(), [ids['Ended'], ids['Sells'], ids['Runs'], ids['Both']])
  expect(seen.map(({ status }) => status)).toEqual(['closed', 'linked', 'sealed', 'sealed'])

  const record = async (browser: Browser) => {
    const { signals, positions } = await browser.call(rankings.person, { params: { username: 'ada' } })
    return { ...signals, positions: positions.total }
  }
  expect(await record(await one.signIn('ada'))).toMatchObject({ opened: 3, sealed: 0, positions: 3 })
  expect(await record(one.visitor())).toMatchObject({ opened: 0, sealed: 5, positions: 0 })
  clock.pass(31 * DAY_MS)
  await sweepScores(one.deps)
  await expect
    .poll(() => record(one.visitor()))
    .toMatchObject({ opened: 1, added: 0, closed: 0, sealed: 4, positions: 1 })
})

test('a trade whose last two positions are saved as ended at the same moment is opened', async () => {
  const one = await server()
  const { pool, db, clock } = one.deps
  const both = {
    ...premium,
    content: 'Both',
    tickers: ['AMD', 'MSFT'],
    timeHorizon: 'years',
    ...daysAgo(9),
  } as const
  await buildPeople(one.deps, { ada: creator({ signals: [both] }) })
  const { Both: signalId = '' } = await scored(one)
  const { rows } = await pool.query<{ author: string }>('select distinct author from record_scores')
  const author = rows[0]?.author ?? ''
  // Neither of the two can be committed before this transaction.
  const holding = await pool.connect()
  await holding.query('begin')
  await holding.query(
    'insert into record_rankings_due (author, since, is_posted) values ($1, now(), false)',
    [author],
  )
  const saves = ['AMD', 'MSFT'].map((ticker) => {
    const closed = {
      signalId,
      ticker,
      status: 'closed',
      reason: null,
      does: 'opens',
      ofSignalId: null,
    } as const
    const scores = [{ ...closed, isThin: false, asOf: null }]
    const done = [{ ticker, author, since: clock.now().toISOString() }]
    const saved = { done, scores, restated: [], ended: [signalId], isPosted: false }
    return saveScores(db, saved, { now: clock.now(), isSample: true })
  })
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2)
  await holding.query('commit')
  holding.release()
  await Promise.all(saves)
  await expect.poll(() => openedBy(one)).toEqual(['Both'])
})

test('an ended trade of a private author is opened when they turn public', async () => {
  const one = await server()
  await buildPeople(one.deps, {
    cleo: creator({
      isPublic: false,
      signals: [{ content: 'Ended', tickers: ['NVDA'], timeHorizon: 'days', ...daysAgo(60) }],
    }),
  })
  const { Ended: id } = await scored(one)
  expect(await openedBy(one)).toEqual([])
  // Knowing that it has ended would reveal how long it was.
  const logged = await one.visitor().fetch(`/log/signals/${id}`)
  expect(await logged.json()).toMatchObject({ opened: null, held: null })
  const cleo = await one.signIn('cleo')
  await cleo.call(users.updateProfile, { body: { isPublic: true } })
  await expect.poll(() => openedBy(one)).toEqual(['Ended'])
})
