// The sample accounts' positions agree with their activities on any day, and the past never changes.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import {
  activitiesOf,
  clockAt,
  connect,
  connected,
  openBroker,
  type Person,
  type Sdk,
} from './broker-fixture.ts'

type Activity = Awaited<ReturnType<typeof activitiesOf>>[number]

/** Cash and units calculated from the activities alone. */
function replayed(activities: Activity[]) {
  let cash = new Decimal(0)
  const units = new Map<string, Decimal>()
  for (const { symbol, units: more = 0, amount } of activities.toReversed()) {
    cash = cash.plus(amount ?? 0)
    if (!symbol?.symbol) continue
    units.set(symbol.symbol, (units.get(symbol.symbol) ?? new Decimal(0)).plus(more))
    expect(units.get(symbol.symbol)?.toNumber()).toBeGreaterThanOrEqual(0)
    expect(cash.toNumber()).toBeGreaterThanOrEqual(0)
  }
  const held = [...units].filter(([, one]) => !one.isZero()).map(([name, one]) => [name, one.toFixed()])
  return { cash: cash.toNumber(), units: Object.fromEntries(held) as Record<string, string> }
}

async function balanceAt(sdk: Sdk, person: Person, accountId: string) {
  const own = { ...person, accountId }
  const [{ data: balances }, { data: positions }] = [
    await sdk.accountInformation.getUserAccountBalance(own),
    await sdk.accountInformation.getAllAccountPositions(own),
  ]
  const units = positions.results.map(({ instrument, units: held }) => [instrument.symbol, held])
  return { cash: balances[0]?.cash, units: Object.fromEntries(units) as Record<string, string> }
}

const MOMENTS = [
  '2024-03-04T10:00:00Z',
  '2024-06-09T23:59:00Z',
  '2024-06-11T00:01:00Z',
  '2025-01-02T12:00:00Z',
  '2026-11-21T19:00:00Z',
  '2028-02-29T08:00:00Z',
]

describe.each(['SAMPLE', 'SAMPLE-NORTH', 'SAMPLE-BUSY', 'SAMPLE-EMPTY', 'SAMPLE-PAPER', 'SAMPLE-EXPIRES'])(
  'An account at %s',
  (slug) => {
    test('has the positions that its activities add up to, whenever it was connected', async () => {
      for (const moment of MOMENTS) {
        const { clock } = clockAt(moment)
        const { sdk } = await openBroker({ clock })
        const { person, accounts } = await connected(sdk, 'lena', slug)
        for (const { id } of accounts) {
          const activities = await activitiesOf(sdk, person, id)
          expect(await balanceAt(sdk, person, id)).toEqual(replayed(activities))
          expect(activities.every(({ trade_date: at }) => (at ?? '') < moment.slice(0, 10))).toBe(true)
        }
      }
    })
  },
)

test.each(['SAMPLE', 'SAMPLE-NORTH', 'SAMPLE-BUSY', 'SAMPLE-SHORT'])(
  'the past of %s doesn’t change in a day, a month or three years',
  async (slug) => {
    const { clock, set } = clockAt('2026-11-21T19:00:00Z')
    const { sdk } = await openBroker({ clock })
    const { person, accountId } = await connected(sdk, 'mia', slug)
    let before = await activitiesOf(sdk, person, accountId)
    const start = before.length
    for (const moment of ['2026-11-22', '2026-11-24', '2026-12-24', '2027-03-01', '2029-11-21']) {
      set(`${moment}T12:00:00Z`)
      const after = await activitiesOf(sdk, person, accountId)
      expect(after.slice(after.length - before.length)).toEqual(before)
      before = after
      if (slug !== 'SAMPLE-SHORT') expect(await balanceAt(sdk, person, accountId)).toEqual(replayed(after))
    }
    expect(before.length).toBeGreaterThan(start + 100)
  },
)

test('simulating day by day or all at once gives the same history', async () => {
  const lives = []
  for (const stops of [['2026-02-03', '2026-02-10', '2026-04-01'], ['2026-04-01']]) {
    const { clock, set } = clockAt('2026-02-01T12:00:00Z')
    const { sdk } = await openBroker({ clock })
    const { person, accountId } = await connected(sdk, 'nora', 'SAMPLE')
    for (const stop of stops) {
      set(`${stop}T12:00:00Z`)
      await sdk.accountInformation.listUserAccounts(person)
    }
    lives.push(await activitiesOf(sdk, person, accountId))
  }
  expect(lives[0]).toEqual(lives[1])
})

test('the same seed gives the same history, and another seed gives another one', async () => {
  const amounts = async (seed: string) => {
    const { clock } = clockAt('2026-11-21T19:00:00Z')
    const { sdk } = await openBroker({ clock, seedOf: () => seed })
    const { person, accountId } = await connected(sdk, `user of ${seed}`)
    return (await activitiesOf(sdk, person, accountId)).map(({ amount }) => amount)
  }
  expect(await amounts('one')).toEqual(await amounts('one'))
  expect(await amounts('one')).not.toEqual(await amounts('two'))
})

