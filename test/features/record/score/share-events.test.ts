// What changes scores afterwards, over a provider's wire: corrections, final values, new symbols. And which shares are thin.
import { expect, test } from 'vitest'
import { Decimal } from 'decimal.js'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { sweepHistories } from '#server/market/reread-history.ts'
import { renameTicker, setFinalValue } from '#server/market/share-events.ts'
import { storedBars } from '#server/market/stored-bars.ts'
import { storedInputs } from '#server/features/record/score/stored-inputs.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { call, scoredAtMassive } from './scored-at-massive.ts'

test('a close that the provider corrects restates Ada’s signal, and its page says what it was', async () => {
  const { sweep, part, standIn, inputs } = await scoredAtMassive([call('Buys', 'ACME', '2025-05-15')])
  const first = await part('Buys')
  expect(Number(first.return)).toBeCloseTo(
    (closeOn('ACME', '2025-06-09') ?? 0) / (closeOn('ACME', '2025-05-15') ?? 1) - 1,
    7,
  )
  expect(first).not.toHaveProperty('restated')

  standIn.set({ corrected: { closes: { 'ACME 2025-05-15': 30 } } })
  await sweep(1)
  const later = await part('Buys')
  expect(later.entryClose).toBe('30')
  expect(Number(later.return)).toBeCloseTo((closeOn('ACME', '2025-06-10') ?? 0) / 30 - 1, 7)
  expect(later.restated).toEqual([
    expect.objectContaining({
      causes: [{ symbol: 'ACME', day: '2025-05-15', what: 'close' }],
      asOf: '2025-06-09',
      return: first.return,
      benchmark: first.benchmark,
    }),
  ])
  const versions = (await inputs()).filter(({ version }: { version?: number }) => version === 1)
  expect(versions).toMatchObject([{ symbol: 'ACME', close: '30' }])
  // Looking again changes nothing.
  await sweep()
  expect((await part('Buys')).restated).toHaveLength(1)
})

test('a corrected close restates a position that ended on it, while another author’s in the share is open', async () => {
  const { one, sweep, part, standIn } = await scoredAtMassive([
    call('Ended', 'ACME', '2025-05-20', { timeHorizon: 'days' }),
  ])
  await buildPeople(one.deps, { cleo: creator({ signals: [call('Open', 'ACME', '2025-05-20')] }) })
  await sweep()
  const { exitDay, return: first } = await part('Ended')
  expect((await part('Open')).exitDay).toBeNull()
  standIn.set({ corrected: { closes: { [`ACME ${exitDay}`]: 30 } } })
  await sweep(1)
  expect(await part('Ended')).toMatchObject({
    lastClose: '30',
    restated: [{ causes: [{ symbol: 'ACME', day: exitDay, what: 'close' }], return: first }],
  })
})

test('a close that is corrected after more than 35 days counts once the whole history is read again', async () => {
  const { one, pool, sweep, part, standIn } = await scoredAtMassive([call('Buys', 'ACME', '2025-03-14')])
  const { entryClose } = await part('Buys')
  standIn.set({ corrected: { closes: { 'ACME 2025-03-14': 30 } } })
  await sweep(1)
  const uncorrected = await part('Buys')
  expect(uncorrected.entryClose).toBe(entryClose)

  // Each hour rereads a few symbols, so that all take a month; here one symbol per hour.
  const rereads = async () => {
    await sweepHistories(one.deps)
    await one.jobsDone()
    await sweep()
    const { rows } = await pool.query<{ symbol: string }>(
      "select symbol from market_series where kind = 'closes' and whole_at is not null order by symbol",
    )
    return rows.map(({ symbol }) => symbol)
  }
  const calls = standIn.calls.length
  expect(await rereads()).toEqual(['ACME'])
  expect(standIn.calls.length - calls).toBeLessThanOrEqual(3)
  expect(await part('Buys')).toMatchObject({
    entryClose: '30',
    restated: [
      {
        causes: [{ symbol: 'ACME', day: '2025-03-14', what: 'close' }],
        asOf: '2025-06-10',
        return: uncorrected.return,
      },
    ],
  })
  // T-bills and the index funds with which records are compared are read, too.
  const symbols = ['ACME']
  for (const fund of ['BIL', 'GLD', 'IBIT', 'IWM', 'QQQ', 'SPY', 'TLT', 'VIXY']) {
    symbols.push(fund)
    expect(await rereads()).toEqual(symbols)
  }
  const after = standIn.calls.length
  expect(await rereads()).toEqual(symbols)
  expect(standIn.calls.length).toBe(after)
})

test('a sealed trade in the ticker hides nothing that was restated, and shows nothing of itself', async () => {
  const secret = call('Secret', 'ACME', '2025-06-03', { isPremium: true })
  const { one, sweep, part, standIn } = await scoredAtMassive([call('Buys', 'ACME', '2025-05-15'), secret])
  const first = await part('Buys')
  standIn.set({ corrected: { closes: { 'ACME 2025-05-15': 30, 'ACME 2025-06-03': 30 } } })
  await sweep(1)
  const shown = await part('Buys')
  expect(shown).toMatchObject({ entryClose: '30', restated: [{ return: first.return }] })
  const ada = await one.signIn('ada')
  expect(await part('Buys', ada)).toEqual(shown)
  expect(await part('Secret', ada)).toMatchObject({ entryClose: '30', restated: [{}] })
  expect(await part('Secret')).toBeUndefined()
})

