// Ends a rating run: orders the board, evaluates a month-end, and publishes the new rows, all in one transaction.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type MonthEnd, monthEnds, nextMonthEnd } from '#engine/rating/likely-skill.ts'
import { COUNTED_TRADES, MONKEYS } from '#engine/rating/method.ts'
import { listedMonkeys, type MonkeyNeeds, testWithMonkeys } from '#engine/rating/monkey-tests.ts'
import { CONTENDING_P, type Rated, type Ranking, rankRated } from '#engine/rating/rank-records.ts'
import { rateAuthors } from '#engine/rating/rate-authors.ts'
import type { RatedRecord } from '#engine/rating/rate-records.ts'
import { lastWholeDay } from '#engine/rating/trading-days.ts'
import { tickersOf } from './rate-batches.ts'
import { firstDayOf, readEntries, seedOf } from './rating-input.ts'
import type { RatingMarket } from './rating-market.ts'
import { endRun, type RatingRun } from './rating-run.ts'

type Needs = Pick<Deps, 'db' | 'market'>

/** The public records at the end of the run. */
const ALL = sql`(
  select * from record_ratings_next where not is_early union all
  select r.* from record_ratings r where not is_early and not exists (select from record_ratings_due d where d.author = r.author)) known`

export async function publishRatings(deps: Needs, run: RatingRun, prices: RatingMarket): Promise<void> {
  const { db, market: source } = deps
  const ranking = await rankAll(db)
  const { monthEnd, tests, decided, monkeysListed } = await decideMonthEnd(deps, run, ranking, prices)
  const { market } = prices
  const board = await db.selectFrom('recordBoard').select(['monkeys', 'monkeysListed']).executeTakeFirst()
  await db.transaction().execute(async (trx) => {
    await takeOver(trx)
    await mark(trx, ranking.listed, monthEnd, tests)
    await trx.deleteFrom('recordBoard').execute()
    await trx
      .insertInto('recordBoard')
      .values({
        inputs: run.inputs,
        day: run.day,
        size: run.size,
        ratedAt: run.startedAt,
        asOf: market.days[lastWholeDay(market, run.day, 'open')] ?? run.day,
        decided,
        rated: ranking.rated,
        listed: ranking.listed.length,
        family: ranking.family,
        cutoff: ranking.cutoff,
        monkeys: monkeysListed === null ? (board?.monkeys ?? 0) : MONKEYS.onBoard,
        monkeysListed: monkeysListed ?? board?.monkeysListed ?? 0,
      })
      .execute()
    await saveWeeks(trx, prices, source.isSample)
    await endRun(trx)
  })
}

async function rankAll(db: Needs['db']): Promise<Ranking & { isAhead: ReadonlySet<string> }> {
  const { rows: counts } = await sql<{ family: number; rated: number }>`
    select count(*) filter (where trades >= ${COUNTED_TRADES})::int as family, count(*) filter (where is_rated)::int as rated from ${ALL}`.execute(
    db,
  )
  const { family = 0, rated = 0 } = counts[0] ?? {}
  const { rows } = await sql<Rated>`
    select author || '/' || book as id, p, t, low_year, cardinality(results) as weeks, ended_on is null as is_active, recent_mean
      from ${ALL} where is_rated and p <= ${CONTENDING_P}`.execute(db)
  const isAhead = new Set(rows.filter(({ recentMean }) => (recentMean ?? 0) > 0).map(({ id }) => id))
  return { family, rated, ...rankRated(rows, family), isAhead }
}

/** By record id, how many monkeys the record beat at the last month-end on which it was tested. */
type Tests = ReadonlyMap<string, { beaten: number; beatenOn: string }>

