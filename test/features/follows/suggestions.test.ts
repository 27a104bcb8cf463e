// Suggestions: by label and cautious estimate, mixed, with the watched tickers that people call.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { follows } from '#shared/contracts/follows.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { watchlist } from '#shared/contracts/watchlist.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { type SampleRating, writeRating, writeScores } from '#test/features/record/rank/sample-record.ts'
import { startServer, type TestServer } from '#test/server.ts'

let server: TestServer

/** Ratings by name; the mean less 0.03 is the cautious estimate. Null: not rated. */
const RATINGS: Record<string, SampleRating | null> = {
  skilled1: { mean: 0.1, isLikelySkill: true },
  skilled2: { mean: 0.3, isLikelySkill: true },
  skilled3: { mean: 0.2, isLikelySkill: true },
  lucky1: { mean: 0.5 },
  lucky2: { mean: -0.1 },
  unrated1: null,
  unrated2: null,
  ended: { mean: 0.9, isLikelySkill: true, endedOn: '2026-01-02' },
  hidden: { mean: 0.9, isLikelySkill: true },
}
const names = Object.keys(RATINGS)

beforeAll(async () => {
  server = await startServer({ sequencer: false })
  const free = (ticker: string) => ({ content: `About ${ticker}`, tickers: [ticker], hoursAgo: 2 })
  const tickersOf = (place: number) =>
    names[place] === 'lucky1' ? ['TSLA', 'AMD'] : [place % 2 === 0 ? 'NVDA' : 'AMD']
  await buildPeople(server.deps, {
    ...Object.fromEntries(
      names.map((name, place) => [
        name,
        creator({
          // lucky1 calls AMD for subscribers only.
          signals: tickersOf(place).map((ticker, at) => ({
            ...free(ticker),
            ...(at === 1 && { isPremium: true, hoursAgo: 1 }),
          })),
          ...(name === 'hidden' && { isPublic: false }),
        }),
      ]),
    ),
    will: member({ follows: ['lucky2'] }),
    // The number of followers has no effect.
    fan1: member({ follows: ['unrated2', 'skilled1'] }),
    fan2: member({ follows: ['unrated2', 'skilled1'] }),
  })
  for (const [place, name] of names.entries()) {
    const rating = RATINGS[name]
    const scores = tickersOf(place).map((ticker) => ({ ticker, entry: place }))
    const author = await writeScores(server, name, scores)
    await computeRecord(server.deps, author)
    if (rating) await writeRating(server, author, rating)
  }
})
afterAll(() => server.stop())

test('people are sorted by label, then by the cautious estimate, with at most two of a label while there are others', async () => {
  const will = await server.signIn('will')
  const people = await will.call(follows.suggestions)
  expect(people.map(({ author, label }) => [author.username, label])).toEqual([
    ['skilled2', 'likely_skill'],
    ['skilled3', 'likely_skill'],
    ['lucky1', 'could_be_luck'],
    ['unrated1', 'not_rated'],
    ['unrated2', 'not_rated'],
  ])
  expect(people.every(({ calls }) => calls.length === 0)).toBe(true)
  expect(people[0]?.lead).toMatchObject({ mean: expect.stringMatching(/^0\.3/) as unknown, yearly: true })
  expect(people.at(-1)?.lead).toBeNull()
})

test('people who call a watched ticker come first within their label, but not by a premium signal', async () => {
  const will = await server.signIn('fan1')
  await will.call(watchlist.add, { params: { ticker: 'AMD' } })
  const people = await will.call(follows.suggestions)
  // skilled2 and lucky1 call AMD, lucky1 only for subscribers. fan1 follows unrated2 and skilled1.
  expect(people.map(({ author, calls }) => [author.username, calls])).toEqual([
    ['skilled2', ['AMD']],
    ['skilled3', []],
    ['lucky1', []],
    ['lucky2', []],
    ['unrated1', ['AMD']],
  ])
})

test('the most called tickers are those of free signals by public people, by the number of people', async () => {
  const will = await server.signIn('will')
  // NVDA: skilled1, skilled3, lucky2, unrated2. AMD: skilled2, unrated1 and ended. Not lucky1’s premium signal, nor hidden.
  expect(await will.call(tickers.mostCalled)).toEqual([
    { ticker: 'NVDA', name: 'NVIDIA' },
    { ticker: 'AMD', name: 'Advanced Micro Devices' },
    { ticker: 'TSLA', name: 'Tesla' },
  ])
})
