// Nobody can tell that prices were fetched for a sealed trade: with a real provider, two servers differ only in its ticker.
import { afterEach, expect, test } from 'vitest'
import { listenMarket } from '#tools/sandbox/market/listen.ts'
import { signals } from '#shared/contracts/signals.ts'
import { systemClock } from '#server/clock.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { startServer } from '#test/server.ts'

/** A Tuesday morning in New York: the last close is that of Monday the 9th. */
const NOW = Date.parse('2026-02-10T15:00:00Z')
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

/** A server on which Ada's sealed trade has been scored, and its requests to the provider. */
async function withSealed(ticker: string) {
  const standIn = await listenMarket()
  cleanUp.push(() => standIn.close())
  const startMs = Date.now()
  const one = await startServer({
    scoring: true,
    settings: { MASSIVE_API_KEY: 'good' },
    clock: { ...systemClock, now: () => new Date(NOW + Date.now() - startMs) },
    markets: { massiveUrl: standIn.url, callsAMinute: 60_000 },
  })
  cleanUp.push(() => one.stop())
  await one.deps.db
    .insertInto('marketInstruments')
    .values(
      ['BOLT', 'DIVI', 'DOWN'].map((symbol) => ({
        symbol,
        name: symbol,
        source: 'massive',
        fetchedAt: new Date(NOW),
      })),
    )
    .execute()
  const sealed = { content: 'Sealed', tickers: [ticker], isPremium: true, hoursAgo: 24 * 30 }
  await buildPeople(one.deps, {
    ada: creator({ signals: [sealed] }),
    eve: creator({}),
    nora: member({ watches: ['BOLT'] }),
  })
  const scored = async () =>
    (
      await one.deps.pool.query<{ n: number }>(
        "select count(*)::int as n from record_scores where status = 'open' and excess is not null",
      )
    ).rows[0]?.n
  await expect.poll(scored).toBe(1)
  await one.jobsDone()
  return one
}

test('a ticker’s page, a watch list and a post get the same answers, whichever ticker is sealed', async () => {
  const answers = []
  for (const ticker of ['BOLT', 'DIVI']) {
    const one = await withSealed(ticker)
    const [nora, eve] = [await one.signIn('nora'), await one.signIn('eve')]
    const bodyOf = async (path: string) => {
      const { status, body } = await nora.send('GET', path)
      expect(status).toBe(200)
      return body
    }
    const post = eve.send('POST', signals.post.path, {
      content: 'Compares with the last close, if it is stored',
      signalType: 'buy',
      tickers: ['BOLT'],
      details: { target: '100000', stop: '0.0001' },
    })
    const posted = (await post) as { status: number; body: Record<string, unknown> }
    // The count of a ticker's signals follows with the delivery.
    await one.jobsDone()
    answers.push({
      posted: [posted.status, posted.body['isComparedWithClose']],
      watched: await bodyOf('/api/watchlist'),
      prices: await bodyOf('/api/tickers/BOLT/prices?period=1Y'),
      found: await bodyOf('/api/tickers?query=BOLT'),
    })
  }
  expect(answers[0]).toMatchObject({
    posted: [201, false],
    prices: { ticker: 'BOLT', isFetching: true, points: [] },
  })
  expect(answers[0]).toEqual(answers[1])
})
