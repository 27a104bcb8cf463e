// How signals did, as different people see it, on a real server with sample prices.
import { afterEach, expect, test } from 'vitest'
import { scores, type SignalOutcome } from '#shared/contracts/scores.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator, member } from '#demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { requestScoring, sweepScores } from '#server/features/record/score/scoring-jobs.ts'

const DAY_MS = 86_400_000
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

async function server(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  const started = await startServer({ scoring: true, ...options })
  cleanUp.push(() => started.stop())
  return started
}

/** The ids of all signals by their text. */
async function idsOf({ deps }: TestServer): Promise<Record<string, string>> {
  const rows = await deps.db.selectFrom('signals').select(['id', 'content']).execute()
  return Object.fromEntries(rows.map(({ id, content }) => [content, id]))
}
/** Once everything that was posted has a score. */
async function scored(one: TestServer): Promise<Record<string, string>> {
  await expect
    .poll(async () => {
      const { rows } = await one.deps.pool.query<{ n: number }>(
        `select (select count(*) from signals where id not in (select signal_id from record_scores))::int
          + (select count(*) from record_due)::int + (select count(*) from record_queue)::int as n`,
      )
      return rows[0]?.n
    })
    .toBe(0)
  await one.jobsDone()
  return await idsOf(one)
}
const daysAgo = (days: number) => ({ hoursAgo: days * 24 })
const outcomesOf = (browser: Browser, ids: (string | undefined)[]): Promise<SignalOutcome[]> =>
  browser.call(scores.outcomes, { query: { ids: ids.map(String).join(',') } })

test('older signals are scored after the start, from sample prices', async () => {
  const one = await server()
  await buildPeople(one.deps, {
    ada: creator({
      signals: [
        { content: 'Buys', tickers: ['NVDA'], timeHorizon: 'weeks', ...daysAgo(60) },
        { content: 'Two', tickers: ['AAPL', 'MSFT'], timeHorizon: 'years', ...daysAgo(50) },
        { content: 'Talks', signalType: 'comment', tickers: ['NVDA'], ...daysAgo(40) },
        { content: 'Nothing', ...daysAgo(39) },
        { content: 'Invented', tickers: ['ZZZQX'], ...daysAgo(38) },
        { content: 'Abroad', tickers: ['7203.T'], ...daysAgo(37) },
        { content: 'Again', tickers: ['AAPL'], ...daysAgo(36) },
      ],
    }),
  })
  const ids = await scored(one)
  const names = Object.keys(ids)
  const outcomes = await outcomesOf(one.visitor(), Object.values(ids))
  const of = Object.fromEntries(outcomes.map((outcome, i) => [names[i], outcome]))
  expect(of['Buys']).toMatchObject({
    status: 'closed',
    sample: true,
    method: 1,
    parts: [{ exitReason: 'horizon', tradingDays: 21 }],
  })
  expect(of['Two']).toMatchObject({ status: 'open', parts: [{ weight: '0.5000' }, { weight: '0.5000' }] })
  expect(of['Talks']).toMatchObject({ status: 'unscored', reason: 'comment', parts: [] })
  expect(of['Nothing']).toMatchObject({ status: 'unscored', reason: 'no_ticker', parts: [] })
  expect(of['Invented']).toMatchObject({ status: 'unscored', reason: 'no_prices' })
  expect(of['Abroad']).toMatchObject({ status: 'unscored', reason: 'not_us_share' })
  expect(of['Again']).toMatchObject({
    status: 'linked',
    return: null,
    parts: [{ does: 'adds', of: ids['Two'] }],
  })

  // Every figure can be calculated from the days.
  const { parts, ...whole } = await one.visitor().call(scores.signal, { params: { id: ids['Two'] ?? '' } })
  const product = (values: string[]) => values.reduce((total, value) => total * Number(value), 1)
  for (const part of parts) {
    expect(part.days).toHaveLength(part.tradingDays ?? -1)
    expect(part.days.at(-1)?.day).toBe(whole.asOf)
    const [own, spy] = [
      product(part.days.map((day) => day.growth)),
      product(part.days.map((day) => day.benchmark)),
    ]
    expect(Number(part.return)).toBeCloseTo(own - 1, 6)
    expect(Number(part.benchmark)).toBeCloseTo(spy - 1, 6)
    expect(Number(part.excess)).toBeCloseTo(own - spy, 6)
    expect(Number(part.lastClose) / Number(part.entryClose)).toBeCloseTo(own, 6)
  }
  expect(Number(whole.return)).toBeCloseTo((Number(parts[0]?.return) + Number(parts[1]?.return)) / 2, 7)
})

