// What a commenter has at stake: open trades that the reader may see, and a linked holding that the writer shows.
import { expect, test } from 'vitest'
import { comments } from '#shared/contracts/comments.ts'
import { signals } from '#shared/contracts/signals.ts'
import { daysAgo, scored, server } from '#test/features/record/score/scored-server.ts'
import { connectSample } from '#test/sample-broker.ts'
import type { Browser } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

test('a commenter’s open trade in a ticker stands beside the name, a premium one for subscribers only', async () => {
  const one = await server()
  await buildPeople(one.deps, {
    maya: creator({
      signals: [{ content: 'Idea', tickers: ['NVDA', 'AAPL'], timeHorizon: 'years', ...daysAgo(3) }],
    }),
    freya: creator({ signals: [{ content: 'Up', tickers: ['NVDA'], timeHorizon: 'years', ...daysAgo(20) }] }),
    quiet: creator({
      signals: [
        {
          content: 'Down',
          signalType: 'sell',
          tickers: ['NVDA'],
          timeHorizon: 'years',
          isPremium: true,
          ...daysAgo(20),
        },
      ],
    }),
    payer: member({ subscribesTo: ['quiet'] }),
    rosa: member({}),
  })
  const ids = await scored(one)
  const id = ids['Idea'] ?? ''
  const say = async (name: string) =>
    await (await one.signIn(name)).call(comments.post, { params: { id }, body: { body: `By ${name}` } })
  for (const name of ['freya', 'quiet', 'rosa', 'maya']) await say(name)
  const stakes = async (name: string) => {
    const browser: Browser = await one.signIn(name)
    const { comments: shown } = await browser.call(comments.thread, { params: { id }, query: {} })
    return Object.fromEntries(
      shown.map(({ writer, stake }) => [
        writer?.username,
        stake?.map(({ ticker, kind }) => `${kind} ${ticker}`),
      ]),
    )
  }
  const forAll = { freya: ['buy NVDA'], quiet: undefined, rosa: undefined, maya: ['buy AAPL', 'buy NVDA'] }
  const sorted = async (name: string) => {
    const all = await stakes(name)
    return { ...all, maya: all['maya']?.toSorted() }
  }
  expect(await sorted('rosa')).toEqual(forAll)
  expect(await sorted('payer')).toEqual({ ...forAll, quiet: ['short NVDA'] })
})

test('a linked holding is shown only where its owner says so, with the comment', async () => {
  const one = await server({ scoring: false })
  await buildPeople(one.deps, { maya: creator({}), rosa: member({}), fan: member({}) })
  const [maya, rosa, fan] = [await one.signIn('maya'), await one.signIn('rosa'), await one.signIn('fan')]
  await connectSample(one, rosa)
  const held = await one.deps.db.selectFrom('portfolioHoldings').select('ticker').executeTakeFirstOrThrow()
  const { id } = await maya.call(signals.post, {
    body: { content: 'Idea', signalType: 'buy', tickers: [held.ticker] },
  })
  const thread = (browser: Browser) => browser.call(comments.thread, { params: { id }, query: {} })
  expect((await thread(rosa)).composer.holds).toBe(true)
  expect((await thread(fan)).composer.holds).toBe(false)
  const params = { id }
  await rosa.call(comments.post, { params, body: { body: 'Quiet' } })
  await rosa.call(comments.post, { params, body: { body: 'Open', showsHolding: true } })
  await fan.call(comments.post, { params, body: { body: 'Pretends', showsHolding: true } })
  const shown = (await thread(fan)).comments.map(({ body, stake }) => [body, stake])
  expect(shown).toEqual([
    ['Quiet', undefined],
    ['Open', [{ ticker: held.ticker, kind: 'holds', since: null }]],
    ['Pretends', undefined],
  ])
})
