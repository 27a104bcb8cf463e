// Determines which closes, splits, dividends, corporate actions and exchange rates a portfolio needs.
import { relevantActions } from '#engine/market/corporate-actions.ts'
import { BENCHMARK, coinOfPair, isTicker } from '#engine/market/prices.ts'
import { optionTerms } from '#engine/market/option-terms.ts'
import { sql } from 'kysely'
import { earliestExDay } from '#engine/portfolio/checks/check-dividends.ts'
import type { Db } from '#server/db/open.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { linkedActionsOf } from '#server/market/corporate-actions.ts'
import { type SeriesNeed } from '#server/market/series.ts'

/** The value before the first day is needed too. Two weeks always contain an exchange day. */
export const DAYS_BEFORE = 14
/**
 * The series needed to value a person's accounts, including those for statement balances and added opening positions,
 * which may be earlier than the first activity and in other symbols and currencies.
 */
export async function requiredSeries(db: Db, userId: string): Promise<SeriesNeed[]> {
  const { rows } = await sql<{
    symbol: string | null
    currencies: string[]
    first: string
    firstDividend: string | null
  }>`
    with own as (select id, currency, connection_id from portfolio_accounts where user_id = ${userId} and not is_paper),
    statements as (select account_id, from_day - 1 as day, balance from portfolio_statements,
      lateral (values (statement->'opening'), (statement->'closing')) as balances (balance)),
    balances as (
      select account_id, day, one->>'symbol' as symbol, one->>'currency' as currency from statements,
        lateral jsonb_path_query(balance, '$.positions[*]') as one
      union all
      select account_id, day, null, one->>'currency' from statements,
        lateral jsonb_path_query(balance, '$.cash[*]') as one
      union all
      select account_id, day, symbol, currency from portfolio_openings),
    starts as (select account_id, min(day) as day from balances group by account_id)
    select symbol, min(least(known.day, starts.day))::text as first,
        array_agg(distinct known.currency) || array_agg(distinct own.currency) as currencies,
        (min(known.day) filter (where type = 'dividend' and connection_id is null))::text as first_dividend
      from (select account_id, day, symbol, currency, type from portfolio_activities
            union all select balances.*, null from balances) known
      join own on own.id = known.account_id
      left join starts on starts.account_id = known.account_id
     group by symbol order by symbol`.execute(db)
  if (rows.length === 0) return []
  const before = (day: string) => dayOf(dayNumber(day) - DAYS_BEFORE)
  const first = before(rows.reduce((day, row) => (row.first < day ? row.first : day), '9999-12-31'))
  // An option's value follows from its share's price.
  const firstDays = new Map<string, string>()
  for (const { symbol, first: day } of rows)
    for (const one of [symbol, optionTerms(symbol ?? '')?.share])
      if (one != null && isTicker(one) && day < (firstDays.get(one) ?? '9999-12-31')) firstDays.set(one, day)
  // A renamed share has prices under each of its symbols, and a merged one continues as another share.
  const linked = relevantActions(await linkedActionsOf(db, [...firstDays.keys()]), firstDays)
  const currencies = new Set(rows.flatMap((row) => row.currencies))
  const coins = rows.flatMap(({ symbol, first: day }) => (coinOfPair(symbol ?? '') ? [{ symbol, day }] : []))
  return [
    { kind: 'adjusted', symbol: BENCHMARK, from: first },
    ...[...currencies]
      .filter((currency) => /^[A-Z]{3}$/.test(currency) && currency !== 'USD')
      .map((currency): SeriesNeed => ({ kind: 'rates', symbol: currency, from: first })),
    ...coins.map(({ symbol, day }): SeriesNeed => ({
      kind: 'closes',
      symbol: symbol ?? '',
      from: before(day),
    })),
    ...[...linked.firstDays]
      .filter(([symbol]) => isTicker(symbol))
      .flatMap(([symbol, day]): SeriesNeed[] => {
        const firstDividend = rows.find((row) => row.symbol === symbol)?.firstDividend ?? null
        return [
          { kind: 'closes', symbol, from: before(day) },
          { kind: 'splits', symbol, from: before(day) },
          { kind: 'actions', symbol, from: before(day) },
          ...(firstDividend === null
            ? []
            : [{ kind: 'dividends' as const, symbol, from: earliestExDay(firstDividend) }]),
        ]
      }),
  ]
}
