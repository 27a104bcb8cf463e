// Reads the stored market data of shares under all their symbols, up to their final values.
import type { Deps } from '#server/deps.ts'
import { finalValuesOf, type SymbolDays, symbolsOfAll } from '#server/market/share-events.ts'
import { type StoredBars, storedBars } from '#server/market/stored-bars.ts'
import { type Close, type DayInput, dayInputs } from '#engine/scoring/day-inputs.ts'

type Needs = Pick<Deps, 'db' | 'market'>
type Names = readonly [SymbolDays, ...SymbolDays[]]

/** A ticker and the days to read. */
export type WantedInputs = { ticker: string; from: string; to: string; exchangeDays: ReadonlySet<string> }

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

/**
 * By ticker, the symbols whose prices make up the share's series, oldest first. Sample prices continue under
 * the old symbol.
 */
export const namesOf = async (
  { db, market }: Needs,
  tickers: readonly string[],
): Promise<ReadonlyMap<string, Names>> =>
  market.isSample
    ? new Map(tickers.map((symbol): [string, Names] => [symbol, [{ symbol, from: FIRST_DAY, to: LAST_DAY }]]))
    : await symbolsOfAll(db, tickers)

/** `isAsTraded`: all closes are in `market_closes` under the ticker itself, without another symbol or a final value. */
export type MarketInputs = { inputs: DayInput[]; isAsTraded: boolean }

/** The inputs of each ticker's days. Anything after a final value belongs to another share. */
export async function readInputs(
  deps: Needs,
  wanted: readonly WantedInputs[],
): Promise<ReadonlyMap<string, MarketInputs>> {
  if (deps.market.isSample) {
    const all = wanted.map(async ({ ticker, from, to, exchangeDays }): Promise<[string, MarketInputs]> => {
      const closes = await deps.market.closes(ticker, from, to)
      return [ticker, { inputs: dayInputs(closes, [], [], exchangeDays), isAsTraded: false }]
    })
    return new Map(await Promise.all(all))
  }
  const names = await namesOf(
    deps,
    wanted.map(({ ticker }) => ticker),
  )
  const symbols = [...names.values()].flatMap((list) => list.map(({ symbol }) => symbol))
  const range = {
    from: wanted.map(({ from }) => from).toSorted()[0] ?? FIRST_DAY,
    to:
      wanted
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? LAST_DAY,
  }
  const [finals, bars] = await Promise.all([
    finalValuesOf(deps.db, symbols),
    storedBars(deps.db, symbols, range),
  ])
  return new Map(
    wanted.map((want) => {
      const own = names.get(want.ticker) ?? []
      const final = finals.get(own.at(-1)?.symbol ?? want.ticker) ?? null
      const parts = own.map((name) => barsOf(bars.get(name.symbol), name, want))
      const traded: readonly Close[] =
        parts.length === 1 && parts[0] ? parts[0].closes : parts.flatMap(({ closes }) => closes)
      const closes =
        final === null
          ? traded
          : [
              ...traded.filter(({ day }) => day < final.day),
              { day: final.day, close: final.value, isFinal: true },
            ].filter(({ day }) => day <= want.to)
      const dividends = parts.flatMap((part) => part.dividends)
      const splits = parts.flatMap((part) => part.splits)
      const inputs = dayInputs(closes, dividends, splits, want.exchangeDays)
      return [want.ticker, { inputs, isAsTraded: own.length === 1 && final === null }]
    }),
  )
}

/** The bars of the days on which the share had this symbol. */
function barsOf(bars: StoredBars | undefined, name: SymbolDays, { from, to }: WantedInputs): StoredBars {
  const start = name.from > from ? name.from : from
  const end = name.to < to ? name.to : to
  const within = <Row extends { day: string }>(rows: Row[] = []): Row[] => {
    const [first, last] = [rows[0]?.day ?? start, rows.at(-1)?.day ?? end]
    return first >= start && last <= end ? rows : rows.filter(({ day }) => day >= start && day <= end)
  }
  return { closes: within(bars?.closes), dividends: within(bars?.dividends), splits: within(bars?.splits) }
}
