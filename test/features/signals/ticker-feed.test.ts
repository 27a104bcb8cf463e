// Signals about one ticker: whose, in which order, and without locked ones.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let [bob, payer]: Browser[] = []
let ids: { adaId: string; hiddenId: string }
beforeAll(async () => {
  server = await startServer()
  const { ada, hidden } = await buildPeople(server.deps, {
    ada: creator({
      signals: [
        { content: 'Ada on NVDA', tickers: ['NVDA', 'AMD'], hoursAgo: 5 },
        { content: 'Ada for subscribers', tickers: ['NVDA'], isPremium: true, hoursAgo: 4 },
        { content: 'Ada on Berkshire', tickers: ['BRK.B'], hoursAgo: 3 },
      ],
    }),
    hidden: creator({
      isPublic: false,
      signals: [{ content: 'Not for all', tickers: ['NVDA'], hoursAgo: 2 }],
    }),
    cleo: creator({ signals: [{ content: 'Cleo on NVDA', tickers: ['NVDA'], hoursAgo: 1 }] }),
    bob: member(),
    payer: member({ subscribesTo: ['ada', 'hidden'] }),
  })
  ids = { adaId: ada.id, hiddenId: hidden.id }
  ;[bob, payer] = [await server.signIn('bob'), await server.signIn('payer')]
})
afterAll(() => server.stop())

const about = async (browser: Browser | undefined, ticker: string) =>
  (await browser?.call(signals.feed, { query: { ticker } }))?.map(({ content }) => content)

test('the list contains signals by every public author, newest first, followed or not', async () => {
  expect(await about(bob, 'NVDA')).toEqual(['Cleo on NVDA', 'Ada on NVDA'])
  expect(await about(bob, 'amd')).toEqual(['Ada on NVDA'])
  expect(await about(bob, 'BRK.B')).toEqual(['Ada on Berkshire'])
  expect(await about(bob, 'TSLA')).toEqual([])
})

test('only paying subscribers find locked signals and private authors', async () => {
  const all = ['Cleo on NVDA', 'Not for all', 'Ada for subscribers', 'Ada on NVDA']
  expect(await about(payer, 'NVDA')).toEqual(all)
  expect(await about(await server.signIn('ada'), 'NVDA')).toEqual([
    'Cleo on NVDA',
    'Ada for subscribers',
    'Ada on NVDA',
  ])
})

test('a person’s signals about a ticker follow the same rule, and other people’s aren’t among them', async () => {
  const { adaId, hiddenId } = ids
  const byPerson = async (browser: Browser | undefined, id: string, ticker: string) =>
    (await browser?.call(signals.byUser, { params: { id }, query: { ticker } }))?.map(
      ({ content }) => content,
    )
  expect(await byPerson(bob, adaId, 'nvda')).toEqual(['Ada on NVDA'])
  expect(await byPerson(payer, adaId, 'NVDA')).toEqual(['Ada for subscribers', 'Ada on NVDA'])
  expect(await byPerson(bob, adaId, 'TSLA')).toEqual([])
  expect(await byPerson(payer, hiddenId, 'NVDA')).toEqual(['Not for all'])
  const path = `/api/signals/user/${hiddenId}?ticker=NVDA`
  expect(await bob?.send('GET', path)).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
})

test('a new signal is listed after its delivery, and the pages have no gaps', async () => {
  const cleo = await server.signIn('cleo')
  await cleo.call(signals.post, { body: { content: 'More on NVDA', tickers: '["NVDA","NVDA"]' } })
  await server.jobsDone()
  const first = await bob?.callPage(signals.feed, { query: { ticker: 'NVDA', limit: 2 } })
  expect(first?.items.map(({ content }) => content)).toEqual(['More on NVDA', 'Cleo on NVDA'])
  const second = await bob?.callPage(signals.feed, {
    query: { ticker: 'NVDA', limit: 2, cursor: first?.next },
  })
  expect(second?.items.map(({ content }) => content)).toEqual(['Ada on NVDA'])
  expect(second?.next).toBeUndefined()
})

test('an invalid ticker is refused with a message that names it', async () => {
  expect(await bob?.send('GET', '/api/signals/feed?ticker=b%40d')).toMatchObject({
    status: 400,
    body: { code: 'invalid', message: '"b@d" isn’t a valid ticker' },
  })
})

test('a page whose outcomes are known takes two queries: the session and the page', async () => {
  await about(bob, 'NVDA')
  const browser = await server.signIn('bob')
  const asked = vi.spyOn(server.deps.statements, 'query')
  await about(browser, 'NVDA')
  const names = asked.mock.calls.map(([question]) => (question as { name?: string }).name)
  expect(names).toEqual(['session', 'ticker_page'])
  asked.mockRestore()
})
