// Reads what the market knows of a share under all its symbols, up to its final value.
import type { Deps } from '#server/deps.ts'
import { finalValueOf, type SymbolDays, symbolsOf } from '#server/market/share-events.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { type Close, type DayInput, dayInputs } from './day-inputs.ts'

type Needs = Pick<Deps, 'db' | 'market'>

/** The symbols whose prices make up those of a ticker, oldest first. Sample prices go on under the old symbol. */
export const symbolsOfTicker = async (
  { db, market }: Needs,
  ticker: string,
): Promise<readonly SymbolDays[]> =>
  market.isSample ? [{ symbol: ticker, from: '0001-01-01', to: '9999-12-31' }] : await symbolsOf(db, ticker)

/** Inputs of the days from one to another. Whatever comes after a final value is another share's. */
export async function readInputs(
  deps: Needs,
  ticker: string,
  { from, to }: { from: string; to: string },
  exchangeDays: ReadonlySet<string>,
): Promise<DayInput[]> {
  const source = deps.market.isSample ? deps.market : storedMarket(deps.db)
  const names = await symbolsOfTicker(deps, ticker)
  const final = deps.market.isSample ? null : await finalValueOf(deps.db, names.at(-1)?.symbol ?? ticker)
  const parts = await Promise.all(
    names.map(async (name) => {
      const start = name.from > from ? name.from : from
      const end = name.to < to ? name.to : to
      const [closes, dividends, splits] = await Promise.all([
        source.closes(name.symbol, start, end),
        source.dividends(name.symbol, start, end),
        source.splits(name.symbol, start, end),
      ])
      const isWithin = ({ day }: { day: string }) => day >= start && day <= end
      return {
        closes: closes.filter(isWithin),
        dividends: (dividends ?? []).filter(isWithin).filter(({ currency }) => currency === 'USD'),
        splits: splits.filter(isWithin),
      }
    }),
  )
  const traded: Close[] = parts.flatMap(({ closes }) => closes)
  const closes =
    final === null
      ? traded
      : [
          ...traded.filter(({ day }) => day < final.day),
          { day: final.day, close: final.value, isFinal: true },
        ].filter(({ day }) => day <= to)
  return dayInputs(
    closes,
    parts.flatMap(({ dividends }) => dividends),
    parts.flatMap(({ splits }) => splits),
    exchangeDays,
  )
}
