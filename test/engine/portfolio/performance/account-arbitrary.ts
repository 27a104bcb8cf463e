// Property-test arbitraries for accounts: deposits, trades, short sales, dividends and withdrawals, with prices.
import { runs } from '#test/test-scope.ts'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { type ValuationInput, valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import * as rows from './rows.ts'

const SYMBOLS = [
  { symbol: 'AAA', currency: 'USD' },
  { symbol: 'BBB', currency: 'USD' },
  { symbol: 'CCC', currency: 'EUR' },
] as const
/** In the order in which the rows of a day are read. */
const KINDS = [
  'deposit',
  'receive',
  'buy',
  'dividend',
  'fee',
  'sell',
  'short',
  'cover',
  'deliver',
  'withdraw',
] as const

/** A fraction of the cash so small that a short sale can't lose all of it. */
const SHORT_PART = 0.01

/** `short` sells short, or covers. */
type Kind = (typeof KINDS)[number]
const SHORTS: readonly Kind[] = ['short', 'cover']

const wishOf = (kinds: readonly Kind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds, 'buy' as const, 'buy' as const, 'sell' as const),
    day: fc.nat(),
    which: fc.constantFrom(...SYMBOLS),
    part: fc.integer({ min: 1, max: 100 }),
    /** In percent of the close. */
    price: fc.integer({ min: 90, max: 110 }),
    fee: fc.integer({ min: 0, max: 200 }),
  })
type Wish = ReturnType<typeof wishOf> extends fc.Arbitrary<infer W> ? W : never

const series = (length: number) =>
  fc.array(fc.integer({ min: 850, max: 1180 }), { minLength: length, maxLength: length })
const drawn = (kinds: readonly Kind[]) =>
  fc.integer({ min: 2, max: 25 }).chain((length) =>
    fc.record({
      days: fc.constant(rows.weekdays('2024-01-01', length)),
      steps: fc.tuple(series(length), series(length), series(length)),
      rates: series(length),
      /** Days without a close, by symbol. */
      gaps: fc.tuple(
        ...SYMBOLS.map(() => fc.array(fc.nat({ max: length - 1 }), { maxLength: 6, size: 'max' })),
      ),
      wishes: fc.array(wishOf(kinds), { maxLength: 40, size: 'max' }),
    }),
  )

const accountOf = (kinds: readonly Kind[]): fc.Arbitrary<ValuationInput> =>
  drawn(kinds).map(({ days, steps, rates, gaps, wishes }) => {
    const closes = SYMBOLS.map(({ symbol, currency }, index) => {
      const path = pathOf(steps[index] ?? [], 100)
      const known = days.flatMap((day, at) =>
        gaps[index]?.includes(at) ? [] : [[day, path[at] ?? 1] as const],
      )
      return [symbol, { currency, byDay: new Map(known), path }] as const
    })
    const paths = new Map(closes.map(([symbol, { path }]) => [symbol, path]))
    const euro = pathOf(rates, 1.1)
    return {
      activities: rows.listed(feasibleActivities(days, paths, wishes)),
      closes: new Map(closes.map(([symbol, { currency, byDay }]) => [symbol, { currency, byDay }])),
      rates: new Map([['EUR', new Map(days.map((day, at) => [day, euro[at] ?? 1]))]]),
      base: 'USD',
      exchangeDays: days,
    }
  })

/** Always funded, and without issues. */
export const accountArbitrary = accountOf(KINDS.filter((kind) => !SHORTS.includes(kind)))
/** The same with short positions beside long ones. */
export const marginAccountArbitrary = accountOf(KINDS)

/** The prices that follow from daily changes in thousandths, rounded to four digits. */
function pathOf(steps: readonly number[], start: number): number[] {
  let level = start
  return steps.map((step) => (level = Math.max(0.01, Math.round(level * step * 10) / 10_000)))
}

