// Posting a signal: who may post, its fields, how it is stored, and that nobody can change it afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postSignal } from '#server/features/signals/post-signal.ts'
import { NewSignal, type StatedField } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'ada' | 'newcomer' | 'bob', Person>
let ada: Browser
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    newcomer: creator({ payouts: false }),
    bob: member(),
  })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

const post = (body: unknown, who = ada) => who.send('POST', '/api/signals', body)
const rows = async () =>
  (await server.deps.pool.query<Record<string, unknown>>('select * from signals order by created_at, id'))
    .rows

describe('Posting is refused:', () => {
  // @spec-6.15 @spec-6.16
  test('a person without Creator Mode needs to subscribe to it', async () => {
    const { status, body } = await post({ content: 'Buy' }, await server.signIn('bob'))
    expect([status, body]).toMatchObject([
      403,
      {
        code: 'creator_mode_required',
        message: 'Subscribe to Creator Mode ($2/month) to post signals.',
        requiresSubscription: true,
      },
    ])
  })

  // @spec-6.17
  test('a creator without payouts needs to finish setting them up', async () => {
    const { status, body } = await post({ content: 'Buy' }, await server.signIn('newcomer'))
    expect([status, body]).toMatchObject([
      403,
      {
        code: 'onboarding_required',
        message: 'Finish setting up your payouts to post signals.',
        requiresOnboarding: true,
      },
    ])
    expect(await rows()).toEqual([])
  })
})

// @spec-3.49 @spec-5.26 @spec-5.27 @spec-6.10 @spec-7.22
test('a text is enough to post a signal', async () => {
  const { status, body } = await post({ content: '  Buy the dip\n' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String) as unknown,
    userId: people.ada.id,
    createdAt: expect.stringMatching(/Z$/) as unknown,
    content: 'Buy the dip',
    signalType: 'buy',
    tickers: null,
    intent: null,
    timeHorizon: null,
    repliesFrom: null,
    isPremium: false,
    isLocked: false,
    author: {
      id: people.ada.id,
      username: 'ada',
      displayName: 'Ada',
      firstName: 'Ada',
      lastName: null,
      profileImageUrl: null,
      isCreator: true,
      subscriptionPriceInCents: 500,
    },
  })
  expect(((await ada.send('GET', '/api/signals/feed')).body as unknown[])[0]).toMatchObject(body as object)
})

test('everything the author states is in the reply and in the feed', async () => {
  const stated = {
    content: 'Cheap against its peers',
    signalType: 'buy',
    tickers: '["NVDA"]',
    intent: 'bullish',
    timeHorizon: 'weeks',
    onlyCloses: true,
    isPremium: true,
    repliesFrom: 'no_one',
    details: { holds: 'yes' },
  } satisfies Record<StatedField, unknown>
  const { status, body } = await post(stated)
  expect(status).toBe(201)
  expect(body).toMatchObject(stated)
  expect(((await ada.send('GET', '/api/signals/feed')).body as unknown[])[0]).toMatchObject(body as object)
})

test.each([
  [{ signalType: 'sell', intent: 'taking_profits', timeHorizon: 'weeks', isPremium: true }, {}], // @spec-2.94
  [{ signalType: 'comment', intent: null, timeHorizon: null }, {}],
  [{ tickers: '["AAPL"," msft ","aapl"]' }, { tickers: '["AAPL","MSFT"]' }], // @spec-5.28 @spec-5.30
  [
    { tickers: ['brk.b', '^GSPC', 'EURUSD=X', 'BTC-USD', 'a/b', '123456789012'] },
    { tickers: '["BRK.B","^GSPC","EURUSD=X","BTC-USD","A/B","123456789012"]' },
  ],
  [{ tickers: '[]' }, { tickers: null }],
  [{ tickers: null }, { tickers: null }],
  [{ content: 'x'.repeat(1000) }, {}],
  [{ content: ` ${'🚀'.repeat(1000)} ` }, { content: '🚀'.repeat(1000) }],
])('%j is accepted', async (fields, kept) => {
  const { status, body } = await post({ content: 'Buy', ...fields })
  expect([status, body]).toEqual([201, expect.objectContaining({ ...fields, ...kept })])
})

