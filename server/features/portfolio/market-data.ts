// Fetches what the market says of everything an account ever held: closes, splits and exchange rates.
import { Decimal } from 'decimal.js'
import type { Deps } from '#server/deps.ts'
import type { Activity } from '#server/outside/broker/port.ts'
import type { Bar } from '#server/outside/market/port.ts'
import { inOrder } from './activity-order.ts'
import type { Rates } from './exchange-rates.ts'
import type { Closes } from './prices.ts'
import type { MarketSplit } from './split-days.ts'

export type MarketData = { closes: Map<string, Closes>; splits: MarketSplit[]; rates: Rates }

/** Days are `YYYY-MM-DD`. */
export async function marketFor(
  { market }: Pick<Deps, 'market'>,
  activities: Activity[],
  base: string,
  from: string,
  to: string,
): Promise<MarketData> {
  const closes = new Map<string, Closes>()
  const splits: MarketSplit[] = []
  const bySymbol = Map.groupBy(
    activities.filter(({ symbol }) => symbol !== null),
    ({ symbol }) => symbol ?? '',
  )
  for (const [symbol, own] of bySymbol) {
    const bars = await market.closes(symbol, from, to)
    closes.set(symbol, market.isSample ? anchored(bars, own) : { currency: 'USD', byDay: byDay(bars) })
    for (const split of await market.splits(symbol, from, to)) splits.push({ symbol, ...split })
  }
  const currencies = new Set([base, ...activities.map(({ currency }) => currency)])
  const rates = new Map<string, Map<string, Decimal>>()
  const inBase = new Map((await market.rates(base, from, to)).map(({ day, close }) => [day, close]))
  for (const currency of currencies) {
    if (currency === base || currency === '') continue
    const inDollars = await market.rates(currency, from, to)
    const crossed = inDollars.flatMap(({ day, close }) => {
      const other = inBase.get(day)
      return other ? [[day, close.div(other)] as const] : []
    })
    if (crossed.length > 0) rates.set(currency, new Map(crossed))
  }
  return { closes, splits, rates }
}

const byDay = (bars: Bar[]) => new Map(bars.map(({ day, close }) => [day, close]))

/**
 * Made-up prices know nothing of what was really paid; they begin at the first price of the account's own trades, so
 * that the first day shows no gain or loss that nobody made. In the currency of those trades.
 */
function anchored(bars: Bar[], own: Activity[]): Closes {
  const first = inOrder(own).find(({ price }) => price !== null && price.greaterThan(0))
  const start = first && (bars.findLast(({ day }) => day <= first.day) ?? bars[0])
  const scale = first?.price && start ? first.price.div(start.close) : new Decimal(1)
  return {
    currency: first?.currency ?? 'USD',
    byDay: new Map(bars.map(({ day, close }) => [day, close.times(scale)])),
  }
}
