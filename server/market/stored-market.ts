// Reads stored prices, splits, dividends, corporate actions and exchange rates from the database.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import type { Market } from '#server/adapters/market/port.ts'
import { actionsOf } from './corporate-actions.ts'

const ONE = new Decimal(1)

type StoredMarket = Omit<Market, 'name' | 'instruments'>

/** Implements `Market` but never calls a provider: data that wasn't fetched is missing. */
export function storedMarket(db: Db): StoredMarket {
  return {
    isSample: false,
    async closes(symbol, from, to) {
      const rows = await db
        .selectFrom('marketCloses')
        .select((eb) => [eb.cast<string>('day', 'text').as('dayText'), 'close', 'low', 'high', 'volume'])
        .where('symbol', '=', symbol)
        .where('day', '>=', asDay(from))
        .where('day', '<=', asDay(to))
        .orderBy('day')
        .execute()
      return rows.map(({ dayText, close, low, high, volume }) => ({
        day: dayText,
        close: new Decimal(close),
        low: low === null ? null : new Decimal(low),
        high: high === null ? null : new Decimal(high),
        volume: volume === null ? null : new Decimal(volume),
      }))
    },
    async adjustedCloses(symbol, from, to) {
      const rows = await db
        .selectFrom('marketAdjustedCloses')
        .select((eb) => [eb.cast<string>('day', 'text').as('dayText'), 'close'])
        .where('symbol', '=', symbol)
        .where('day', '>=', asDay(from))
        .where('day', '<=', asDay(to))
        .orderBy('day')
        .execute()
      return rows.map(({ dayText, close }) => ({ day: dayText, close: new Decimal(close) }))
    },
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
    async dividends(symbol, from, to) {
      const series = await db
        .selectFrom('marketSeries')
        .select('isIncluded')
        .where('kind', '=', 'dividends')
        .where('symbol', '=', symbol)
        .where('toDay', 'is not', null)
        .executeTakeFirst()
      if (!series?.isIncluded) return null
      const rows = await db
        .selectFrom('marketDividends')
        .select((eb) => [
          eb.cast<string>('exDay', 'text').as('day'),
          eb.cast<string | null>('payDay', 'text').as('payDay'),
          'amount',
          'currency',
        ])
        .where('symbol', '=', symbol)
        .where('exDay', '>=', asDay(from))
        .where('exDay', '<=', asDay(to))
        .orderBy('exDay')
        .execute()
      return rows.map(({ amount, ...row }) => ({ ...row, amount: new Decimal(amount) }))
    },
    async corporateActions(symbol, from, to) {
      const actions = await actionsOf(db, [symbol])
      return actions.filter(({ day }) => day >= from && day <= to)
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