const symbols = (count: number) => Array.from({ length: count }, (_, index) => `T${index}`)

// @spec-5.30
test('20 tickers are accepted, and a duplicate doesn’t count', async () => {
  expect(await post({ content: 'Buy', tickers: JSON.stringify([...symbols(20), 't0']) })).toMatchObject({
    status: 201,
    body: { tickers: JSON.stringify(symbols(20)) },
  })
})

const LIST = 'Tickers must be a JSON list of strings or null'
// @spec-8.4
test.each([
  [{ content: undefined }, 'Signal content is required'], // @spec-5.22
  [{ content: '' }, 'Signal content is required'], // @spec-5.22
  [{ content: ' \n\t ' }, 'Signal content is required'], // @spec-5.22
  [{ content: 5 }, 'This must be text'],
  [{ content: 'x'.repeat(1001) }, 'Signal content too long'], // @spec-5.23 @spec-9.12
  [{ signalType: 'hold' }, 'Signal type must be buy, sell or comment'], // @spec-3.47 @spec-5.25
  [{ signalType: null }, 'Signal type must be buy, sell or comment'], // @spec-3.47 @spec-5.25
  [{ intent: 'hopeful' }, 'Intent must be bullish, bearish, taking_profits, adding_position or watching'],
  [{ timeHorizon: 'minutes' }, 'Time horizon must be days, weeks, months or years'],
  [{ isPremium: 'yes' }, 'isPremium must be true or false'],
  [{ tickers: 'AAPL' }, LIST],
  [{ tickers: '{"0":"AAPL"}' }, LIST],
  [{ tickers: 7 }, LIST],
  [{ tickers: '["AAPL","$MSFT"]' }, '"$MSFT" isn’t a valid ticker'],
  [{ tickers: ['AAPL', ' '] }, '" " isn’t a valid ticker'], // @spec-5.29
  [{ tickers: ['1234567890123'] }, '"1234567890123" isn’t a valid ticker'],
  [{ tickers: ['х'] }, '"х" isn’t a valid ticker'],
  [{ tickers: ['AAPL', 5] }, 'Each ticker must be text'],
  [{ tickers: symbols(21) }, 'A signal can have at most 20 tickers'], // @spec-5.31
])('%j is refused: %s', async (fields, message) => {
  const before = await rows()
  const { status, body } = await post({ content: 'Buy', ...fields })
  expect([status, body]).toMatchObject([400, { code: 'invalid', message }])
  expect(await rows()).toEqual(before)
})

// @spec-2.81 @spec-3.63
test('fields that the contract doesn’t name are ignored: the server sets the time and the author', async () => {
  const sly = {
    id: people.bob.id,
    userId: people.bob.id,
    author: { id: people.bob.id },
    createdAt: '2001-01-01T00:00:00Z',
  }
  const { status, body } = await post({
    content: 'Mine',
    ...sly,
    created_at: '2001-01-01',
    isLocked: true,
    ticker: 'X',
  })
  expect([status, body]).toEqual([201, expect.objectContaining({ userId: people.ada.id, isLocked: false })])
  const row = (await rows()).find(({ content }) => content === 'Mine')
  expect(row).toMatchObject({ user_id: people.ada.id, tickers: null })
  expect(row?.id).not.toBe(people.bob.id)
  expect(Number(row?.created_at)).toBeGreaterThan(Date.UTC(2020, 0))
})

// @spec-6.21
test('a signal can’t be changed: there is no call for it, and the database refuses it too', async () => {
  const { id } = (await post({ content: 'As said' })).body as { id: string }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
    expect((await ada.send(method, `/api/signals/${id}`, { content: 'Not said' })).status).toBe(404)
  const change = server.deps.pool.query("update signals set content = 'Not said' where id = $1", [id])
  await expect(change).rejects.toThrow('a signal is a record and cannot be changed')
  expect((await rows()).find((row) => row.id === id)).toMatchObject({ content: 'As said' })
})

test('a post by an account that is being deleted gets a 401', async () => {
  const gone = '00000000-0000-4000-8000-000000000000'
  const before = await rows()
  await expect(
    postSignal(server.deps, gone, NewSignal.parse({ content: 'Last words' })),
  ).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await rows()).toEqual(before)
})