/** The requested activities as far as cash and shares allow, in the order in which they are read. */
function feasibleActivities(
  days: readonly string[],
  paths: Map<string, number[]>,
  wishes: readonly Wish[],
): rows.Row[] {
  const [first = ''] = days
  const cash = new Map<string, Decimal>()
  const held = new Map<string, Decimal>()
  const short = new Map<string, Decimal>()
  const done = [rows.deposit(first, 20_000), rows.deposit(first, 10_000, 'EUR')]
  for (const row of done) cash.set(row.currency, row.cash)
  const dated = wishes.map((each) => ({ ...each, at: each.day % days.length }))
  const ordered = dated.toSorted((a, b) => a.at - b.at || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  for (const each of ordered) {
    const { symbol, currency } = each.which
    const close = paths.get(symbol)?.[each.at] ?? 1
    const [money, shares] = [cash.get(currency) ?? rows.dec(0), held.get(symbol) ?? rows.dec(0)]
    const owed = short.get(symbol) ?? rows.dec(0)
    const row = rowFor(each, days[each.at] ?? '', new Decimal(close), money, { held: shares, owed })
    if (!row) continue
    done.push(row)
    cash.set(currency, money.plus(row.cash))
    if (row.isShort) short.set(symbol, owed.minus(row.quantity))
    else held.set(symbol, shares.plus(row.quantity))
  }
  return done
}

function rowFor(
  wished: Wish,
  day: string,
  close: Decimal,
  money: Decimal,
  { held, owed }: { held: Decimal; owed: Decimal },
): rows.Row | null {
  const { symbol, currency } = wished.which
  const part = wished.part / 100
  const fee = wished.fee / 100
  const price = close.times(wished.price).div(100).toDecimalPlaces(4)
  const some = held.times(part).toDecimalPlaces(4, Decimal.ROUND_DOWN)
  switch (wished.kind) {
    case 'deposit':
      return rows.deposit(day, wished.part * 100, currency)
    case 'receive':
      return { ...rows.transfer(day, symbol, wished.part / 4), currency }
    case 'buy': {
      const shares = money.minus(fee).times(part).div(price).toDecimalPlaces(4, Decimal.ROUND_DOWN)
      return shares.greaterThan(0) ? rows.buy(day, symbol, shares, price, { fee, currency }) : null
    }
    case 'dividend':
      return held.equals(owed)
        ? null
        : rows.dividend(
            day,
            symbol,
            held.minus(owed).times(wished.part).div(100).toDecimalPlaces(2),
            currency,
          )
    case 'fee':
      return currency === 'USD' && money.greaterThan(fee) && fee > 0 ? rows.fee(day, fee) : null
    case 'sell':
      return some.times(price).greaterThan(fee)
        ? rows.sell(day, symbol, some, price, { fee, currency })
        : null
    case 'short': {
      const shares = money.times(part).times(SHORT_PART).div(price).toDecimalPlaces(4, Decimal.ROUND_DOWN)
      return shares.times(price).greaterThan(fee)
        ? rows.short(rows.sell(day, symbol, shares, price, { fee, currency }))
        : null
    }
    case 'cover': {
      const shares = owed.times(part).toDecimalPlaces(4, Decimal.ROUND_DOWN)
      return shares.isZero() || money.lessThan(shares.times(price).plus(fee))
        ? null
        : rows.short(rows.buy(day, symbol, shares, price, { fee, currency }))
    }
    case 'deliver':
      return some.isZero() ? null : { ...rows.transfer(day, symbol, some.times(0.5).negated()), currency }
    case 'withdraw': {
      const amount = money.times(part * 0.5).toDecimalPlaces(2)
      return amount.greaterThan(0) ? rows.withdrawal(day, amount, currency) : null
    }
  }
}

/** All figures of an account that must not depend on how its history is written. */
export function figuresOf(account: ValuationInput) {
  const { days, issues, holdings } = valueDaily(account)
  if (issues.length > 0) throw new Error(issues.map(({ message }) => message).join(' '))
  const record = timeWeighted(days)
  return { days, holdings, ...record }
}

export const withRows = (
  account: ValuationInput,
  change: (row: Activity) => Activity | Activity[],
): ValuationInput => ({
  ...account,
  activities: account.activities.flatMap(change),
})

export const RUNS = { numRuns: runs(150) }
/** The tolerance for doubles after some thousand steps: absolute up to one, relative above. */
export const TINY = 1e-9

/** The difference of two numbers, relative for numbers above one. Zero if both are unknown. */
export function distance(found: number | null | undefined, expected: number | null | undefined): number {
  if (found == null || expected == null) return found == expected ? 0 : Infinity
  return Math.abs(found - expected) / Math.max(1, Math.abs(expected))
}