test('three years contain every usual kind of activity', async () => {
  const { clock } = clockAt('2026-11-21T19:00:00Z')
  const { sdk } = await openBroker({ clock })
  const { person, accounts, accountId } = await connected(sdk, 'omar')
  const all = await activitiesOf(sdk, person, accountId)
  const types = new Set(all.map(({ type }) => type))
  for (const type of [
    'BUY',
    'SELL',
    'DIVIDEND',
    'REI',
    'CONTRIBUTION',
    'WITHDRAWAL',
    'INTEREST',
    'FEE',
    'SPLIT',
  ]) {
    expect(types).toContain(type)
  }
  expect(all.at(-1)?.trade_date?.slice(0, 7)).toBe('2023-11')
  expect(accounts[0]?.sync_status.transactions?.first_transaction_date?.slice(0, 7)).toBe('2023-11')
  const { data: splits } = await sdk.accountInformation.getAccountActivities({
    ...person,
    accountId,
    type: 'split',
  })
  expect(splits.data).toMatchObject([{ symbol: { symbol: 'NVDA' }, amount: 0, price: 0 }])
  const [split] = splits.data ?? []
  expect(split?.trade_date?.slice(0, 10)).toBe('2024-06-10')
  const before = replayed(all.slice(all.findIndex(({ id }) => id === split?.id) + 1)).units['NVDA']
  expect(split?.units).toBe(Number(before) * 9)
  const { data: positions } = await sdk.accountInformation.getAllAccountPositions({ ...person, accountId })
  expect(positions.results).toHaveLength(10)
  expect(positions.results.some(({ units }) => !Number.isInteger(Number(units)))).toBe(true)
})

test('a truncated history has positions older than its first activity', async () => {
  const { clock } = clockAt('2026-11-21T19:00:00Z')
  const { broker, sdk } = await openBroker({ clock })
  const { person, accounts, accountId } = await connected(sdk, 'pia', 'SAMPLE-SHORT')
  const all = await activitiesOf(sdk, person, accountId)
  expect((all.at(-1)?.trade_date ?? '') >= '2025-11-21').toBe(true)
  expect((accounts[0]?.opening_date ?? '') < '2024').toBe(true)
  expect((await balanceAt(sdk, person, accountId)).units).toEqual(broker.bookOf(accountId).units)
  const bought = all
    .filter(({ symbol }) => symbol?.symbol === 'NVDA')
    .reduce((sum, { units }) => sum + (units ?? 0), 0)
  expect(Number(broker.bookOf(accountId).units['NVDA'])).toBeGreaterThan(bought)
})

test('Quinn trades today, and later simulated days build on it', async () => {
  const { clock, set } = clockAt('2026-11-18T16:00:00Z')
  const { broker, sdk } = await openBroker({ clock })
  const { person, accountId } = await connected(sdk, 'quinn')
  const had = Number(broker.bookOf(accountId).units['AAPL'])
  const id = broker.tradeToday(accountId, 'AAPL', -had)
  broker.addActivities(accountId, [{ type: 'CONTRIBUTION', amount: 500 }])
  const [deposit, sale] = await activitiesOf(sdk, person, accountId)
  expect(deposit).toMatchObject({ type: 'CONTRIBUTION', amount: 500, symbol: null })
  expect(sale).toMatchObject({ id, type: 'SELL', units: -had, trade_date: '2026-11-18T16:00:00.000Z' })
  expect((await balanceAt(sdk, person, accountId)).units).not.toHaveProperty('AAPL')
  expect(() => broker.tradeToday(accountId, 'AAPL', -1)).toThrow('does not have that much AAPL')
  expect(() => broker.tradeToday(accountId, 'COST', 100_000)).toThrow('does not have that much cash')
  set('2027-06-01T12:00:00Z')
  expect(await balanceAt(sdk, person, accountId)).toEqual(
    replayed(await activitiesOf(sdk, person, accountId)),
  )
})

describe('Pages of activities', () => {
  test('Rosa reads more than a thousand activities page by page, latest first', async () => {
    const { sdk } = await openBroker()
    const { person, accountId } = await connected(sdk, 'rosa', 'SAMPLE-BUSY')
    const own = { ...person, accountId }
    const { data: first } = await sdk.accountInformation.getAccountActivities({ ...own, limit: 5000 })
    expect(first.pagination).toMatchObject({ offset: 0, limit: 1000 })
    expect(first.data).toHaveLength(1000)
    const total = first.pagination?.total ?? 0
    expect(total).toBeGreaterThan(1000)
    const all = await activitiesOf(sdk, person, accountId)
    expect(new Set(all.map(({ id }) => id)).size).toBe(total)
    const dates = all.map(({ trade_date: at }) => at ?? '')
    expect(dates).toEqual(dates.toSorted().toReversed())
    const { data: beyond } = await sdk.accountInformation.getAccountActivities({
      ...own,
      offset: total,
      limit: 3,
    })
    expect(beyond).toEqual({ data: [], pagination: { offset: total, limit: 3, total } })
  })

  test('filter by day and type', async () => {
    const { clock } = clockAt('2026-11-21T19:00:00Z')
    const { sdk } = await openBroker({ clock })
    const { person, accountId } = await connected(sdk, 'sam')
    const { data } = await sdk.accountInformation.getAccountActivities({
      ...person,
      accountId,
      startDate: '2025-03-03',
      endDate: new Date('2025-06-03'),
      type: 'CONTRIBUTION,WITHDRAWAL',
    })
    expect(data.data?.map(({ trade_date: at }) => at?.slice(0, 10))).toEqual([
      '2025-06-03',
      '2025-05-05',
      '2025-04-03',
      '2025-03-03',
    ])
  })
})

test('Tess connects at noon and Uma in the morning, with the same history', async () => {
  const { clock, pass } = clockAt('2026-11-20T06:00:00Z')
  const { sdk } = await openBroker({ clock, seedOf: () => 'shared' })
  const uma = await connected(sdk, 'uma')
  pass(6 * 60)
  const tess = await connected(sdk, 'tess')
  const amounts = async ({ person, accountId }: typeof uma) =>
    (await activitiesOf(sdk, person, accountId)).map(({ amount }) => amount)
  expect(await amounts(tess)).toEqual(await amounts(uma))
  expect(await connect(sdk, uma.person)).toBe(uma.connectionId)
})
