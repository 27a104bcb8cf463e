// What a linked broker that counts as real says about a signal's tickers: who sees it, and that it changes no figure.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { scores } from '#shared/contracts/scores.ts'
import { requestScoring } from '#server/features/record/jobs/scoring-jobs.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { connectSample } from '#test/sample-broker.ts'
import { startRealMarketServer, type RealMarketServer } from '#test/real-market-server.ts'
import { type Browser, refusal, type TestServer } from '#test/server.ts'
import { scored, server as sampleServer } from './scored-server.ts'

let server: RealMarketServer
beforeEach(async () => {
  server = await startRealMarketServer()
})
afterEach(() => server.stop())

/** The linked broker bought ACME on 2025-01-07; the server's clock says February 10, 2026. */
const signal = (content: string, more: object = {}) => ({
  content,
  signalType: 'buy' as const,
  tickers: ['ACME'],
  hoursAgo: 24 * 20,
  ...more,
})
const HOLDS = { details: { holds: 'yes' as const } }

async function build() {
  await buildPeople(server.deps, {
    ada: creator({
      signals: [
        signal('Said so', HOLDS),
        signal('Said nothing'),
        signal('Two tickers', { tickers: ['ACME', 'BOLT'], details: { holds: 'no' } }),
        signal('Today', { ...HOLDS, hoursAgo: 1 }),
        signal('Premium', { ...HOLDS, isPremium: true }),
        signal('A comment', { signalType: 'comment', details: { holds: 'yes' } }),
      ],
    }),
    eve: creator({ isPublic: false, signals: [signal('Private', HOLDS)] }),
    frank: creator({ signals: [signal('From a file', HOLDS)] }),
    pays: member({ subscribesTo: ['ada', 'eve'] }),
  })
  const { db } = server.deps
  const logged = () =>
    db.selectFrom('recordEntries').select('index').where('signalId', 'is not', null).execute()
  await expect.poll(async () => (await logged()).length).toBe(8)
  await requestScoring({ db })
  await server.jobsDone()
}

const partsOf = async (one: TestServer, browser: Browser, content: string) => {
  const row = await one.deps.db
    .selectFrom('signals')
    .select('id')
    .where('content', '=', content)
    .executeTakeFirstOrThrow()
  const { parts } = await browser.call(scores.signal, { params: { id: row.id } })
  return parts.map(({ ticker, holding }) => [ticker, holding?.fact])
}

test('what a linked broker reports is shown for each ticker, to those who may see it', async () => {
  await build()
  const ada = await server.signIn('ada')
  const visitor = server.visitor()
  expect(await partsOf(server, visitor, 'Said so')).toEqual([['ACME', undefined]])
  await server.link(ada)
  expect(await partsOf(server, visitor, 'Said so')).toEqual([['ACME', 'held_before']])
  expect(await partsOf(server, visitor, 'Two tickers')).toEqual([
    ['ACME', 'held_before'],
    ['BOLT', 'none'],
  ])
  // Only those who pay see holdings, unless the author mentions them.
  expect(await partsOf(server, visitor, 'Said nothing')).toEqual([['ACME', undefined]])
  const pays = await server.signIn('pays')
  expect(await partsOf(server, pays, 'Said nothing')).toEqual([['ACME', 'held_before']])
  // A sealed trade has no parts at all.
  expect(await partsOf(server, visitor, 'Premium')).toEqual([])
  expect(await partsOf(server, pays, 'Premium')).toEqual([['ACME', 'held_before']])
  expect(await partsOf(server, ada, 'A comment')).toEqual([])
  // The broker was read on the day of the post, so it doesn't know yet.
  expect(await partsOf(server, visitor, 'Today')).toEqual([['ACME', undefined]])
})

test('an opened premium trade reveals nothing to those who may not read the signal', async () => {
  await build()
  await server.link(await server.signIn('ada'))
  const { db } = server.deps
  await sql`update record_trades set opened = 1
    where signal_id = (select id from signals where content = 'Premium')`.execute(db)
  expect(await partsOf(server, server.visitor(), 'Premium')).toEqual([['ACME', undefined]])
})

test('only those who pay see a private person’s facts; files and paper accounts have none', async () => {
  await build()
  const eve = await server.signIn('eve')
  await server.link(eve)
  const pays = await server.signIn('pays')
  expect(await partsOf(server, pays, 'Private')).toEqual([['ACME', 'held_before']])
  expect(await refusal(partsOf(server, server.visitor(), 'Private'))).toMatchObject({ status: 404 })
  const frank = await server.signIn('frank')
  await server.importRows(frank, ['2025-01-06,deposit,,,,10000,,USD', '2025-01-07,buy,ACME,10,10,-100,,USD'])
  expect(await partsOf(server, frank, 'From a file')).toEqual([['ACME', undefined]])
  server.linked.isPaper = true
  await server.link(frank)
  expect(await partsOf(server, frank, 'From a file')).toEqual([['ACME', undefined]])
})

test('what a linked broker reports changes no figure, and disappears with the connection', async () => {
  await build()
  const ada = await server.signIn('ada')
  const scoresOf = async () =>
    (await sql`select * from record_scores order by signal_id, ticker`.execute(server.deps.db)).rows
  const before = await scoresOf()
  await server.link(ada)
  expect(await scoresOf()).toEqual(before)
  expect(JSON.stringify(await partsOf(server, ada, 'Said so'))).not.toMatch(/\d/)
  const { connections } = await ada.call(portfolio.overview)
  await ada.call(portfolio.disconnect, { params: { id: connections[0]?.id ?? '' } })
  await server.jobsDone()
  expect(await partsOf(server, ada, 'Said so')).toEqual([['ACME', undefined]])
})

test('what a sample broker reports is marked as a sample', async () => {
  const one = await sampleServer()
  await buildPeople(one.deps, {
    ada: creator({
      signals: [
        { ...signal('Of a sample', HOLDS), tickers: ['VTI'], hoursAgo: 72 },
        { ...signal('Unasked'), tickers: ['KO'], hoursAgo: 71 },
      ],
    }),
  })
  const ids = await scored(one)
  const ada = await one.signIn('ada')
  await connectSample(one, ada)
  const { parts } = await one.visitor().call(scores.signal, { params: { id: ids['Of a sample'] ?? '' } })
  expect(parts).toMatchObject([{ holding: { isSample: true } }])
  expect(await partsOf(one, ada, 'Unasked')).toEqual([['KO', undefined]])
})
