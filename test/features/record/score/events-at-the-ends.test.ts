// Splits and dividends on the day of an entry or an exit, over a provider's wire, by hand; corrections beyond closes.
import { expect, test } from 'vitest'
import { closeOn, EXCHANGE_DAYS } from '#tools/sandbox/market/sample-market.ts'
import { call, scoredAtMassive } from './scored-at-massive.ts'

const DAYS = { timeHorizon: 'days' }
const on = (ticker: string, day: string) => closeOn(ticker, day) ?? NaN
/** BOLT becomes four shares on June 10; REVR's ten become one on March 18; DIVI pays 0.50 on March 14, SPY 1.75 on March 21. */
const SPLIT = '2025-06-10'

test('a split on the day of the exit counts, one on the day of the entry doesn’t, whatever ends the position', async () => {
  const { sweep, part } = await scoredAtMassive([
    // Five exchange days before the split.
    call('Ends at the split', 'BOLT', '2025-06-03', DAYS),
    call('Begins at it', 'REVR', '2025-03-18', DAYS),
    call('Short of ten', 'REVR', '2025-04-01', { ...DAYS, signalType: 'sell' }),
  ])
  await sweep(9)
  const ends = await part('Ends at the split')
  expect(ends).toMatchObject({ exitDay: SPLIT, exitReason: 'horizon', lastClose: String(on('BOLT', SPLIT)) })
  expect(ends.days.at(-1)).toMatchObject({ day: SPLIT, ratio: '4' })
  expect(Number(ends.return)).toBeCloseTo((4 * on('BOLT', SPLIT)) / on('BOLT', '2025-06-03') - 1, 7)

  const begins = await part('Begins at it')
  expect(begins).toMatchObject({ entryDay: '2025-03-18', entryClose: String(on('REVR', '2025-03-18')) })
  expect(begins.days.map(({ ratio }) => ratio)).toEqual(['1', '1', '1', '1', '1'])
  expect(Number(begins.return)).toBeCloseTo(on('REVR', '2025-03-25') / on('REVR', '2025-03-18') - 1, 7)
  expect(Number((await part('Short of ten')).return)).toBeCloseTo(
    1 - on('REVR', '2025-04-08') / on('REVR', '2025-04-01'),
    7,
  )
})

test('a sell on the day of a split closes at the new share’s price', async () => {
  const { sweep, part } = await scoredAtMassive([
    call('Long', 'REVR', '2025-03-03'),
    call('Sold', 'REVR', '2025-03-18', { signalType: 'sell' }),
  ])
  await sweep(1)
  const long = await part('Long')
  expect(long).toMatchObject({ exitDay: '2025-03-18', exitReason: 'opposite' })
  expect(Number(long.return)).toBeCloseTo(on('REVR', '2025-03-18') / 10 / on('REVR', '2025-03-03') - 1, 7)
})

test('a dividend on the day of the exit is earned, by SPY too; one on the day of the entry isn’t', async () => {
  const { part } = await scoredAtMassive([
    call('Leaves', 'DIVI', '2025-03-07', DAYS),
    call('Enters', 'SPY', '2025-03-21', DAYS),
    call('Beside SPY', 'ACME', '2025-03-14', DAYS),
  ])
  const leaves = await part('Leaves')
  expect(leaves).toMatchObject({ exitDay: '2025-03-14' })
  expect(leaves.days.at(-1)).toMatchObject({ day: '2025-03-14', dividend: '0.5' })
  expect(Number(leaves.return)).toBeCloseTo(
    (on('DIVI', '2025-03-14') + 0.5) / on('DIVI', '2025-03-07') - 1,
    7,
  )

  const enters = await part('Enters')
  expect(enters).toMatchObject({ entryDay: '2025-03-21', exitDay: '2025-03-28', excess: '0.00000000' })
  expect(Number(enters.return)).toBeCloseTo(on('SPY', '2025-03-28') / on('SPY', '2025-03-21') - 1, 7)
  expect(enters.benchmark).toBe(enters.return)
  // SPY paid on the last day of this one.
  const spied = await part('Beside SPY')
  expect(spied).toMatchObject({ exitDay: '2025-03-21' })
  expect(Number(spied.benchmark)).toBeCloseTo(
    (on('SPY', '2025-03-21') + 1.75) / on('SPY', '2025-03-14') - 1,
    7,
  )
})

