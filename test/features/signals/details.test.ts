// Details beside a trade: what is accepted, what is refused and why, and who sees them.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeText } from '#server/features/signals/hide-signal.ts'
import { findSharedPage } from '#server/features/sharing/find-shared-page.ts'
import { record } from '#shared/contracts/record.ts'
import { signals } from '#shared/contracts/signals.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let ada: Browser
let bob: Browser
let dan: Browser
/** The last close of NVDA, as its page shows it. */
let close = 0
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    ada: creator(),
    bob: member({ follows: ['ada'] }),
    dan: member({ subscribesTo: ['ada'] }),
  })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
  dan = await server.signIn('dan')
  const prices = await ada.call(tickers.prices, { params: { ticker: 'NVDA' }, query: { period: '1M' } })
  close = prices.latest?.close ?? 0
})
afterAll(() => server.stop())

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** This percentage of the close, such as "109.99" for 110 %. */
const ofClose = (percent: number) => ((close * percent) / 100).toFixed(2)
const post = (fields: Record<string, unknown>) =>
  ada.send('POST', '/api/signals', { content: 'Buy', signalType: 'buy', tickers: ['NVDA'], ...fields })
const ofRow = async (id: string) =>
  (
    await server.deps.db
      .selectFrom('signals')
      .select('details')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).details
const idOf = (body: unknown) => (body as { id: string }).id
async function posted(fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await post(fields)
  expect([status, body]).toMatchObject([201, {}])
  return idOf(body)
}
const seenBy = (viewer: Browser, id: string) => viewer.call(signals.byId, { params: { id } })
async function logged(id: string): Promise<void> {
  const count = async () => {
    const { rows } = await server.deps.pool.query('select from record_entries where signal_id = $1', [id])
    return rows.length
  }
  await expect.poll(count).toBe(1)
}

test('a follower reads what the author stated, as it was stated', async () => {
  const details = {
    holds: 'yes',
    promotion: 'paid',
    paidBy: 'Acme Investor Relations',
    target: ofClose(120),
    stop: ofClose(90),
    confidence: '65',
  }
  const { status, body } = await post({
    details: { ...details, paidBy: ' Acme Investor Relations ', more: 1 },
  })
  expect([status, body]).toMatchObject([201, { details }])
  expect(await ofRow(idOf(body))).toEqual(details)
  expect((await seenBy(bob, idOf(body))).details).toEqual(details)
})

test.each([[undefined], [null], [{}]])('details %j are stored as no details', async (details) => {
  const { body } = await post({ details })
  expect(body).not.toHaveProperty('details')
  expect(await ofRow(idOf(body))).toBeNull()
})

const PRICE = (name: string) => `${name} must be a price above zero, with at most 4 decimals`
const CONFIDENCE = 'Confidence must be a whole number from 50 to 99'
const ONE_TICKER = 'Target, stop and confidence need exactly one ticker'
describe('Invalid details are refused, and the message names them:', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ details: { target: '0' } }, PRICE('Target')],
    [{ details: { target: '-5' } }, PRICE('Target')],
    [{ details: { target: '1e3' } }, PRICE('Target')],
    [{ details: { target: '10.12345' } }, PRICE('Target')],
    [{ details: { target: 210 } }, PRICE('Target')],
    [{ details: { stop: '$9' } }, PRICE('Stop')],
    [{ details: { confidence: '49' } }, CONFIDENCE],
    [{ details: { confidence: '100' } }, CONFIDENCE],
    [{ details: { confidence: '60.5' } }, CONFIDENCE],
    [{ details: { confidence: '60' }, tickers: ['NVDA', 'AMD'] }, ONE_TICKER],
    [{ details: { target: '5' }, tickers: null }, ONE_TICKER],
    [{ details: { stop: '5' }, signalType: 'comment' }, 'Target, stop and confidence need a buy or a sell'],
    [{ details: { target: '5', stop: '6' } }, 'For a buy, the stop must be below the target'],
    [{ details: { target: '5', stop: '5' } }, 'For a buy, the stop must be below the target'],
    [
      { details: { target: '6', stop: '5' }, signalType: 'sell' },
      'For a sell, the stop must be above the target',
    ],
    [{ details: { holds: 'maybe' } }, 'holds must be yes, no or unsaid'],
    [{ details: { promotion: 'free' } }, 'promotion must be paid, or left out'],
    [{ details: { paidBy: 'Acme' } }, '“Paid by” is for paid promotions only'],
    [{ details: { promotion: 'paid', paidBy: ' ' } }, 'Paid by is empty'],
    [{ details: { promotion: 'paid', paidBy: 'x'.repeat(81) } }, 'Paid by can have at most 80 characters'],
  ])('%j: %s', async (fields, message) => {
    const { status, body } = await post(fields)
    expect([status, body]).toMatchObject([400, { code: 'invalid', message }])
  })
})

