// What was fetched of a real market, as it is kept for everybody: read like a market, written series by series.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { exchangeDays } from '#server/outside/market/exchange-days.ts'
import type { Bar, Market, Split } from '#server/outside/market/port.ts'

/** What a provider is asked about: closes, splits or adjusted closes of a symbol, or the rates of a currency. */
export type Series = { kind: 'closes' | 'splits' | 'adjusted' | 'rates'; symbol: string }
/** Both ends included. */
export type Stretch = { from: string; to: string }

const ONE = new Decimal(1)
/** Two splits of one share so close to each other are one, which two providers tell on different days. */
const SAME_SPLIT_DAYS = 10

/** Never asks a provider: what was not fetched is not there. */
export function keptMarket(
  db: Db,
): Pick<Market, 'isSample' | 'closes' | 'adjustedCloses' | 'splits' | 'rates'> {
  const bars = async (table: 'marketCloses' | 'marketAdjustedCloses', symbol: string, stretch: Stretch) => {
    const rows = await db
      .selectFrom(table)
      .select((eb) => [eb.cast<string>('day', 'text').as('dayText'), 'close'])
      .where('symbol', '=', symbol)
      .where('day', '>=', asDay(stretch.from))
      .where('day', '<=', asDay(stretch.to))
      .orderBy('day')
      .execute()
    return rows.map(({ dayText, close }) => ({ day: dayText, close: new Decimal(close) }))
  }
  return {
    isSample: false,
    closes: (symbol, from, to) => bars('marketCloses', symbol, { from, to }),
    adjustedCloses: (symbol, from, to) => bars('marketAdjustedCloses', symbol, { from, to }),
    async splits(symbol, from, to) {
      const rows = await db
        .selectFrom('marketSplits')
        .select((eb) => [eb.cast<string>('day', 'text').as('dayText'), 'ratio'])
        .where('symbol', '=', symbol)
        .where('day', '>=', asDay(from))
        .where('day', '<=', asDay(to))
        .orderBy('day')
        .execute()
      return rows.map(({ dayText, ratio }) => ({ day: dayText, ratio: new Decimal(ratio) }))
    },
    async rates(currency, from, to) {
      if (currency === 'USD') return exchangeDays(from, to).map((day) => ({ day, close: ONE }))
      const rows = await db
        .selectFrom('marketRates')
        .select((eb) => [eb.cast<string>('day', 'text').as('dayText'), 'rate'])
        .where('currency', '=', currency)
        .where('day', '>=', asDay(from))
        .where('day', '<=', asDay(to))
        .orderBy('day')
        .execute()
      return rows.map(({ dayText, rate }) => ({ day: dayText, close: new Decimal(rate) }))
    },
  }
}

const asDay = (day: string) => sql<Date>`${day}::date`

/** Asks the market for that stretch; without a transaction or a connection, for it may take seconds. */
export async function ask(market: Market, { kind, symbol }: Series, { from, to }: Stretch) {
  if (kind === 'splits') return await market.splits(symbol, from, to)
  if (kind === 'adjusted') return await market.adjustedCloses(symbol, from, to)
  return kind === 'rates' ? await market.rates(symbol, from, to) : await market.closes(symbol, from, to)
}

/**
 * Keeps an answer, and that this stretch was asked for. What is kept already stays, but adjusted closes, which replace
 * those before. The stretch must touch what was asked for before.
 */
export async function keep(
  db: Db,
  series: Series,
  stretch: Stretch,
  answer: (Bar | Split)[],
  source: string,
): Promise<void> {
  const { kind, symbol } = series
  // A provider may tell more than it was asked for, such as a day that has not ended.
  const within = answer.filter(({ day }) => day >= stretch.from && day <= stretch.to)
  const days = within.map(({ day }) => day)
  const values = within.map((one) => ('ratio' in one ? one.ratio : one.close).toFixed())
  const rows = sql`unnest(${days}::date[], ${values}::numeric[]) as told (day, value)`
  await db.transaction().execute(async (trx) => {
    if (kind === 'closes')
      await sql`insert into market_closes (symbol, day, close, source)
        select ${symbol}, day, value, ${source} from ${rows} on conflict do nothing`.execute(trx)
    if (kind === 'rates')
      await sql`insert into market_rates (currency, day, rate, source)
        select ${symbol}, day, value, ${source} from ${rows} on conflict do nothing`.execute(trx)
    if (kind === 'splits')
      await sql`insert into market_splits (symbol, day, ratio, source)
        select ${symbol}, told.day, value, ${source} from ${rows} where not exists (select from market_splits known
          where known.symbol = ${symbol} and abs(known.day - told.day) <= ${SAME_SPLIT_DAYS}::int)
        on conflict do nothing`.execute(trx)
    if (kind === 'adjusted') {
      const { rows: wider } = await sql`select from market_series where kind = ${kind} and symbol = ${symbol}
        and (from_day < ${stretch.from}::date or to_day > ${stretch.to}::date) for update`.execute(trx)
      // Another server has fetched more meanwhile.
      if (wider.length > 0) return
      await trx.deleteFrom('marketAdjustedCloses').where('symbol', '=', symbol).execute()
      await sql`insert into market_adjusted_closes (symbol, day, close, source)
        select ${symbol}, day, value, ${source} from ${rows}`.execute(trx)
    }
    await sql`update market_series
      set from_day = least(from_day, ${stretch.from}::date), to_day = greatest(to_day, ${stretch.to}::date)
      where kind = ${kind} and symbol = ${symbol}`.execute(trx)
  })
}
