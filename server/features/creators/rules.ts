// The countries in which creators may sell.
import { countryName } from '#shared/rules/countries.ts'
import { Problem } from '#shared/problems.ts'

/**
 * `sellIn`: the countries in which selling is allowed; null for all. `country`: the creator's, null if not chosen yet.
 * Throws `country_required` and `country_not_open`.
 */
export function refuseOutsideCountry(sellIn: readonly string[] | null, country: string | null): void {
  if (sellIn === null) return
  if (country === null) throw new Problem('country_required')
  if (!sellIn.includes(country))
    throw new Problem('country_not_open', {
      message: `Creators in ${countryName(country)} can’t sell subscriptions here yet. You haven’t been charged.`,
    })
}
