// Premium and free signals never touch: a signal of one book never closes, extends or hides one of the other, not even once the
// sealed trades are opened.
import { expect, test } from 'vitest'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import type { Browser } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { daysAgo, outcomesOf, scored, server } from './scored-server.ts'

const DAY_MS = 86_400_000
const weeks = { timeHorizon: 'weeks' as const }
const years = { timeHorizon: 'years' as const }
const sell = { signalType: 'sell' as const }
const FREE = [
  { content: 'Ended', tickers: ['NVDA'], ...weeks, ...daysAgo(40) },
  { content: 'Open', tickers: ['AMD'], ...years, ...daysAgo(60) },
  { content: 'Short', tickers: ['MSFT'], ...sell, ...years, ...daysAgo(30) },
]
const premium = { isPremium: true }
const PREMIUM = [
  // It is posted before the same close as the free buy.
  { content: 'Premium, same close', tickers: ['NVDA'], ...premium, ...sell, ...years, ...daysAgo(40) },
  { content: 'Premium sell', tickers: ['AMD'], ...premium, ...sell, ...years, ...daysAgo(30) },
  { content: 'Premium buy', tickers: ['MSFT'], ...premium, ...years, ...daysAgo(60) },
  {
    content: 'Takes profits',
    tickers: ['AMD'],
    ...premium,
    ...sell,
    intent: 'taking_profits' as const,
    ...daysAgo(70),
  },
]

test('a premium sell never closes a free buy, a free sell never a premium buy, and opening them changes nothing', async () => {
  const clock = settableClock()
  const one = await server({ clock })
  const people = await buildPeople(one.deps, {
    ada: creator({ signals: [...FREE, ...PREMIUM] }),
    // Posts the same free signals and no premium one.
    ben: creator({ signals: FREE }),
    rosa: member({ subscribesTo: ['ada'] }),
  })
  await scored(one)
  const { rows: posted } = await one.deps.pool.query<{ id: string; content: string; user_id: string }>(
    'select id, content, user_id from signals',
  )
  const idsOf = (person: { id: string }, signals: readonly { content: string }[]) =>
    signals.map(
      ({ content }) => posted.find((row) => row.user_id === person.id && row.content === content)?.id,
    )
  const freeOf = async (browser: Browser, person: { id: string }) =>
    (await outcomesOf(browser, idsOf(person, FREE))).map(
      ({ signalId: _id, logIndex: _index, author: _author, postedAt: _postedAt, ...outcome }) => outcome,
    )
  const [rosa, visitor] = [await one.signIn('rosa'), one.visitor()]

  const ended = await freeOf(visitor, people.ada)
  expect(ended.map(({ status }) => status)).toEqual(['closed', 'open', 'open'])
  expect(await freeOf(rosa, people.ada)).toEqual(ended)
  expect(await freeOf(visitor, people.ben)).toEqual(ended)
  const sealed = idsOf(people.ada, PREMIUM)
  const own = await outcomesOf(rosa, sealed)
  expect(own.map(({ status }) => status)).toEqual(['open', 'open', 'open', 'unscored'])
  expect(own.slice(0, 3).map(({ parts }) => [parts[0]?.does, parts[0]?.of])).toEqual([
    ['opens', null],
    ['opens', null],
    ['opens', null],
  ])
  expect((await outcomesOf(visitor, sealed)).map(({ status }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'sealed'),
  )

  clock.pass(61 * DAY_MS)
  await sweepScores(one.deps)
  await expect
    .poll(async () => (await outcomesOf(visitor, sealed)).map(({ status }) => status))
    .toEqual(['open', 'open', 'open', 'unscored'])
  await sweepScores(one.deps)
  await scored(one)
  const later = await freeOf(visitor, people.ada)
  // The ended result is unchanged to the last digit; the others continue as if nothing had been opened.
  expect(later[0]).toEqual(ended[0])
  expect(later.map(({ status }) => status)).toEqual(['closed', 'open', 'open'])
  expect(await freeOf(rosa, people.ada)).toEqual(later)
  expect(await freeOf(visitor, people.ben)).toEqual(later)
})