test('a final value closes the position at it, with its source, and can be corrected', async () => {
  const { one, sweep, part, now } = await scoredAtMassive([call('Bought', 'GONE', '2025-04-15')])
  const last = closeOn('GONE', '2025-04-30') ?? 0
  const entry = closeOn('GONE', '2025-04-15') ?? 1
  expect(await part('Bought')).toMatchObject({ exitReason: 'stopped-trading', exitDay: '2025-05-30' })

  const set = (day: string, value: number, source = 'Form 8-K of May 5') =>
    setFinalValue(one.deps.db, 'GONE', { day, value: new Decimal(value), source }, now())
  await expect(set('2025-04-30', 40)).rejects.toThrow('GONE has a close on 2025-04-30')
  await expect(set('2025-05-03', 40)).rejects.toThrow('isn’t an exchange day')
  expect(await set('2025-05-05', 40)).toBe(true)
  expect(await set('2025-05-05', 40)).toBe(false)
  await sweep()
  const paid = await part('Bought')
  expect(paid).toMatchObject({
    exitReason: 'stopped-trading',
    exitDay: '2025-05-05',
    finalValue: { day: '2025-05-05', value: '40', source: 'Form 8-K of May 5' },
    restated: [{ causes: [{ symbol: 'GONE', day: '2025-05-05', what: 'final_value' }] }],
  })
  expect(Number(paid.return)).toBeCloseTo(40 / entry - 1, 7)
  expect(Number(paid.restated?.[0]?.return)).toBeCloseTo(last / entry - 1, 7)

  expect(await set('2025-05-06', 41)).toBe(true)
  await sweep()
  const corrected = await part('Bought')
  expect(corrected).toMatchObject({ exitDay: '2025-05-06', finalValue: { value: '41' } })
  expect(Number(corrected.return)).toBeCloseTo(41 / entry - 1, 7)
  expect(corrected.restated).toHaveLength(2)
})

test('a renamed share continues under its new symbol', async () => {
  const { one, sweep, part, now } = await scoredAtMassive([call('Held', 'GONE', '2025-04-15')])
  const rename = () => renameTicker(one.deps.db, { old: 'GONE', symbol: 'ACME', day: '2025-05-01' }, now())
  expect([await rename(), await rename()]).toEqual([true, false])
  await sweep()
  const held = await part('Held')
  expect(held).toMatchObject({ exitDay: null, exitReason: null })
  expect(held.days.find(({ day }) => day === '2025-05-02')?.close).toBe(String(closeOn('ACME', '2025-05-02')))
  expect(Number(held.return)).toBeCloseTo(
    (closeOn('ACME', '2025-06-09') ?? 0) / (closeOn('GONE', '2025-04-15') ?? 1) - 1,
    7,
  )
  await expect(
    setFinalValue(one.deps.db, 'GONE', { day: '2025-06-02', value: new Decimal(1), source: 'x' }, now()),
  ).rejects.toThrow('GONE has been ACME since 2025-05-01')
})

test('a symbol that two tickers share, or that is its own benchmark, is read once', async () => {
  const { one, now } = await scoredAtMassive([call('Buys', 'ACME', '2025-05-15')])
  const [from, to] = ['2025-05-01', utcDay(now())]
  const bars = (symbols: string[]) => storedBars(one.deps.db, symbols, { from, to })
  expect((await bars(['ACME'])).get('ACME')?.closes.length).toBeGreaterThan(20)
  expect(await bars(['ACME', 'SPY', 'ACME'])).toEqual(await bars(['ACME', 'SPY']))
  const inputs = (symbols: string[]) => storedInputs(one.deps.db, symbols, { from, to, isSample: false })
  expect((await inputs(['SPY'])).length).toBeGreaterThan(20)
  expect(await inputs(['SPY', 'SPY'])).toEqual(await inputs(['SPY']))
})

test('a thin share is scored but not rated', async () => {
  const { part, pool, sweep } = await scoredAtMassive([
    call('Thin', 'THIN', '2025-05-15'),
    call('Liquid', 'ACME', '2025-05-15'),
  ])
  await sweep()
  expect(await part('Thin')).toMatchObject({ isThin: true, does: 'opens' })
  expect(await part('Liquid')).not.toHaveProperty('isThin')
  const { rows } = await pool.query('select opened, positions, thin from record_people')
  expect(rows).toEqual([{ opened: 2, positions: 2, thin: 1 }])
  // One place, on the day after the entry and in the three weeks after it, of which one has a holiday.
  const rated = await pool.query('select trades, entry_days, active_days, filled from record_ratings')
  expect(rated.rows).toEqual([
    { trades: 1, entry_days: 1, active_days: 15, filled: [10_000, 50_000, 40_000, 50_000] },
  ])
})
