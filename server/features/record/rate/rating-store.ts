// Reads the ratings of records, as a viewer may see them, and the board.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

const RATING = sql`author, book, is_early, as_of::text, since::text, ended_on::text, trades, entry_days, active_days,
  cardinality(results) as weeks, days, df, is_yearly, mean::text, low::text, high::text, t, p, slopes::text[], drawdown::text,
  later_mean::text, later_low::text, later_high::text, is_rated, is_likely_skill, beaten, beaten_on::text`
export type RatingRow = {
  author: string
  book: 'open' | 'sealed'
  isEarly: boolean
  asOf: string
  since: string
  endedOn: string | null
  trades: number
  entryDays: number
  activeDays: number
  weeks: number
  days: number | null
  df: number | null
  isYearly: boolean | null
  mean: string | null
  low: string | null
  high: string | null
  t: number | null
  p: number | null
  slopes: string[] | null
  drawdown: string
  laterMean: string | null
  laterLow: string | null
  laterHigh: string | null
  isRated: boolean
  isLikelySkill: boolean
  beaten: number | null
  beatenOn: string | null
}

/**
 * The ratings of an author, the open record first. `isEntitled`: whether the viewer sees the sealed record up to date.
 */
export async function ratingsOf(
  { db, market }: Pick<Deps, 'db' | 'market'>,
  author: string,
  isEntitled: boolean,
): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    select ${RATING} from record_ratings where author = ${author}
       and is_sample = ${market.isSample} and (book = 'open' or is_early = ${isEntitled}) order by book`.execute(
    db,
  )
  return rows
}

/** Each week of an author's records: its last day, filled places, result, and the market's results. */
export async function weeksOf(
  { db, market }: Pick<Deps, 'db' | 'market'>,
  author: string,
  isEntitled: boolean,
) {
  const { rows } = await sql<{
    book: 'open' | 'sealed'
    day: string
    filled: number
    days: number
    result: number
    funds: number[]
    slopes: string[] | null
  }>`
    select r.book, w.day::text, r.filled[w.place] as filled, w.days, r.results[w.place] as result, w.funds, r.slopes::text[]
      from record_ratings r cross join lateral (
        select day, days, funds, row_number() over (order by day)::int as place from record_market_weeks
         where day >= r.since and day <= r.as_of) w
     where r.author = ${author} and r.is_sample = ${market.isSample} and (r.book = 'open' or r.is_early = ${isEntitled}) order by r.book, w.day`.execute(
    db,
  )
  return rows
}

export const boardOf = ({ db }: Pick<Deps, 'db'>) =>
  db
    .selectFrom('recordBoard')
    .select(['rated', 'monkeys', 'monkeysListed'])
    .select(sql<string>`as_of::text`.as('asOf'))
    .executeTakeFirst()
