// New signals are scored from the position so far. Scoring everything again must give the same, and so must the preview
// before the post.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteKey } from '#engine/log/note.ts'
import { sequenceBatch } from '#server/features/record/log/sequence.ts'
import { appendPosted } from '#server/features/record/score/append-posted.ts'
import { rankDue } from '#server/features/record/rank/rankings-due.ts'
import { scoreSlice } from '#server/features/record/jobs/score-slice.ts'
import { takeLogged } from '#server/features/record/score/take-logged.ts'
import { type PreviewPart, type SignalPreview, signalPreview } from '#shared/contracts/signal-preview.ts'
import type { Deps } from '#server/deps.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { settableClock } from '#test/settable-clock.ts'
import { runs } from '#test/test-scope.ts'
import { daysAgo, server } from './scored-server.ts'

const KEY = [noteKey('signalpost.test/log', Buffer.alloc(32, 7))]
const HOUR_MS = 3_600_000
const TICKERS = ['NVDA', 'AMD', 'MSFT']
const instruments = async () => TICKERS.map((symbol) => ({ symbol }))
const isKnown = (symbol: string) => TICKERS.includes(symbol)

const post = fc.record({
  signalType: fc.constantFrom('buy' as const, 'sell' as const, 'sell' as const, 'comment' as const),
  tickers: fc.constantFrom(['NVDA'], ['NVDA'], ['AMD'], ['AMD', 'MSFT']),
  intent: fc.constantFrom('taking_profits' as const, 'watching' as const),
  onlyCloses: fc.boolean(),
  timeHorizon: fc.constantFrom('days' as const, 'weeks' as const, null),
  isPremium: fc.boolean(),
  hoursLater: fc.constantFrom(0, 0, 0, 7, 30),
})
type Post = Omit<typeof post extends fc.Arbitrary<infer Value> ? Value : never, 'hoursLater'>
/** The posts of a batch are logged and scored together. */
const batches = fc.array(fc.array(post, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })

const queryOf = ({ signalType, tickers, intent, onlyCloses, timeHorizon, isPremium }: Post) => ({
  type: signalType,
  tickers: tickers.join(','),
  ...(timeHorizon && { horizon: timeHorizon }),
  ...((onlyCloses || intent === 'taking_profits') && { only: 'close' as const }),
  premium: isPremium ? ('true' as const) : ('false' as const),
})
const effectOf = ({ ticker, does, reason, open }: PreviewPart) => ({
  ticker,
  does,
  reason,
  openedAt: open?.postedAt ?? null,
})
async function effectsOf({ pool }: Pick<Deps, 'pool'>, signalId: string) {
  const { rows } = await pool.query<{ ticker: string; does: string; reason: string; openedAt: Date | null }>(
    `select s.ticker, s.does, s.reason, o.posted_at as "openedAt" from record_scores s
      left join record_scores o on o.signal_id = s.of_signal_id and o.ticker = s.ticker
      where s.signal_id = $1 and s.ticker <> '' order by s.ticker`,
    [signalId],
  )
  return rows
}

test('scoring only new signals gives the same as scoring everything, and as the preview said', async () => {
  const clock = settableClock()
  const one = await server({ clock, sequencer: false, scoring: false })
  const { deps } = one
  await buildPeople(deps, {
    ada: creator({ signals: [{ content: 'Old', tickers: ['NVDA'], timeHorizon: 'years', ...daysAgo(30) }] }),
  })
  const read = async (table: string) => {
    const { rows } = await deps.pool.query<Record<string, unknown>>(`select * from ${table} order by 1, 2, 3`)
    return rows.map(({ scored_at: _scored, computed_at: _computed, ...row }) => row)
  }
  const tables = async () =>
    await Promise.all(['record_scores', 'record_people', 'record_full_people'].map(read))
  const scoreAll = async () => {
    await deps.pool.query(`insert into record_due (ticker, author, since)
      select distinct ticker, author, now() from record_scores where ticker <> '' and status <> 'unscored'
      on conflict (ticker, author) do update set is_posted = false`)
    await deps.pool.query(`insert into record_rankings_due (author, since, is_posted)
      select author, now(), false from record_people on conflict (author) do update set is_posted = false`)
    while (!(await scoreSlice(deps, instruments, 60_000)));
  }
  const log = async () => {
    while (await sequenceBatch(deps, KEY, async () => undefined));
    await takeLogged(deps)
  }
  const tally = { alone: 0, whole: 0, sealed: 0 }
  await log()
  await scoreAll()
  await fc.assert(
    fc.asyncProperty(batches, async (list) => {
      clock.pass(25 * HOUR_MS)
      await scoreAll()
      // A session would expire before all runs are done.
      const ada = await one.signIn('ada')
      for (const batch of list) {
        let [previewed, postedId]: [SignalPreview | null, string] = [null, '']
        for (const { hoursLater, ...body } of batch) {
          clock.pass(hoursLater * HOUR_MS)
          // The hourly sweep does the same after a close.
          if (hoursLater > 0) await scoreAll()
          previewed = await ada.call(signalPreview.preview, { query: queryOf(body) })
          postedId = (
            await ada.call(signals.post, {
              body: { content: 'A thought', ...body, tickers: [...body.tickers] },
            })
          ).id
        }
        await log()
        const posted = await appendPosted(deps, { isKnown, requestPrices: async () => undefined }, 100)
        const { rows } = await deps.pool.query<{ n: number }>('select count(*)::int as n from record_due')
        tally.alone += posted - (rows[0]?.n ?? 0)
        tally.whole += rows[0]?.n ?? 0
        await rankDue(deps, { max: 100, onlyPosted: true })
        if ((rows[0]?.n ?? 0) > 0) await scoreSlice(deps, instruments, 60_000)
        // Later signals may cancel the earlier ones of a batch.
        expect(previewed?.parts.map(effectOf)).toEqual(await effectsOf(deps, postedId))
      }
      const alone = await tables()
      tally.sealed += alone[0]?.filter((row) => row['is_sealed'] === true && row['does'] !== null).length ?? 0
      await scoreAll()
      expect(await tables()).toEqual(alone)
    }),
    { numRuns: runs(40) },
  )
  expect(tally.sealed).toBeGreaterThan(0)
  expect(tally.alone).toBeGreaterThan(tally.whole)
})
