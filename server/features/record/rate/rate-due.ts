// Rates all records once a week, after its last close, and when a price or a trade of an earlier week changed.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type MonthEnd, monthEnds } from '#engine/rating/likely-skill.ts'
import { type Market, marketOf } from '#engine/rating/market.ts'
import { MONKEYS } from '#engine/rating/method.ts'
import { publishedFigures, rounded } from '#engine/rating/published-figures.ts'
import { rateLog, type RatedLog, type ShownRecord } from '#engine/rating/rate-log.ts'
import { filledByWeek, largestDrop } from '#engine/rating/follower.ts'
import { lastWholeDay, tradingDays } from '#engine/rating/trading-days.ts'
import { closeOf } from '#engine/market/exchange-days.ts'
import { METHOD } from '#engine/scoring/method.ts'
import {
  knownDays,
  knownFunds,
  ratedTickers,
  ratingDays,
  readPrices,
  readTrades,
  seedOf,
} from './rating-input.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** How long after a week's last close its ratings wait for the last prices. */
const PATIENCE_MS = 48 * 3_600_000

/** `isComplete`: all prices up to the week's end are stored. */
type Inputs = { text: string; isComplete: boolean; weekEnd: string }

/**
 * What ratings depend on, as text: the last whole week, trades up to its end, those that the log has opened, corrections, and
 * prices that are still missing. Later signals change nothing.
 */
async function inputsOf({ db, ...needs }: Needs): Promise<Inputs> {
  const { lastDay, asOf } = knownDays(needs)
  const recent = tradingDays(ratingDays(lastDay, lastDay))
  const weekEnd = recent.days[lastWholeDay(recent, asOf, 'open')] ?? lastDay
  const { rows } = await sql<{ signals: string; opened: string; restated: string | null; behind: number }>`
    select (select count(distinct signal_id) from record_scores where method = ${METHOD} and posted_at < ${weekEnd}::date + 1) as signals,
      (select count(*) from record_trades where opened is not null) as opened,
      (select max(stored_at)::text from record_inputs where version > 0) as restated,
      (select count(*)::int from record_scores where method = ${METHOD} and status in ('pending', 'open')
        and posted_at < ${weekEnd}::date + 1 and (as_of is null or as_of < ${weekEnd}::date)) as behind`.execute(
    db,
  )
  const [{ signals, opened, restated, behind } = NOTHING] = rows
  const fundsUpTo = await knownFunds({ db, ...needs })
  const isComplete = behind === 0 && fundsUpTo !== null && fundsUpTo >= weekEnd
  const prices = isComplete ? [] : [behind, fundsUpTo]
  return {
    text: [needs.market.name, weekEnd, signals, opened, restated, ...prices].join(' '),
    isComplete,
    weekEnd,
  }
}
const NOTHING = { signals: '0', opened: '0', restated: null, behind: 0 }

/**
 * Whether records have to be rated again. Only on a server with scores, and for two days after a week's last close only once
 * all its prices are there.
 */
export async function isRatingDue(deps: Needs): Promise<boolean> {
  const known = await deps.db.selectFrom('recordBoard').select('inputs').executeTakeFirst()
  const scoring = await deps.db.selectFrom('recordScoring').select('method').executeTakeFirst()
  if (scoring?.method !== METHOD) return false
  const { text, isComplete, weekEnd } = await inputsOf(deps)
  const waitedMs = deps.clock.now().getTime() - closeOf(weekEnd).getTime()
  return known?.inputs !== text && (isComplete || waitedMs > PATIENCE_MS)
}

/** Rates all records and saves them with the board in one transaction. */
export async function rateRecords(deps: Needs): Promise<void> {
  const { db, market: source } = deps
  const { text: inputs } = await inputsOf(deps)
  const { lastDay, asOf } = knownDays(deps)
  const { log, sealed } = await readTrades(deps)
  const days = ratingDays(log[0]?.time.slice(0, 10) ?? lastDay, lastDay)
  const tickers = ratedTickers([...log.map(({ trade }) => trade), ...sealed.values()])
  const prices = await readPrices(deps, tickers, days)
  const market = marketOf(tradingDays(days), (ticker) => prices[ticker] ?? [])
  const board = await db
    .selectFrom('recordBoard')
    .select([sql<string | null>`decided::text`.as('decided'), 'monkeys', 'monkeysListed'])
    .executeTakeFirst()
  const first = log[0]?.time.slice(0, 10) ?? asOf
  const ends = monthEnds(first, asOf).filter((day) => day > (board?.decided ?? ''))
  const withSeeds = await Promise.all(ends.map(async (day) => ({ day, seed: await seedOf(deps, day) })))
  const before = await lastMonthEnd(deps)
  const rated = rateLog({ asOf, log, sealed, market, monthEnds: withSeeds, before })
  const rows = [
    ...rated.records.map((record) => rowOf(record, { rated, market, isEarly: false })),
    ...rated.early.map((record) => rowOf(record, { rated, market, isEarly: true })),
  ].map((row) => ({ ...row, isSample: source.isSample }))
  const place = lastWholeDay(market, asOf, 'open')
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('recordRatings').execute()
    for (let from = 0; from < rows.length; from += ROWS_MAX)
      await trx
        .insertInto('recordRatings')
        .values(rows.slice(from, from + ROWS_MAX))
        .execute()
    await saveBoard(trx, {
      inputs,
      asOf: market.days[place] ?? lastDay,
      decided: ends.at(-1) ?? board?.decided ?? null,
      rated: rated.rated,
      listed: rated.listed.length,
      family: rated.family,
      cutoff: rated.cutoff,
      monkeys: rated.monkeysListed === null ? (board?.monkeys ?? 0) : MONKEYS.onBoard,
      monkeysListed: rated.monkeysListed ?? board?.monkeysListed ?? 0,
    })
    await saveWeeks(trx, rated, market, source.isSample)
  })
}

