// Returns of accounts that are easy to get wrong: imported as files and read by another person.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { users } from '#shared/contracts/users.ts'
import { recomputeInWorker } from '#server/features/portfolio/recompute/recompute-in-worker.ts'
import { asOwner } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const NAMES = [
  'ada',
  'bea',
  'carl',
  'dora',
  'eve',
  'finn',
  'gus',
  'hal',
  'ines',
  'jon',
  'kai',
  'lena',
  'milo',
] as const
type Name = (typeof NAMES)[number]

let server: TestServer
let people: Record<Name | 'bob', Person>
beforeAll(async () => {
  server = await startServer()
  const creators = Object.fromEntries(NAMES.map((name) => [name, creator({ priceCents: 800 })]))
  people = await buildPeople(server.deps, {
    ...(creators as Record<Name, ReturnType<typeof creator>>),
    bob: member(),
  })
})
afterAll(() => server.stop())

/** What Bob sees of the performance of `name`, who imports a file of these lines into a margin account or one without a loan. */
async function shown(name: Name, rows: string[], isMargin = false) {
  const owner = await server.signIn(name)
  const body = rows.join('\n')
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await owner.fetch(IMPORT_PATH, { method: 'POST', headers, body })
  const { id, faults } = (await response.json()) as Preview
  expect(faults).toEqual([])
  await owner.call(portfolio.confirmImport, { params: { id }, body: { isMargin } })
  await server.jobsDone()
  const bob = await server.signIn('bob')
  return await bob.call(portfolio.ofPerson, { params: { id: people[name].id } })
}

const table = (rows: string[]) => ['date,type,symbol,quantity,price,amount,fee,currency', ...rows]
const percent = (text: string | null | undefined) => Number.parseFloat(text ?? '')
const buy = (day: string, shares: number, price: number) =>
  `${day},buy,ACME,${shares},${price},${(-shares * price).toFixed(2)},,USD`
const sell = (day: string, shares: number, price: number) =>
  `${day},sell,ACME,${shares},${price},${(shares * price).toFixed(2)},,USD`
const cash = (day: string, type: string, amount: number, currency = 'USD') =>
  `${day},${type},,,,${amount},,${currency}`

test.each<[string, Name, string[], number]>([
  [
    'a gain of a half and a fee a month later',
    'ada',
    [buy('2025-01-07', 10, 100), sell('2025-02-04', 10, 150), cash('2025-03-04', 'fee', -1.5)],
    49.85,
  ],
  [
    'a day trade that loses a thousandth',
    'bea',
    [buy('2025-01-07', 100, 100), sell('2025-01-07', 100, 99.9)],
    -0.1,
  ],
])(
  'without deposits in the file, the return of %s is its gain on its cost',
  async (_what, name, rows, expected) => {
    const { picture } = await shown(name, table(rows))
    expect(Math.abs(percent(picture?.performance) - expected)).toBeLessThan(0.06)
    expect(picture?.areFlowsAssumed).toBe(true)
    const bob = await server.signIn('bob')
    const seen = await bob.call(users.byId, { params: { id: people[name].id } })
    expect(seen).toMatchObject({ performance: picture?.performance, performanceFlowsAssumed: true })
  },
)

test('a late dividend of an emptied account and a small deposit after it leave a return of two and a half percent', async () => {
  const { picture } = await shown(
    'carl',
    table([
      cash('2025-01-06', 'deposit', 10_000),
      buy('2025-01-07', 100, 100),
      sell('2025-01-08', 100, 100),
      cash('2025-01-09', 'withdrawal', -10_000),
      '2025-02-04,dividend,ACME,,,250,,USD',
      cash('2025-03-04', 'deposit', 100),
    ]),
  )
  expect(percent(picture?.performance)).toBeCloseTo(2.5, 1)
  expect(picture?.areFlowsAssumed).toBe(false)
})

test('a margin account that ends below zero has lost everything', async () => {
  const { picture } = await shown(
    'dora',
    table([cash('2025-01-06', 'deposit', 1_000), buy('2025-01-07', 20, 100), sell('2025-01-09', 20, 40)]),
    true,
  )
  expect(picture?.performance).toBe('-100.0%')
})

