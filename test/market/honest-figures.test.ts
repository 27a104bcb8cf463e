// Where the market doesn't know a price, a portfolio carries the last one on and says so; without a rate there is no figure.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeOn } from '#sandbox/market/sample-market.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import { type Name, type Place, portfoliosOnStandIn } from './portfolio-on-stand-in.ts'

let place: Place
beforeAll(async () => void (place = await portfoliosOnStandIn({ MASSIVE_API_KEY: 'good' })))
afterAll(() => place.stop())

const on = (symbol: string, day: string) => closeOn(symbol, day) ?? NaN
const DEPOSIT = '2025-01-06,deposit,,,,10000,,USD'
const buy = (symbol: string, price: number, day = '2025-01-07', currency = 'USD') =>
  `${day},buy,${symbol},10,${price},${(-10 * price).toFixed(2)},,${currency}`
/** The last day GONE was traded. */
const GONE_SINCE = '2025-04-30'
const sell = (symbol: string, price: number, day: string) =>
  `${day},sell,${symbol},10,${price},${(10 * price).toFixed(2)},,USD`

/** What an account of a new person with these rows says. */
let next = 0
async function told(rows: string[]) {
  const name = (['ada', 'bob', 'cleo', 'dora'] as const)[next++] as Name
  await place.holds(name, rows)
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
  'a symbol that %s keeps its last price, and the record says since when',
  async (_what, symbol, rows, since) => {
    const { picture, fault, holdings } = await told([DEPOSIT, buy('ACME', on('ACME', '2025-01-07')), ...rows])
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

test('a symbol that was not listed yet is worth what was paid until it is', async () => {
  const { picture, fault } = await told([DEPOSIT, buy('LATE', 20)])
  expect(fault).toBeNull()
  expect(picture?.unpriced).toBeNull()
})

test('what nobody knows is asked for once a day', async () => {
  const before = place.standIn.calls.length
  expect((await told([DEPOSIT, buy('NOBODY', 50)])).picture?.unpriced?.since).toBe('2025-01-07')
  expect(place.standIn.calls.length).toBe(before)
})

test('what was sold again within days was worth what was paid', async () => {
  const { picture, fault } = await told([DEPOSIT, buy('NOBODY', 50), sell('NOBODY', 60, '2025-01-15')])
  expect(fault).toBeNull()
  expect(picture?.performance).toBe('+1.0%')
})

test('what was sold before it was taken off the exchange is no trouble', async () => {
  const close = on('GONE', '2025-04-10')
  const { fault } = await told([
    DEPOSIT,
    buy('GONE', on('GONE', '2025-01-07')),
    sell('GONE', close, '2025-04-10'),
  ])
  expect(fault).toBeNull()
})

test('a share of another exchange under the same symbol is not priced as the American one', async () => {
  const price = on('ACME', '2025-01-07') / 10
  const { picture, fault } = await told([DEPOSIT, buy('ACME', price)])
  expect(fault).toBeNull()
  expect(picture).toMatchObject({ performance: '+0.0%', unpriced: { holdings: 1, since: '2025-01-07' } })
})

test('an account in euros is worked out with the rates of each day', async () => {
  const inEuros = on('ACME', '2025-01-07') / 1.1
  const { picture, fault } = await told([
    '2025-01-06,deposit,,,,10000,,EUR',
    buy('ACME', Number(inEuros.toFixed(4)), '2025-01-07', 'EUR'),
  ])
  expect(fault).toBeNull()
  const gain = (10 * (on('ACME', '2026-02-09') - on('ACME', '2025-01-07'))) / 1.1
  expect(picture?.performance).toBe(signedPercent(gain / 10_000))
})

test('a currency nobody has rates of is named', async () => {
  const { fault } = await told(['2025-01-06,deposit,,,,10000,,XXX', DEPOSIT])
  expect(fault).toBe('There is no exchange rate for XXX')
})

test('while something is never answered it stays in work, and everything else is fetched', async () => {
  await place.holds('dora', [
    DEPOSIT,
    buy('DOWN', 10),
    buy('BOLT', on('BOLT', '2025-01-07')),
    buy('BUSY', on('BUSY', '2025-01-07')),
  ])
  for (let round = 0; round < 3; round += 1) {
    await place.servers[0].deps.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`,
    )
    await place.servers[0].jobsDone()
  }
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
})
