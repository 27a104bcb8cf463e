// Checks imported files against a real market: trades against each day's range, dividends against those paid.
import { isTicker, type PriceHistory } from '#engine/market/prices.ts'
import type { Activity } from '../activity.ts'
import type { CheckCounts, MarketDifference } from '#shared/contracts/track-record.ts'
import { type RateOn, rateLookup } from '#engine/market/exchange-rates.ts'
import type { MarketData } from '../valuation/market-data.ts'
import { placeSplits } from '../valuation/place-splits.ts'
import { checkDividends, earliestExDay } from './check-dividends.ts'
import { areNearBest } from './best-prices.ts'
import { type CheckedTrade, checkTrades } from './check-trades.ts'

export type MarketCheck = { counts: CheckCounts | null; differences: MarketDifference[] }

const NOTHING_CHECKED: MarketCheck = { counts: null, differences: [] }

/** A longer list doesn't help the owner. The counts include all of them. */
const LISTED_MAX = 100

export type CheckedAgainst = {
  market: Pick<PriceHistory, 'isSample' | 'closes' | 'dividends'>
  data: Pick<MarketData, 'splits' | 'rates' | 'mismatched'>
  /** ISO 4217. */
  base: string
  from: string
  to: string
}

/**
 * With sample prices nothing is checked. Linked accounts aren't checked either, because their owner can't edit them,
 * nor symbols that the market doesn't know, or knows as another security while the trades are in another currency.
 * `activities`: by account id.
 */
export async function checkRecords(
  accounts: readonly { id: string; connectionId: string | null }[],
  activities: ReadonlyMap<string, readonly Activity[]>,
  { market, data, base, from, to }: CheckedAgainst,
): Promise<MarketCheck> {
  if (market.isSample) return NOTHING_CHECKED
  const files = accounts
    .filter(({ connectionId }) => connectionId === null)
    .flatMap(({ id }) => rowsBySymbol(activities.get(id) ?? [], data.splits))
  if (files.length === 0) return NOTHING_CHECKED
  const rate = between(rateLookup(base, data.rates))
  const perSymbol: CheckedTrade[][] = []
  const dividends = { checked: 0, unmatched: 0 }
  const differences: MarketDifference[] = []
  for (const symbol of new Set(files.flatMap(({ bySymbol }) => [...bySymbol.keys()]))) {
    if (!isTicker(symbol)) continue
    const bars = await market.closes(symbol, from, to)
    const splits = data.splits.filter((split) => split.symbol === symbol)
    const traded = files.flatMap(({ bySymbol }) =>
      (bySymbol.get(symbol) ?? []).filter(({ type }) => type === 'buy' || type === 'sell'),
    )
    // A share listed on another exchange and traded in its currency. In dollars, only the US share can be meant.
    if (data.mismatched.includes(symbol) && !traded.some(({ currency }) => currency === 'USD')) continue
    const dollarIn = (currency: string, day: string) => rate('USD', currency, day)
    const placed = checkTrades(traded, bars, splits, dollarIn)
    perSymbol.push(placed)
    for (const { trade, price, low, high } of placed.filter(({ isOutside }) => isOutside))
      differences.push({ kind: 'trade', ...placeOf(trade), recorded: price, low, high })
    const paid = bars.length > 0 ? await market.dividends(symbol, earliestExDay(from), to) : null
    for (const { bySymbol, since } of paid ? files : [])
      for (const checked of checkDividends(bySymbol.get(symbol) ?? [], paid ?? [], since, rate)) {
        dividends.checked += 1
        if (!checked.isUnmatched) continue
        dividends.unmatched += 1
        const { dividend, recorded, paid: high } = checked
        differences.push({ kind: 'dividend', ...placeOf(dividend), recorded, low: null, high })
      }
  }
  differences.sort((a, b) => (a.day < b.day ? 1 : -1))
  const compared = perSymbol.flat()
  const outside = differences.filter(({ kind }) => kind === 'trade').length
  const trades = { checked: compared.length, outside, areNearBest: areNearBest(compared) }
  return { counts: { trades, dividends }, differences: differences.slice(0, LISTED_MAX) }
}

/** A file's rows by symbol and its first day. Null if it has no rows. */
function rowsBySymbol(own: readonly Activity[], splits: MarketData['splits']) {
  if (own.length === 0) return []
  const symbols = new Set(own.map(({ symbol }) => symbol))
  const rows = placeSplits(
    own,
    splits.filter(({ symbol }) => symbols.has(symbol)),
  )
  const bySymbol = Map.groupBy(
    rows.filter(({ symbol }) => symbol !== null),
    ({ symbol }) => symbol ?? '',
  )
  return [{ bySymbol, since: rows[0]?.day ?? '' }]
}

const placeOf = ({ day, symbol, currency }: Activity) => ({ day, symbol: symbol ?? '', currency })

/** Units of the second currency for one of the first. */
const between = (rateOn: RateOn) => (from: string, to: string, day: string) => {
  const [one, other] = [rateOn(from, day), rateOn(to, day)]
  return one && other && one.div(other)
}