describe('Target and stop lie on the two sides of the last close:', () => {
  test.each([
    ['buy', { target: 99 }, 'target_at_close', 'For a buy, the target must be above the last close of $'],
    ['buy', { stop: 101 }, 'stop_at_close', 'For a buy, the stop must be below the last close of $'],
    ['sell', { target: 101 }, 'target_at_close', 'For a sell, the target must be below the last close of $'],
    ['sell', { stop: 99 }, 'stop_at_close', 'For a sell, the stop must be above the last close of $'],
  ])('a %s with %j percent of it is refused', async (signalType, percents, code, message) => {
    const details = Object.fromEntries(Object.entries(percents).map(([name, at]) => [name, ofClose(at)]))
    const { status, body } = await post({ signalType, details })
    expect([status, body]).toMatchObject([
      400,
      { code, field: Object.keys(percents)[0], message: expect.stringContaining(message) as unknown },
    ])
    expect((body as { message: string }).message).toContain(DOLLARS.format(close))
  })

  test('a buy and a sell with both on the right sides are posted', async () => {
    const buy = { details: { target: ofClose(101), stop: ofClose(99) } }
    expect(await post(buy)).toMatchObject({ status: 201, body: buy })
    const sell = { signalType: 'sell', details: { target: ofClose(99), stop: ofClose(101) } }
    expect(await post(sell)).toMatchObject({ status: 201, body: sell })
  })

  test('without a known close only their order counts, and the reply says so', async () => {
    const fields = { tickers: ['BTC-USD'], details: { target: '5', stop: '4' } }
    expect(await post(fields)).toMatchObject({ status: 201, body: { isComparedWithClose: false } })
    const { body } = await post({ details: { target: ofClose(120) } })
    expect(body).not.toHaveProperty('isComparedWithClose')
  })
})

test('only those who may read a premium signal see its details', async () => {
  const id = await posted({ isPremium: true, details: { promotion: 'paid', confidence: '70' } })
  expect(await seenBy(bob, id)).not.toHaveProperty('details')
  expect((await seenBy(dan, id)).details).toEqual({ promotion: 'paid', confidence: '70' })
})

test('the log commits to the details together with the intent, sorted as RFC 8785 sorts them', async () => {
  const details = { holds: 'no', promotion: 'paid', paidBy: 'Ac"me', target: '9999.5', confidence: '80' }
  const id = await posted({ intent: 'bullish', details })
  await logged(id)
  const answer = await (await server.visitor().fetch(`/log/signals/${id}`)).json()
  const { entry, opening } = answer as { entry: { text: string }; opening: { salt: string } }
  const value = `{"details":{"confidence":"80","holds":"no","intent":"bullish","paidBy":"Ac\\"me","promotion":"paid","target":"9999.5"},"premium":false,"signal":"${id}","text":"Buy","v":1}`
  const hash = createHash('sha256').update(Buffer.from(opening.salt, 'hex')).update(value)
  expect(hash.digest('hex')).toBe(entry.text)
})

test('withdrawing hides who paid, and nothing else that was stated', async () => {
  const id = await posted({ details: { promotion: 'paid', paidBy: 'Acme', target: ofClose(120) } })
  await logged(id)
  await ada.call(signals.withdraw, { params: { id } })
  for (const viewer of [ada, bob])
    expect((await seenBy(viewer, id)).details).toEqual({ promotion: 'paid', target: ofClose(120) })
  const { text } = await ada.call(record.opening, { params: { id } })
  expect(text?.value.details).toMatchObject({ paidBy: 'Acme' })
})

test('removing the text removes the details, and the database allows no other change to them', async () => {
  const id = await posted({ details: { promotion: 'paid', paidBy: 'Acme' } })
  await logged(id)
  const change = (sql: string) =>
    server.deps.pool.query(`update signals set details = ${sql} where id = $1`, [id])
  await expect(change('null')).rejects.toThrow('a signal is a record')
  await expect(change(`'{"holds":"no"}'`)).rejects.toThrow('a signal is a record')
  await removeText(server.deps, id, 'law')
  expect(await ofRow(id)).toBeNull()
  expect(await seenBy(bob, id)).not.toHaveProperty('details')
})

test('a link preview on another site names a paid promotion', async () => {
  const id = await posted({ details: { promotion: 'paid' } })
  const { card, preview } = await findSharedPage(server.deps, `/signal/${id}`)
  expect(card).toMatchObject({ badges: [{ text: 'Buy' }, { text: 'Paid promotion' }, { text: '$NVDA' }] })
  expect(preview.description).toMatch(/^Paid promotion\. Buy /)
})

test('a repeated post is the first signal, even if a close has passed its target since', async () => {
  const draftId = '019a0000-0000-7000-8000-000000000001'
  await posted({ draftId, details: { target: ofClose(120) } })
  const { status, body } = await post({ draftId, details: { target: ofClose(80) } })
  expect([status, idOf(body)]).toEqual([201, draftId])
})