test('a share that stopped trading has every exchange day until its end, each with the last close', async () => {
  const { part } = await scoredAtMassive([call('Held', 'GONE', '2025-04-15')])
  const { days, exitDay, tradingDays } = await part('Held')
  expect(exitDay).toBe('2025-05-30')
  expect(days.map(({ day }) => day)).toEqual(
    EXCHANGE_DAYS.filter((day) => day > '2025-04-15' && day <= '2025-05-30'),
  )
  expect(tradingDays).toBe(days.length)
  const silent = days.filter(({ day }) => day > '2025-04-30')
  expect(silent).toHaveLength(21)
  for (const { close, growth, benchmark } of silent) {
    expect([close, growth]).toEqual([String(on('GONE', '2025-04-30')), '1.00000000'])
    expect(benchmark).not.toBe('1.00000000')
  }
})

test('a correction below 0.0001 counts silently; the next larger one says what was shown last', async () => {
  const { pool, sweep, part, standIn } = await scoredAtMassive([call('Buys', 'ACME', '2025-05-15')])
  const [entry, last] = [on('ACME', '2025-05-15'), on('ACME', '2025-06-09')]
  const correct = async (close: number) => {
    standIn.set({ corrected: { closes: { 'ACME 2025-05-15': close, 'ACME 2025-06-10': last } } })
    await sweep(1)
  }
  await correct(entry + 0.003)
  const little = await part('Buys')
  expect(Number(little.return)).toBeCloseTo(last / (entry + 0.003) - 1, 8)
  expect(Math.abs(Number(little.return) - (last / entry - 1))).toBeLessThan(0.0001)
  expect(little).not.toHaveProperty('restated')
  await correct(entry + 0.03)
  expect((await part('Buys')).restated).toMatchObject([{ return: little.return, asOf: '2025-06-10' }])
  const { rows } = await pool.query<{ close: string }>(
    "select close from record_inputs where symbol = 'ACME' and day = '2025-05-15' order by version",
  )
  expect(rows.map(({ close }) => Number(close))).toEqual([entry, entry + 0.003, entry + 0.03])
})

test('a corrected dividend and a corrected SPY restate every signal that they are in', async () => {
  const { sweep, part, standIn } = await scoredAtMassive([
    call('Held', 'DIVI', '2025-03-03'),
    call('Over', 'ACME', '2025-05-19', DAYS),
    call('Before', 'ACME', '2025-03-10', DAYS),
  ])
  const before = { held: await part('Held'), over: await part('Over'), early: await part('Before') }
  standIn.set({
    corrected: { dividends: { 'DIVI 2025-03-14': 5 }, closes: { 'SPY 2025-05-19': 390 } },
  })
  await sweep(1)
  const held = await part('Held')
  expect(held.restated).toMatchObject([{ return: before.held.return }])
  expect(held.restated?.[0]?.causes).toContainEqual({ symbol: 'DIVI', day: '2025-03-14', what: 'dividend' })
  expect(Number(held.return)).toBeCloseTo(
    (((on('DIVI', '2025-03-14') + 5) / on('DIVI', '2025-03-03')) * on('DIVI', '2025-06-10')) /
      on('DIVI', '2025-03-14') -
      1,
    7,
  )
  const over = await part('Over')
  expect(over).toMatchObject({
    return: before.over.return,
    restated: [
      {
        benchmark: before.over.benchmark,
        excess: before.over.excess,
        causes: [{ symbol: 'SPY', day: '2025-05-19', what: 'close' }],
      },
    ],
  })
  expect(Number(over.benchmark)).toBeCloseTo(on('SPY', '2025-05-27') / 390 - 1, 7)
  // It ended before, so none of its figures moved.
  expect(await part('Before')).toEqual(before.early)
})
