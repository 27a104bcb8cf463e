// The market's corporate actions of the accounts' holdings, without those of other securities with the same symbols.
import type { Decimal } from 'decimal.js'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { gatherActions } from '#engine/market/corporate-actions.ts'
import { rateLookup } from '#engine/market/exchange-rates.ts'
import { optionTerms } from '#engine/market/option-terms.ts'
import { type CorporateAction, isTicker } from '#engine/market/prices.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { dayBefore, type KnownBalances } from '#engine/portfolio/reconciliation/reconcile.ts'
import { isDifferentSecurity } from '#engine/portfolio/valuation/market-data.ts'
import { DAYS_BEFORE } from './required-series.ts'
import type { KnownMarket } from './value-accounts.ts'

/** Ascending by day. `activities` and `balances` by account id, as they are stored. */
export async function actionsOfAccounts(
  market: KnownMarket,
  activities: ReadonlyMap<string, readonly Activity[]>,
  balances: ReadonlyMap<string, KnownBalances>,
): Promise<CorporateAction[]> {
  if (!market.corporateActions) return []
  const firstDays = new Map<string, string>()
  const note = (symbol: string | null, day: string) => {
    const share = symbol === null ? null : (optionTerms(symbol)?.share ?? symbol)
    if (share !== null && isTicker(share) && day < (firstDays.get(share) ?? '9999-12-31'))
      firstDays.set(share, day)
  }
  for (const rows of activities.values()) for (const { symbol, day } of rows) note(symbol, day)
  for (const { statements, openings } of balances.values()) {
    for (const { symbol, day } of openings) note(symbol, day)
    for (const { from, to, opening, closing } of statements) {
      for (const { symbol } of opening.positions ?? []) note(symbol, dayBefore(from))
      for (const { symbol } of closing.positions ?? []) note(symbol, to)
    }
  }
  const first = [...firstDays.values()].reduce((least, day) => (day < least ? day : least), market.lastDay)
  const from = dayOf(dayNumber(first) - DAYS_BEFORE)
  const { actions } = await gatherActions(market, firstDays, from, market.lastDay)
  if (market.isSample) return actions
  const others = new Set<string>()
  for (const symbol of new Set(actions.map((one) => one.symbol)))
    if (await isAnother(market, symbol, [...activities.values()].flat(), from)) others.add(symbol)
  return actions.filter(({ symbol }) => !others.has(symbol))
}

/** Whether most trades in this symbol have prices of another security. */
async function isAnother(
  market: KnownMarket,
  symbol: string,
  activities: readonly Activity[],
  from: string,
): Promise<boolean> {
  const own = activities.filter((row) => row.symbol === symbol)
  if (own.length === 0) return false
  const byDay = new Map(
    (await market.closes(symbol, from, market.lastDay)).map(({ day, close }) => [day, close.toNumber()]),
  )
  const rates = new Map<string, Map<string, Decimal>>()
  for (const currency of new Set(own.map((row) => row.currency)))
    if (currency !== 'USD' && currency !== '')
      rates.set(
        currency,
        new Map((await market.rates(currency, from, market.lastDay)).map(({ day, close }) => [day, close])),
      )
  return isDifferentSecurity(own, { currency: 'USD', byDay }, rateLookup('USD', rates))
}