/** Evaluates the run's day if it is a month-end; otherwise the labels stay as they are. */
async function decideMonthEnd(
  deps: Needs,
  { day }: RatingRun,
  { listed, candidates, isAhead }: Awaited<ReturnType<typeof rankAll>>,
  prices: RatingMarket,
): Promise<{ monthEnd: MonthEnd; tests: Tests; decided: string | null; monkeysListed: number | null }> {
  const { tests: testedBefore, ...before } = await lastMonthEnd(deps)
  const board = await deps.db
    .selectFrom('recordBoard')
    .select(sql<string | null>`decided::text`.as('decided'))
    .executeTakeFirst()
  const decided = board?.decided ?? null
  const isMonthEnd = monthEnds((await firstDayOf(deps)) ?? day, day).at(-1) === day
  if (!isMonthEnd || day <= (decided ?? ''))
    return { monthEnd: before, tests: testedBefore, decided, monkeysListed: null }
  const seed = await seedOf(deps, day)
  const needs = seed === null ? null : { seed, universe: await readUniverse(deps.db), ...prices }
  const read = (ids: readonly string[]) => readRecords(deps, ids, day, prices)
  const tested = needs
    ? await read(candidates.filter((id) => !before.holders.has(id)))
    : new Map<string, RatedRecord>()
  const tests = new Map<string, { beaten: number; beatenOn: string }>()
  const monthEnd = nextMonthEnd(before, { listed, candidates, isAhead: (id) => isAhead.has(id) }, (id) => {
    const record = tested.get(id)
    const test = needs && record ? testWithMonkeys(record, needs) : null
    if (test) tests.set(id, { beaten: test.beaten, beatenOn: day })
    return test
  })
  // Records with the label aren't tested again.
  for (const [id, test] of testedBefore) if (monthEnd.holders.has(id) && !tests.has(id)) tests.set(id, test)
  const imitated = needs ? [...(await read(await firstByHash(deps.db, needs))).values()] : []
  return { monthEnd, tests, decided: day, monkeysListed: needs && listedMonkeys(imitated, needs) }
}

async function lastMonthEnd({ db }: Pick<Deps, 'db'>): Promise<MonthEnd & { tests: Tests }> {
  const { rows } = await sql<{
    id: string
    passes: boolean
    isLikelySkill: boolean
    beaten: number | null
    beatenOn: string | null
  }>`
    select author || '/' || book as id, passes, is_likely_skill, beaten, beaten_on::text
      from record_ratings where passes or is_likely_skill or beaten is not null`.execute(db)
  const ids = (some: typeof rows) => new Set(some.map(({ id }) => id))
  return {
    passing: ids(rows.filter(({ passes }) => passes)),
    holders: ids(rows.filter(({ isLikelySkill }) => isLikelySkill)),
    tests: new Map(
      rows.flatMap(({ id, beaten, beatenOn }) =>
        beaten === null || beatenOn === null ? [] : [[id, { beaten, beatenOn }]],
      ),
    ),
  }
}

/** All tickers in which anybody has opened a trade, ascending. */
async function readUniverse(db: Needs['db']): Promise<string[]> {
  const { rows } = await sql<{
    ticker: string
  }>`select distinct unnest(tickers) as ticker from ${ALL}`.execute(db)
  return rows.map(({ ticker }) => ticker).toSorted()
}

