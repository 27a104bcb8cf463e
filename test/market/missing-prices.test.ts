// If the market doesn't know a price, the last one is carried forward and marked; without a rate there is no figure.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import { type Name, type PortfolioServers, startPortfolioServers } from './portfolio-servers.ts'

let place: PortfolioServers
beforeAll(async () => void (place = await startPortfolioServers({ MASSIVE_API_KEY: 'good' })))
afterAll(() => place.stop())

const on = (symbol: string, day: string) => closeOn(symbol, day) ?? NaN
const DEPOSIT = '2025-01-06,deposit,,,,10000,,USD'
const buy = (symbol: string, price: number, day = '2025-01-07', currency = 'USD') =>
  `${day},buy,${symbol},10,${price},${(-10 * price).toFixed(2)},,${currency}`
/** The last trading day of GONE. */
const GONE_SINCE = '2025-04-30'
const sell = (symbol: string, price: number, day: string) =>
  `${day},sell,${symbol},10,${price},${(10 * price).toFixed(2)},,USD`

/** The summary of a new person's account with these rows. */
let next = 0
async function overviewWith(rows: string[]) {
  const name = (['ada', 'bob', 'cleo', 'dora'] as const)[next++] as Name
  await place.importRows(name, rows)
  const overview = await place.overview(name)
  await removeAll(name)
  next %= 4
  return overview
}
async function removeAll(name: Name) {
  const { pool } = place.servers[0].deps
  const who = '(select id from users where username = $1)'
  await pool.query(`delete from portfolio_accounts where user_id = ${who}`, [name])
  await pool.query(`delete from performance_summaries where user_id = ${who}`, [name])
}
test.each([
  ['nobody knows', 'NOBODY', [buy('NOBODY', 50)], '2025-01-07'],
  ['is an option', 'ACME.260619C00040000', [buy('ACME.260619C00040000', 1)], '2025-01-07'],
  ['was taken off the exchange and never sold', 'GONE', [buy('GONE', on('GONE', '2025-01-07'))], GONE_SINCE],
])(
  'a symbol that %s keeps its last price, and the record shows since when',
  async (_what, symbol, rows, since) => {
    const { picture, fault, holdings } = await overviewWith([
      DEPOSIT,
      buy('ACME', on('ACME', '2025-01-07')),
      ...rows,
    ])
    expect(fault).toBeNull()
    expect(picture?.unpriced).toEqual({ holdings: 1, weight: expect.stringMatching(/^\d\.\d%$/), since })
    expect(holdings.map(({ ticker, noPriceSince }) => [ticker, noPriceSince])).toEqual(
      expect.arrayContaining([
        [symbol, since],
        ['ACME', null],
      ]),
    )
    const gained = 10 * (on('ACME', '2026-02-09') - on('ACME', '2025-01-07'))
    const lost = symbol === 'GONE' ? 10 * (on('GONE', since) - on('GONE', '2025-01-07')) : 0
    expect(picture?.performance).toBe(signedPercent((gained + lost) / 10_000))
  },
)

test('an option is worth its exercise at the share’s close, and one that the file doesn’t end has ended on its expiry', async () => {
  const paid = on('ACME', '2025-01-07')
  const end = on('ACME', '2025-06-20')
  const { picture, fault, holdings } = await overviewWith([
    DEPOSIT,
    buy('ACME260619C00010000', paid - 10),
    buy('ACME250620C00010000', paid - 10),
  ])
  expect(fault).toBeNull()
  expect(picture?.unpriced).toBeNull()
  expect(picture?.options).toEqual({
    atIntrinsic: { holdings: 1, weight: expect.stringMatching(/^\d+\.\d%$/) },
    ended: 1,
  })
  expect(holdings.map(({ ticker, isAtIntrinsic }) => [ticker, isAtIntrinsic])).toEqual([
    ['ACME260619C00010000', true],
  ])
  const gained = 10 * (on('ACME', '2026-02-09') - paid) + 10 * (end - paid)
  expect(picture?.performance).toBe(signedPercent(gained / 10_000))
})

test('a symbol that wasn’t listed yet is valued at its purchase price until it is', async () => {
  const { picture, fault } = await overviewWith([DEPOSIT, buy('LATE', 20)])
  expect(fault).toBeNull()
  expect(picture?.unpriced).toBeNull()
})

test('an unknown symbol is requested once a day', async () => {
  const before = place.sandbox.calls.length
  expect((await overviewWith([DEPOSIT, buy('NOBODY', 50)])).picture?.unpriced?.since).toBe('2025-01-07')
  expect(place.sandbox.calls.length).toBe(before)
})