test('a signal that was posted a moment ago is pending, without an error, until it is scored', async () => {
  const one = await server({ scoring: false, sequencer: false })
  await buildPeople(one.deps, { ada: creator({}) })
  const ada = await one.signIn('ada')
  const { id } = await ada.call(signals.post, {
    body: { content: 'Now', tickers: ['NVDA'], signalType: 'buy' },
  })
  const [outcome] = await outcomesOf(one.visitor(), [id])
  expect(outcome).toMatchObject({ signalId: id, status: 'pending', logIndex: null, return: null })
  expect(outcome?.entersOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await one.visitor().call(scores.signal, { params: { id } })).toMatchObject({
    status: 'pending',
    parts: [{ days: [] }],
  })
})

test('a sealed trade shows nothing to those who don’t pay, and neither do the signals around it', async () => {
  const clock = settableClock()
  const one = await server({ clock })
  await buildPeople(one.deps, {
    ada: creator({
      signals: [
        { content: 'Sealed', tickers: ['AAPL'], timeHorizon: 'years', isPremium: true, ...daysAgo(30) },
        // Closes the sealed buy, which would give it away.
        { content: 'Sells', tickers: ['AAPL'], signalType: 'sell', ...daysAgo(20) },
        { content: 'Buys', tickers: ['MSFT'], ...daysAgo(20) },
        { content: 'Exit', tickers: ['MSFT'], signalType: 'sell', isPremium: true, ...daysAgo(10) },
      ],
    }),
    rosa: member({ subscribesTo: ['ada'] }),
    nora: member(),
  })
  const ids = await scored(one)
  const asked = ['Sealed', 'Sells', 'Buys', 'Exit'].map((name) => ids[name])
  const [ada, rosa, nora] = await Promise.all([one.signIn('ada'), one.signIn('rosa'), one.signIn('nora')])
  for (const reader of [ada, rosa])
    expect(await outcomesOf(reader, asked)).toEqual([
      expect.objectContaining({ status: 'closed', return: expect.any(String) as unknown }),
      expect.objectContaining({
        status: 'linked',
        parts: [expect.objectContaining({ does: 'closes', of: ids['Sealed'] })],
      }),
      expect.objectContaining({
        status: 'closed',
        parts: [expect.objectContaining({ exitReason: 'opposite' })],
      }),
      expect.objectContaining({ status: 'linked' }),
    ])
  for (const other of [nora, one.visitor()]) {
    const outcomes = await outcomesOf(other, asked)
    expect(outcomes).toEqual([
      expect.objectContaining({
        status: 'sealed',
        parts: [],
        return: null,
        benchmark: null,
        excess: null,
        asOf: null,
      }),
      // As if the sealed buy had never been posted, this sell opens a short.
      expect.objectContaining({
        status: 'open',
        parts: [expect.objectContaining({ does: 'opens', side: -1, of: null })],
      }),
      expect.objectContaining({ status: 'open', parts: [expect.objectContaining({ exitDay: null })] }),
      expect.objectContaining({ status: 'sealed' }),
    ])
    expect(outcomes[0]?.opensBy).toBe(new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10))
    expect(JSON.stringify(outcomes[0])).not.toContain('AAPL')
    const day = await other.call(scores.signal, { params: { id: ids['Sealed'] ?? '' } })
    expect(day).toMatchObject({ status: 'sealed', parts: [] })
  }
  clock.pass(61 * DAY_MS)
  await expect.poll(async () => (await outcomesOf(nora, asked))[0]?.status).toBe('closed')
  await expect.poll(async () => (await outcomesOf(nora, asked))[1]?.status).toBe('linked')
})

test('signals of hidden people are left out, and don’t exist one by one', async () => {
  const one = await server()
  await buildPeople(one.deps, {
    cleo: creator({ isPublic: false, signals: [{ content: 'Private', tickers: ['NVDA'], ...daysAgo(9) }] }),
    rosa: member({ subscribesTo: ['cleo'] }),
  })
  const { Private: id } = await scored(one)
  const stranger = '11111111-1111-4111-8111-111111111111'
  expect(await outcomesOf(one.visitor(), [id, stranger])).toEqual([])
  expect(await refusal(one.visitor().call(scores.signal, { params: { id: id ?? '' } }))).toMatchObject({
    status: 404,
  })
  expect(await outcomesOf(await one.signIn('rosa'), [id])).toEqual([
    expect.objectContaining({ status: 'open' }),
  ])
  expect((await one.visitor().fetch('/api/record/outcomes?ids=x')).status).toBe(400)
})

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
  const again = async () => {
    await one.deps.pool.query(
      'insert into record_due (ticker, author, since) select ticker, author, now() from record_scores',
    )
    await requestScoring(one.deps)
    await scored(one)
  }
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

  // As if the provider had published a wrong close of the entry and corrected it since.
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