test('a margin account that began in debt has no return, and everybody sees why', async () => {
  const { picture, noReturn } = await shown(
    'eve',
    table([buy('2025-01-07', 10, 100), cash('2025-03-04', 'deposit', 5_000)]),
    true,
  )
  expect(picture).toBeNull()
  expect(noReturn).toContain('worth nothing or less when its record began')
})

test('an account with only currency exchanges has no money-weighted return, and the reason is shown', async () => {
  const { picture, noReturn } = await shown('finn', [
    'Statement,Header,Field Name,Field Value',
    'Statement,Data,BrokerName,Interactive Brokers LLC',
    'Statement,Data,Title,Activity Statement',
    'Statement,Data,Period,"January 1, 2025 - June 30, 2025"',
    'Account Information,Header,Field Name,Field Value',
    'Account Information,Data,Account,U1234567',
    'Account Information,Data,Base Currency,USD',
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
    ...['2025-01-07', '2025-02-04', '2025-06-03'].map(
      (day) => `Trades,Data,Order,Forex,USD,EUR.USD,"${day}, 08:00:00","1,000",1.08,,-1080,-2,,,0.5,`,
    ),
  ])
  expect(noReturn).toBeNull()
  expect(picture?.areFlowsAssumed).toBe(true)
  expect(picture).toMatchObject({
    moneyWeighted: null,
    noMoneyWeighted: expect.stringContaining('nearly all of the money was withdrawn'),
  })
})

test.each<[string, Name, string, string, string]>([
  [
    'a gain on a day trade, then a hundred dollars',
    'ines',
    'daytrade-gain-then-100',
    '+1.0%',
    'nearly all of the money was withdrawn',
  ],
  [
    'everything withdrawn, then a late dividend and a hundred dollars',
    'jon',
    'withdrawn-late-dividend',
    '+2.5%',
    'nearly all of the money was withdrawn',
  ],
  [
    'a free share worth a thousandth of what follows',
    'kai',
    'freetrade-free-share',
    'over +9,999%',
    'it is over +9,999%',
  ],
])(
  '%s: the money-weighted return would compound a few days, and says why there is none',
  async (_, name, file, performance, reason) => {
    const lines = readFileSync(join(import.meta.dirname, 'inputs', `${file}.csv`), 'utf8').split('\n')
    const { picture } = await shown(name, lines, true)
    const noMoneyWeighted = expect.stringContaining(reason)
    expect(picture).toMatchObject({ performance, moneyWeighted: null, noMoneyWeighted })
  },
)

test.each<[string, Name, string]>([
  ['an employer that are sold at once', 'lena', 'rsu-vest-fidelity'],
  ['nobody, at another price', 'milo', 'zero-cost-shares'],
])('shares from %s are a contribution, not a gain', async (_, name, file) => {
  const lines = readFileSync(join(import.meta.dirname, 'inputs', `${file}.csv`), 'utf8').split('\n')
  const { picture } = await shown(name, lines)
  expect(picture).toMatchObject({ performance: '+0.0%' })
})

test('a calculation that fails again and again ends in a reason, and one that works replaces it', async () => {
  const { deps, database } = server
  const failing = `create function fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$;
    create trigger fail before insert on performance_summaries for each row when (new.summary is not null) execute function fail()`
  const bob = await server.signIn('bob')
  const seen = () => bob.call(portfolio.ofPerson, { params: { id: people.ines.id } })
  const before = await seen()
  expect(before.picture).not.toBeNull()
  await asOwner(database, failing)
  for (const attempt of [1, 2]) {
    await expect(recomputeInWorker(deps, people.ines.id, attempt)).rejects.toThrow('failed')
    expect(await seen()).toEqual(before)
  }
  await expect(recomputeInWorker(deps, people.ines.id, 3)).rejects.toThrow('failed')
  expect(await seen()).toMatchObject({ picture: null, noReturn: expect.stringContaining('fault of ours') })
  await asOwner(database, 'drop trigger fail on performance_summaries')
  await recomputeInWorker(deps, people.ines.id, 4)
  expect(await seen()).toEqual(before)
})