/** The rated records that the board's monkeys imitate. */
async function firstByHash(db: Needs['db'], { seed }: Pick<MonkeyNeeds, 'seed'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select author || '/' || book as id from ${ALL} where is_rated) rated
     order by sha256(convert_to(${seed} || '|' || id, 'UTF8')) limit ${MONKEYS.onBoard}`.execute(db)
  return rows.map(({ id }) => id)
}

/** These records as of a day, by id. Loads the prices of all their tickers. */
async function readRecords(
  deps: Needs,
  ids: readonly string[],
  asOf: string,
  prices: RatingMarket,
): Promise<Map<string, RatedRecord>> {
  const wanted = new Set(ids)
  const records = new Map<string, RatedRecord>()
  for (let at = 0; at < ids.length; at += RECORDS_MAX) {
    const authors = ids.slice(at, at + RECORDS_MAX).map((id) => id.split('/')[0] ?? '')
    const entries = await readEntries(deps, [...new Set(authors)])
    await prices.load(tickersOf(entries))
    for (const record of rateAuthors(entries, { asOf, ...prices }).records)
      if (wanted.has(record.id)) records.set(record.id, record)
  }
  return records
}
const RECORDS_MAX = 200

/** Replaces the rows of the run's authors, in parts that the database can write within its time limit. */
async function takeOver(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from record_ratings_due`.execute(trx)
  const parts = Math.min(MOST_PARTS, Math.ceil((rows[0]?.count ?? 0) / AUTHORS_A_PART))
  for (let part = 0; part < parts; part += 1) {
    const [from, to] = [part, part + 1].map((at) => Math.floor((at * MOST_PARTS) / parts))
    const isOfPart = (column: string) =>
      sql`${sql.ref(column)} >= ${uuidFrom(from ?? 0)}::uuid and (${to} = ${MOST_PARTS} or ${sql.ref(column)} < ${uuidFrom(Math.min(to ?? 0, MOST_PARTS - 1))}::uuid)`
    await sql`delete from record_ratings r using record_ratings_due d where d.author = r.author and ${isOfPart('d.author')}`.execute(
      trx,
    )
    await sql`insert into record_ratings select * from record_ratings_next where ${isOfPart('author')}`.execute(
      trx,
    )
  }
}
const AUTHORS_A_PART = 20_000
const MOST_PARTS = 256
const uuidFrom = (first: number) => `${first.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`

/** Stores the places on the board, the labels, and the test results behind them. */
async function mark(
  trx: Transaction<DB>,
  listed: readonly string[],
  { passing, holders }: MonthEnd,
  tests: Tests,
): Promise<void> {
  await sql`
    update record_ratings set place = null, passes = false, is_likely_skill = false, beaten = null, beaten_on = null
     where place is not null or passes or is_likely_skill or beaten is not null`.execute(trx)
  const ids = [...new Set([...listed, ...passing, ...holders, ...tests.keys()])]
  const places = new Map(listed.map((id, at) => [id, at + 1]))
  await sql`
    update record_ratings r set place = new.place, passes = new.passes, is_likely_skill = new.has_label,
           beaten = new.beaten, beaten_on = new.beaten_on
      from unnest(${ids.map((id) => id.split('/')[0])}::uuid[], ${ids.map((id) => id.split('/')[1])}::text[],
        ${ids.map((id) => places.get(id) ?? null)}::int[], ${ids.map((id) => passing.has(id))}::boolean[],
        ${ids.map((id) => holders.has(id))}::boolean[], ${ids.map((id) => tests.get(id)?.beaten ?? null)}::smallint[],
        ${ids.map((id) => tests.get(id)?.beatenOn ?? null)}::date[])
        as new (author, book, place, passes, has_label, beaten, beaten_on)
     where r.author = new.author and r.book = new.book and not r.is_early`.execute(trx)
}

async function saveWeeks(
  trx: Transaction<DB>,
  { sums, market: { days, weekStarts } }: RatingMarket,
  isSample: boolean,
): Promise<void> {
  const rows = sums.weeks.flatMap((week, at) => {
    const day = days[(weekStarts[at + 1] ?? 0) - 1]
    const [count = 0, ...funds] = week ?? []
    return week && day !== undefined ? [{ day, is_sample: isSample, days: count, funds }] : []
  })
  await trx.deleteFrom('recordMarketWeeks').execute()
  await sql`
    insert into record_market_weeks (day, is_sample, days, funds)
    select day, is_sample, days, array(select value::int from jsonb_array_elements(funds) with ordinality as fund (value, place) order by place)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as week (day date, is_sample boolean, days int, funds jsonb)`.execute(
    trx,
  )
}
