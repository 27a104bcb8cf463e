// The record's public interface: the names and forms of its answers, as docs/record.md fixes them. Read as plain JSON, because
// the product's own client would drop unknown fields.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { scored } from './score/scored-server.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** No minus before a zero. */
const RATIO = /^(?!-0\.0+$)-?\d+\.\d{8}$/
const SHORT = /^(?!-0\.0+$)-?\d+\.\d{4}$/
const MILLIONTHS = /^-?\d+\.\d{6}$/
const PRICE = /^\d+(\.\d+)?$/

let server: TestServer
let ids: Record<string, string>
beforeAll(async () => {
  server = await startServer({ scoring: true })
  const signals = Array.from({ length: 22 }, (_, n) => ({
    content: `Call ${n}`,
    tickers: [['NVDA', 'AMD', 'KO', 'PEP', 'ASML'][n % 5] ?? ''],
    timeHorizon: 'days' as const,
    hoursAgo: (140 - n * 5) * 24,
  }))
  await buildPeople(server.deps, {
    ada: creator({
      signals: [
        ...signals,
        { content: 'Three', tickers: ['MSFT', 'IBM', 'ORCL'], signalType: 'sell', hoursAgo: 24 * 20 },
        { content: 'More', tickers: ['MSFT', 'F'], signalType: 'sell', hoursAgo: 24 * 10 },
        // Its position is still open, so the log hasn't opened the trade.
        { content: 'Premium', tickers: ['GE'], isPremium: true, hoursAgo: 24 * 9 },
        { content: 'Comment', signalType: 'comment', hoursAgo: 24 * 8 },
      ],
    }),
    bob: member(),
  })
  ids = await scored(server)
})
afterAll(() => server.stop())

type Json = Record<string, unknown>
async function get(path: string): Promise<Json> {
  const answer = await server.visitor().fetch(`/api/record/${path}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Json
}
const list = (value: unknown) => value as Json[]
/** Each field is there in its form; other fields may be there too. */
function expectForms(of: unknown, forms: Record<string, unknown>): void {
  const expected = Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [
      name,
      form instanceof RegExp ? (expect.stringMatching(form) as unknown) : form,
    ]),
  )
  expect(of).toEqual(expect.objectContaining(expected))
}
const number = expect.any(Number) as unknown
const all = expect.any(Array) as unknown
const FIGURES = { return: RATIO, benchmark: RATIO, excess: RATIO }

test('a signal’s score has the documented fields', async () => {
  const score = await get(`signals/${ids['Three']}`)
  expectForms(score, {
    signalId: ids['Three'],
    author: UUID,
    logIndex: number,
    method: 2,
    sample: true,
    asOf: DAY,
    postedAt: INSTANT,
    status: 'open',
    reason: null,
    ...FIGURES,
    parts: all,
  })
  expect(list(score['parts']).map(({ ticker }) => ticker)).toEqual(['IBM', 'MSFT', 'ORCL'])
  for (const part of list(score['parts'])) {
    expectForms(part, {
      side: -1,
      does: 'opens',
      weight: '0.3333',
      entryDay: DAY,
      entryClose: PRICE,
      exitDay: null,
      exitReason: null,
      ...FIGURES,
      days: all,
    })
    for (const day of list(part['days']))
      expect(Object.keys(day).toSorted()).toEqual(
        ['day', 'close', 'dividend', 'ratio', 'growth', 'benchmark'].toSorted(),
      )
    expectForms(list(part['days'])[0], {
      day: DAY,
      close: PRICE,
      dividend: '0',
      ratio: '1',
      growth: RATIO,
      benchmark: RATIO,
    })
    expect(list(part['days'])[0]?.['day']).not.toBe(part['entryDay'])
  }
})

test('a signal’s figures are the means of the parts that open a position; one that adds has none', async () => {
  const score = await get(`signals/${ids['More']}`)
  const [ford, msft] = list(score['parts'])
  expectForms(msft, {
    ticker: 'MSFT',
    does: 'adds',
    of: ids['Three'],
    return: null,
    benchmark: null,
    excess: null,
    entryDay: null,
    exitDay: null,
    days: [],
  })
  expectForms(ford, { ticker: 'F', does: 'opens', weight: '0.5000', ...FIGURES })
  for (const key of Object.keys(FIGURES)) expect(score[key]).toBe(ford?.[key])
})

test('sealed and unscored signals have no figures and no parts', async () => {
  const nothing = { return: null, benchmark: null, excess: null, parts: [] }
  const sealed = { status: 'sealed', reason: null, asOf: null, ...nothing }
  expect(await get(`signals/${ids['Premium']}`)).toEqual(expect.objectContaining(sealed))
  const comment = { status: 'unscored', reason: 'comment', ...nothing }
  expect(await get(`signals/${ids['Comment']}`)).toEqual(expect.objectContaining(comment))
})

test('a person’s record, its days and its signals have the documented fields', async () => {
  const record = await get('people/ada')
  expectForms(record, {
    username: 'ada',
    author: UUID,
    method: 2,
    sample: true,
    asOf: DAY,
    since: DAY,
    daysOnRecord: number,
    books: { open: expect.any(Object) as unknown, sealed: null },
  })
  const { open } = record['books'] as { open: Json }
  expectForms(open, { isRated: true, isEarly: false, asOf: DAY, missing: [] })
  expectForms(open['figures'], {
    weeks: number,
    days: number,
    df: number,
    yearly: false,
    mean: SHORT,
    low: SHORT,
    high: SHORT,
    t: /^-?\d+\.\d\d$/,
    p: /^[01]\.\d{6}$/,
    slopes: all,
  })
  const counts = 'posted opened added closed comments unscored pending sealed withdrawn'.split(' ')
  expectForms(record['signals'], Object.fromEntries(counts.map((name) => [name, number])))
  expectForms(record['positions'], { total: number, open: number, closed: number })
  const means = 'mean median meanExcess medianExcess averageWin averageLoss worst hitRate hitLow hitHigh'
  expectForms(record['perPosition'], {
    ...Object.fromEntries(means.split(' ').map((name) => [name, RATIO])),
    wins: number,
  })
  const { method, sample, records } = await get('people/ada/days')
  expect([method, sample]).toEqual([2, true])
  for (const { book, weeks } of list(records)) {
    expect(book).toBe('open')
    for (const week of list(weeks))
      expectForms(week, { day: DAY, places: SHORT, result: MILLIONTHS, excess: MILLIONTHS })
  }
  const signals = (await get('people/ada/signals?limit=3')) as unknown as Json[]
  expect(signals).toHaveLength(3)
  for (const signal of signals) {
    expectForms(signal, { signalId: UUID, status: expect.any(String) as unknown })
    for (const part of list(signal['parts'])) expect(part).not.toHaveProperty('days')
  }
})

test('the board has the documented fields', async () => {
  // This record may or may not be listed by chance, so the test lists it.
  await asOwner(server.database, 'update record_ratings set place = 1')
  const board = await get('board')
  expectForms(board, { method: 2, sample: true, asOf: DAY, rated: 1, listed: 1, people: all })
  expect(board['people']).toHaveLength(1)
  for (const person of list(board['people']))
    expectForms(person, {
      rank: 1,
      book: 'open',
      username: 'ada',
      low: SHORT,
      mean: SHORT,
      positions: number,
      signals: number,
      drawdown: SHORT,
      isLikelySkill: false,
    })
})