const ROWS_MAX = 500

async function lastMonthEnd({ db }: Pick<Deps, 'db'>): Promise<MonthEnd> {
  const rows = await db
    .selectFrom('recordRatings')
    .select(['author', 'book', 'passes', 'isLikelySkill'])
    .where('isEarly', '=', false)
    .execute()
  const ids = (some: typeof rows) => new Set(some.map(({ author, book }) => `${author}/${book}`))
  return {
    passing: ids(rows.filter(({ passes }) => passes)),
    holders: ids(rows.filter(({ isLikelySkill }) => isLikelySkill)),
  }
}

async function saveBoard(
  trx: Transaction<DB>,
  row: Parameters<ReturnType<typeof trx.insertInto<'recordBoard'>>['values']>[0],
) {
  await trx.deleteFrom('recordBoard').execute()
  await trx.insertInto('recordBoard').values(row).execute()
}

async function saveWeeks(
  trx: Transaction<DB>,
  { sums }: RatedLog,
  { days, weekStarts }: Market,
  isSample: boolean,
): Promise<void> {
  const rows = sums.weeks.flatMap((week, at) => {
    const day = days[(weekStarts[at + 1] ?? 0) - 1]
    const [count = 0, ...funds] = week ?? []
    return week && day !== undefined ? [{ day, isSample, days: count, funds }] : []
  })
  await trx.deleteFrom('recordMarketWeeks').execute()
  for (let from = 0; from < rows.length; from += ROWS_MAX)
    await trx
      .insertInto('recordMarketWeeks')
      .values(rows.slice(from, from + ROWS_MAX))
      .execute()
}

function rowOf(
  record: ShownRecord,
  { rated, market, isEarly }: { rated: RatedLog; market: Market; isEarly: boolean },
) {
  const { id, positions, counts, weekly, figures, missing, isActive, last, follower } = record
  const [author = '', book = ''] = id.split('/')
  const place = rated.listed.indexOf(id)
  const shown = figures && publishedFigures(figures)
  const ended = positions.reduce((latest, { exit }) => Math.max(latest, exit ?? 0), 0)
  return {
    author,
    book,
    isEarly,
    asOf: market.days[last] ?? '',
    since: market.days[market.weekStarts[weekly.firstWeek] ?? 0] ?? '',
    trades: counts.trades,
    entryDays: counts.entryDays,
    activeDays: counts.activeDays,
    results: weekly.ys,
    filled: filledByWeek(record, market),
    days: shown?.days ?? null,
    df: shown?.df ?? null,
    isYearly: shown?.yearly ?? null,
    mean: shown?.mean ?? null,
    low: shown?.low ?? null,
    high: shown?.high ?? null,
    lowYear: figures?.lowYear ?? null,
    t: figures?.t ?? null,
    p: figures?.p ?? null,
    slopes: shown?.slopes ?? null,
    drawdown: rounded(largestDrop(record, market), RATIO_DECIMALS),
    laterMean: follower && rounded(follower.mean, RATIO_DECIMALS),
    laterLow: follower && rounded(follower.low, RATIO_DECIMALS),
    laterHigh: follower && rounded(follower.high, RATIO_DECIMALS),
    endedOn: isActive ? null : (market.days[ended] ?? null),
    isRated: missing.length === 0 && figures !== null,
    place: isEarly || place === -1 ? null : place + 1,
    passes: !isEarly && rated.monthEnd.passing.has(id),
    isLikelySkill: !isEarly && rated.monthEnd.holders.has(id),
  }
}

const RATIO_DECIMALS = 4
