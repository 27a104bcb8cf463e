// Looks up the exchange rate of a currency into the base currency on a day.
import { Decimal } from 'decimal.js'
import { datedSeries } from './dated-series.ts'

/** By currency (ISO 4217) and day: units of the base currency for one unit. */
export type Rates = ReadonlyMap<string, ReadonlyMap<string, Decimal.Value>>
export type RateOn = (currency: string, day: string) => Decimal | null

const ONE = new Decimal(1)

/** The last rate known by that day, or the first rate if there is none before. Null for a currency without any. */
export function rateLookup(base: string, rates: Rates = new Map()): RateOn {
  const series = new Map([...rates].map(([currency, byDay]) => [currency, datedSeries(byDay)]))
  return (currency, day) => {
    if (currency === base) return ONE
    const known = series.get(currency)
    const found = known?.onOrBefore(day) ?? known?.after(day)
    return found ? new Decimal(found.value) : null
  }
}
