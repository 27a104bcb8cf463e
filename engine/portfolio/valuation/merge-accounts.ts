// Merges the valuations of several accounts of one person by adding up their values.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { daysBetween } from '#engine/market/calendar-day.ts'
import type { DailyValue, Valuation, AssetValue } from './daily-values.ts'
import type { Holding } from '../holdings/holding.ts'

/**
 * All accounts are valued on the same exchange days and in the same base currency. Before its first day an account is
 * worth zero. If one can't be valued, the sum can't either. The rows of two accounts can't be merged instead, because
 * both list the same split for their own shares.
 */
export function mergeAccounts(valuations: readonly Valuation[]): Valuation {
  const all = <K extends keyof Valuation>(key: K) => valuations.map((valuation) => valuation[key])
  const issues = all('issues').flat()
  const unrated = [...new Set(all('unrated').flat())]
  // If two accounts hold it, the older price counts.
  const unpriced = new Map(
    all('unpriced')
      .flatMap((own) => [...own])
      .toSorted(([, a], [, b]) => (a < b ? 1 : -1)),
  )
  const isKnown = issues.length === 0 && unrated.length === 0
  const holdings = new Map<string, Holding>()
  for (const holding of all('holdings').flatMap((own) => [...own.values()])) {
    const other = holdings.get(holding.symbol)
    holdings.set(holding.symbol, other ? combineHoldings(other, holding) : holding)
  }
  // A symbol held in two accounts takes the currency and the price of the first.
  const prices = new Map(
    all('prices')
      .toReversed()
      .flatMap((own) => [...own]),
  )
  return {
    days: isKnown ? daysOf(all('days').flat()) : [],
    assets: isKnown ? combineAssets(all('assets').flat()) : [],
    holdings,
    prices,
    issues,
    unpriced,
    atIntrinsic: [...new Set(all('atIntrinsic').flat())],
    unrated,
  }
}

function daysOf(days: readonly DailyValue[]): DailyValue[] {
  const byDay = [...Map.groupBy(days, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return byDay.map(([day, same]) => {
    // Shares or cash that left one account and haven't arrived in the other yet are in transit.
    const inTransit = Decimal.sum(0, ...same.map(({ internal }) => internal ?? 0))
    return {
      day,
      value: same.reduce<Decimal | null>((sum, { value }) => sum && value && sum.plus(value), new Decimal(0)),
      inflow: Decimal.sum(...same.map(({ inflow }) => inflow), Decimal.max(inTransit, 0)),
      outflow: Decimal.sum(...same.map(({ outflow }) => outflow), Decimal.max(inTransit.negated(), 0)),
      income: Decimal.sum(0, ...same.map(({ income }) => income ?? 0)),
    }
  })
}

/** Brokers record both sides of a transfer up to this many days apart. */
const TRANSFER_WITHIN_DAYS = 7

/**
 * By account, the ids of transfers between accounts of the same person: the same number of shares of a symbol, or the
 * same amount in a currency, that left one account and reached another within a week.
 */
export function internalTransfers(accounts: readonly (readonly Activity[])[]): Set<string>[] {
  const found = accounts.map(() => new Set<string>())
  const moves = accounts.flatMap((own, account) =>
    own.flatMap((activity) => {
      const asset = movedAsset(activity)
      return asset ? [{ account, activity, ...asset }] : []
    }),
  )
  for (const [, same] of Map.groupBy(moves, ({ key }) => key)) {
    const inOrder = same.toSorted((a, b) => (a.activity.day < b.activity.day ? -1 : 1))
    const arrivals = new Set(inOrder.filter(({ amount }) => amount.greaterThan(0)))
    for (const { account, activity } of inOrder.filter(({ amount }) => amount.lessThan(0)))
      for (const arrived of arrivals) {
        const days = daysBetween(activity.day, arrived.activity.day)
        if (days > TRANSFER_WITHIN_DAYS) break
        if (days < -TRANSFER_WITHIN_DAYS) arrivals.delete(arrived)
        if (days < -TRANSFER_WITHIN_DAYS || arrived.account === account) continue
        arrivals.delete(arrived)
        found[account]?.add(activity.id)
        found[arrived.account]?.add(arrived.activity.id)
        break
      }
  }
  return found
}

function movedAsset({ type, symbol, quantity, cash, currency }: Activity) {
  if (type === 'transfer' && symbol !== null)
    return { key: `${symbol} ${quantity.abs().toString()}`, amount: quantity }
  if (type !== 'deposit' && type !== 'withdrawal') return null
  return { key: `${currency} of cash ${cash.abs().toString()}`, amount: cash }
}

function combineAssets(assets: readonly AssetValue[]): AssetValue[] {
  const parts = Map.groupBy(assets, ({ symbol, currency }) => symbol ?? `cash in ${currency}`)
  return [...parts.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, value: Decimal.sum(...same.map(({ value }) => value)) }] : []
  })
}

/**
 * Amounts in two currencies can't be added, so a position held in both has no known cost. The same goes for a position
 * that is long in one account and short in the other.
 */
function combineHoldings(one: Holding, other: Holding): Holding {
  const isSame = one.currency === other.currency
  const [held] = [one, other].filter(({ quantity }) => !quantity.isZero())
  const areBothHeld = !one.quantity.isZero() && !other.quantity.isZero()
  const areOpposite = one.quantity.times(other.quantity).lessThan(0)
  const sumOf = (a: Decimal | null, b: Decimal | null) => (isSame ? a && b && a.plus(b) : null)
  return {
    symbol: one.symbol,
    companyName: one.companyName ?? other.companyName,
    currency: (held ?? one).currency,
    quantity: one.quantity.plus(other.quantity),
    short: one.short.plus(other.short),
    cost: areOpposite ? null : areBothHeld ? sumOf(one.cost, other.cost) : (held ?? one).cost,
    realized: sumOf(one.realized, other.realized),
  }
}
