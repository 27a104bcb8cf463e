// Which closes, splits and rates a portfolio needs, and which of them are still to be fetched.
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { lastClosedDay } from '#server/outside/market/exchange-days.ts'
import { BENCHMARK } from '#server/outside/market/port.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import type { Series, Stretch } from '#server/market/stored-market.ts'

type Need = Series & { from: string }
export type Missing = Series & { stretch: Stretch }
export type Standing = {
  /** What is to be asked for, what was tried longest ago first. */
  missing: Missing[]
  /** The last day up to which everything was asked for; null while something was never asked for. */
  upTo: string | null
}

/** A value before the first day is needed as well; two weeks hold one, whatever the holidays. */
export const DAYS_BEFORE = 14
/** A provider on a free plan tells a day's closes after the day, and corrects them for some hours. */
const SETTLED_MS = 12 * 3_600_000
/** Asked for again with each later day, in the same call: a split or a close that was told late. */
const AGAIN_DAYS = 10
/** A dividend is paid some weeks after its ex-dividend day, at some companies three months. */
const PAID_AFTER_DAYS = 100
/** The earliest ex-dividend day of a dividend that was paid on that day. */
export const exDayBefore = (day: string): string => dayOf(dayNumber(day) - PAID_AFTER_DAYS)
/** US shares and funds as both providers write them; options, bonds and other numbers are not asked for. */
export const isTicker = (symbol: string): boolean => /^[A-Z]{1,5}(\.[A-Z]{1,2})?$/.test(symbol)

/** The last day whose close is known for certain at that moment, whoever provides it. */
export const lastSettledDay = (now: Date): string => lastClosedDay(new Date(now.getTime() - SETTLED_MS))

/** Which series have to be known to work out a person's accounts, and how far they are, at that moment. */
export async function standingOf(db: Db, userId: string, now: Date): Promise<Standing> {
  const lastDay = lastSettledDay(now)
  const needs = await needsOf(db, userId)
  if (needs.length === 0) return { missing: [], upTo: lastDay }
  const rows = await db
    .selectFrom('marketSeries')
    .select((eb) => [
      'kind',
      'symbol',
      'triedAt',
      eb.cast<string | null>('fromDay', 'text').as('from'),
      eb.cast<string | null>('toDay', 'text').as('to'),
    ])
    .where('symbol', 'in', [...new Set(needs.map(({ symbol }) => symbol))])
    .execute()
  const known = new Map(rows.map((row) => [`${row.kind} ${row.symbol}`, row]))
  let upTo: string | null = lastDay
  const missing: (Missing & { triedMs: number })[] = []
  for (const { kind, symbol, from } of needs) {
    const row = known.get(`${kind} ${symbol}`)
    const asked = row?.from && row.to ? { from: row.from, to: row.to } : null
    const stretch = stretchToAsk(kind, asked, { from, to: lastDay })
    if (stretch) missing.push({ kind, symbol, stretch, triedMs: row?.triedAt.getTime() ?? 0 })
    if (asked === null || asked.from > from) upTo = null
    else if (upTo !== null && asked.to < upTo) upTo = asked.to
  }
  return { missing: missing.toSorted((a, b) => a.triedMs - b.triedMs), upTo }
}

/** Null where all that is wanted was asked for. */
export function stretchToAsk(kind: Series['kind'], asked: Stretch | null, wanted: Stretch): Stretch | null {
  if (asked === null) return wanted
  if (asked.from <= wanted.from && asked.to >= wanted.to) return null
  const from = asked.from < wanted.from ? asked.from : wanted.from
  // A dividend changes every adjusted close before it, so they are only right together.
  if (kind === 'adjusted') return { from, to: wanted.to }
  if (asked.from > wanted.from) return { from: wanted.from, to: dayOf(dayNumber(asked.from) - 1) }
  const again = dayOf(dayNumber(asked.to) - AGAIN_DAYS)
  return { from: again > asked.from ? again : asked.from, to: wanted.to }
}

/** Balances of statements and added openings begin a record earlier, and name symbols and currencies beside its activities. */
async function needsOf(db: Db, userId: string): Promise<Need[]> {
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
  const currencies = new Set(rows.flatMap((row) => row.currencies))
  return [
    { kind: 'adjusted', symbol: BENCHMARK, from: first },
    ...[...currencies]
      .filter((currency) => /^[A-Z]{3}$/.test(currency) && currency !== 'USD')
      .map((currency): Need => ({ kind: 'rates', symbol: currency, from: first })),
    ...rows.flatMap(({ symbol, first: day, firstDividend }): Need[] =>
      symbol === null || !isTicker(symbol)
        ? []
        : [
            { kind: 'closes', symbol, from: before(day) },
            { kind: 'splits', symbol, from: before(day) },
            ...(firstDividend === null
              ? []
              : [{ kind: 'dividends' as const, symbol, from: exDayBefore(firstDividend) }]),
          ],
    ),
  ]
}