test('a position sold again within days is valued at its purchase price', async () => {
  const { picture, fault } = await overviewWith([
    DEPOSIT,
    buy('NOBODY', 50),
    sell('NOBODY', 60, '2025-01-15'),
  ])
  expect(fault).toBeNull()
  expect(picture?.performance).toBe('+1.0%')
})

test('a position sold before its delisting needs no note', async () => {
  const close = on('GONE', '2025-04-10')
  const { fault } = await overviewWith([
    DEPOSIT,
    buy('GONE', on('GONE', '2025-01-07')),
    sell('GONE', close, '2025-04-10'),
  ])
  expect(fault).toBeNull()
})

test('a share of another exchange with the same symbol isn’t priced like the US share', async () => {
  const price = on('ACME', '2025-01-07') / 10
  const { picture, fault } = await overviewWith([DEPOSIT, buy('ACME', price)])
  expect(fault).toBeNull()
  expect(picture).toMatchObject({ performance: '+0.0%', unpriced: { holdings: 1, since: '2025-01-07' } })
})

test('an account in euros is calculated with each day’s rates', async () => {
  const inEuros = on('ACME', '2025-01-07') / 1.1
  const { picture, fault } = await overviewWith([
    '2025-01-06,deposit,,,,10000,,EUR',
    buy('ACME', Number(inEuros.toFixed(4)), '2025-01-07', 'EUR'),
  ])
  expect(fault).toBeNull()
  const gain = (10 * (on('ACME', '2026-02-09') - on('ACME', '2025-01-07'))) / 1.1
  expect(picture?.performance).toBe(signedPercent(gain / 10_000))
})

test('a currency without rates is named', async () => {
  const { fault } = await overviewWith(['2025-01-06,deposit,,,,10000,,XXX', DEPOSIT])
  expect(fault).toBe('There is no exchange rate for XXX')
})

test('a series that never gets an answer keeps the portfolio pending, everything else is fetched, and the owner sees why it takes so long', async () => {
  await place.importRows('dora', [
    DEPOSIT,
    buy('DOWN', 10),
    buy('BOLT', on('BOLT', '2025-01-07')),
    buy('BUSY', on('BUSY', '2025-01-07')),
  ])
  const retry = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      await place.servers[0].deps.pool.query(
        `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`,
      )
      await place.servers[0].jobsDone()
    }
  }
  await retry(3)
  const { picture, isWorking, fault } = await place.overview('dora')
  expect({ picture, isWorking, fault }).toEqual({ picture: null, isWorking: true, fault: null })
  const { rows } = await place.servers[0].deps.pool.query<{ symbol: string; kinds: string[] }>(
    `select symbol, array_agg(kind order by kind) as kinds from market_series
      where to_day is null or symbol in ('BOLT', 'BUSY', 'DOWN') group by symbol order by symbol`,
  )
  expect(rows.map(({ symbol }) => symbol)).toEqual(['BOLT', 'BUSY', 'DOWN'])
  const closes = await place.servers[0].deps.pool.query<{ symbol: string }>(
    `select distinct symbol from market_closes where symbol in ('BOLT', 'BUSY', 'DOWN') order by symbol`,
  )
  expect(closes.rows.map(({ symbol }) => symbol)).toEqual(['BOLT', 'BUSY'])
  await retry(4)
  expect(await place.overview('dora')).toMatchObject({
    picture: null,
    isWorking: false,
    fault: expect.stringContaining('provider doesn’t answer'),
    canRetry: true,
  })
  const dora = await place.servers[1].signIn('dora')
  await dora.call(portfolio.retryCalculation)
  expect(await place.overview('dora')).toMatchObject({ isWorking: true, fault: null, canRetry: false })
})

test('a provider that is busy for half an hour is a reason, too', async () => {
  const { pool } = place.servers[0].deps
  await place.importRows('ada', [DEPOSIT, buy('DOWN', 10)])
  const busySince = (minutes: number) =>
    pool.query(`update market_series set failures = 0, busy_since = $1 where symbol = 'DOWN'`, [
      new Date(place.now().getTime() - minutes * 60_000),
    ])
  await busySince(29)
  expect(await place.overview('ada')).toMatchObject({ isWorking: true, fault: null, canRetry: false })
  await busySince(31)
  expect(await place.overview('ada')).toMatchObject({
    picture: null,
    isWorking: false,
    fault: expect.stringContaining('provider doesn’t answer'),
    canRetry: true,
  })
  await (await place.servers[0].signIn('ada')).call(portfolio.retryCalculation)
  expect(await place.overview('ada')).toMatchObject({ isWorking: true, fault: null })
  await removeAll('ada')
})
