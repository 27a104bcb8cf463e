// Signals' results as different people see them, on a real server with sample prices.
import { expect, test } from 'vitest'
import { ListedOutcome } from '#shared/contracts/outcomes.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { scores } from '#shared/contracts/scores.ts'
import { signals } from '#shared/contracts/signals.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { type Browser, refusal } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { daysAgo, outcomesOf, scored, server } from './scored-server.ts'

const DAY_MS = 86_400_000

test('a ticker shows how far ahead of SPY each person’s trades on it are, from three trades on', async () => {
  const one = await server()
  const buys = (...days: number[]) =>
    days.map((ago) => ({
      content: `Buys ${ago}`,
      tickers: ['KO'],
      timeHorizon: 'days' as const,
      ...daysAgo(ago),
    }))
  await buildPeople(one.deps, {
    ada: creator({
      signals: [...buys(60, 45, 30), ...buys(20).map((signal) => ({ ...signal, isPremium: true }))],
    }),
    bea: creator({ signals: buys(61, 46) }),
    omar: member(),
    payer: member({ subscribesTo: ['ada'] }),
  })
  const ids = await scored(one)
  const callers = async (name: string) => {
    const page = { params: { ticker: 'KO' }, query: { period: '1Y' as const } }
    const found = (await (await one.signIn(name)).call(tickers.calls, page)).callers
    return Object.fromEntries(found.map(({ author, trades }) => [author.username, trades]))
  }
  const three = await outcomesOf(one.visitor(), [ids['Buys 60'], ids['Buys 45'], ids['Buys 30']])
  const sum = three.reduce((total, { excess }) => total + Number(excess), 0)
  const seen = await callers('omar')
  expect(seen['bea']).toBeNull()
  expect(seen['ada']?.count).toBe(3)
  expect(Number(seen['ada']?.meanExcess)).toBeCloseTo(sum / 3, 7)
  expect((await callers('payer'))['ada']?.count).toBe(4)
})

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
    method: 2,
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

test('a sealed trade reveals nothing to those who don’t pay, until it is opened', async () => {
  const clock = settableClock()
  const one = await server({ clock })
  const years = { tickers: ['AAPL'], timeHorizon: 'years' as const }
  await buildPeople(one.deps, {
    ada: creator({
      signals: [
        { content: 'Sealed', ...years, isPremium: true, ...daysAgo(30) },
        { content: 'Extends', ...years, isPremium: true, ...daysAgo(10) },
      ],
    }),
    rosa: member({ subscribesTo: ['ada'] }),
    nora: member(),
  })
  const ids = await scored(one)
  const asked = ['Sealed', 'Extends'].map((name) => ids[name])
  const [ada, rosa, nora] = await Promise.all([one.signIn('ada'), one.signIn('rosa'), one.signIn('nora')])
  const known = await outcomesOf(rosa, asked)
  const excerpts = async (browser: Browser) =>
    (await browser.call(rankings.signals, { params: { username: 'ada' }, query: {} })).map(
      ({ excerpt }) => excerpt,
    )
  expect(await outcomesOf(ada, asked)).toEqual(known)
  expect(known).toEqual([
    expect.objectContaining({
      status: 'open',
      return: expect.any(String) as unknown,
      endsOn: expect.any(String) as unknown,
    }),
    expect.objectContaining({
      status: 'linked',
      parts: [expect.objectContaining({ does: 'adds', of: ids['Sealed'] })],
    }),
  ])
  const nothing = { status: 'sealed', parts: [], return: null, benchmark: null, excess: null, asOf: null }
  for (const other of [nora, one.visitor()]) {
    const outcomes = await outcomesOf(other, asked)
    expect(outcomes).toEqual([expect.objectContaining(nothing), expect.objectContaining(nothing)])
    expect(outcomes[0]?.opensBy).toBe(new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10))
    expect(JSON.stringify(outcomes)).not.toContain('AAPL')
    const day = await other.call(scores.signal, { params: { id: ids['Sealed'] ?? '' } })
    expect(day).toMatchObject({ status: 'sealed', parts: [] })
    expect(await excerpts(other)).toEqual([undefined, undefined])
  }
  expect(await excerpts(rosa)).toEqual(['Extends', 'Sealed'])
  clock.pass(61 * DAY_MS)
  await expect.poll(async () => (await outcomesOf(nora, asked))[0]?.status).toBe('open')
  // Its end would reveal the sealed signal that extends it.
  expect((await outcomesOf(nora, asked))[0]?.endsOn ?? null).toBeNull()
  expect((await outcomesOf(nora, asked))[1]).toMatchObject(nothing)
})

test('signals of hidden people are left out of lists, and not found one by one', async () => {
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

test('lists of signals carry what a card shows of outcomes, but none of comments and locked signals', async () => {
  const one = await server()
  const people = await buildPeople(one.deps, {
    ada: creator({
      signals: [
        { content: 'Buys', tickers: ['NVDA'], timeHorizon: 'weeks', ...daysAgo(60) },
        { content: 'Sealed', tickers: ['AAPL'], isPremium: true, ...daysAgo(2) },
        { content: 'Talks', signalType: 'comment', tickers: ['NVDA'], ...daysAgo(1) },
      ],
    }),
    bob: member({ follows: ['ada'] }),
    paul: member({ subscribesTo: ['ada'] }),
  })
  const ids = await scored(one)
  const statuses = { bob: ['sealed', 'closed'], paul: ['open', 'closed'] }
  for (const name of ['bob', 'paul'] as const) {
    const browser = await one.signIn(name)
    const outcomes = await outcomesOf(browser, [ids['Sealed'], ids['Buys']])
    expect(outcomes.map(({ status }) => status)).toEqual(statuses[name])
    const [sealed, bought] = outcomes.map((outcome) => ListedOutcome.parse(outcome))
    for (const list of [
      await browser.call(signals.feed, { query: {} }),
      await browser.call(signals.feed, { query: { scope: 'everyone' } }),
      await browser.call(signals.byUser, { params: { id: people.ada.id }, query: {} }),
      await Promise.all(
        ['Talks', 'Sealed', 'Buys'].map((text) =>
          browser.call(signals.byId, { params: { id: ids[text] ?? '' } }),
        ),
      ),
    ])
      expect(list.map(({ outcome }) => outcome)).toEqual([
        undefined,
        name === 'bob' ? undefined : sealed,
        bought,
      ])
  }
})
