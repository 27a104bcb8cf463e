// Rating only records with something new gives the same results as rating all of them, bit for bit.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { isRatingDue } from '#server/features/record/rate/rating-due.ts'
import { rateRecords } from '#server/features/record/rate/rate-due.ts'
import { FUNDS } from '#engine/rating/method.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { randomNumbers } from '#tools/bench/random-numbers.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { madeUpHistory, type MadeUpHistory } from '#test/engine/rating/made-up-history.ts'
import { isFull, runSeed } from '#test/test-scope.ts'

let fresh: FreshDatabase
let database: Database
beforeEach(async () => {
  fresh = await freshDatabase()
  database = openTestDatabase(fresh.url, openLog('silent'), 4)
})
afterEach(async () => {
  await database.close()
  await fresh.drop()
})

const DAY_MS = 86_400_000
const id = (kind: number, number: number) =>
  `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
const authorId = (author: string) => id(1, Number(author.slice(1)))

/** The history's prices as a provider's, all of them fetched up to `toDay`. */
async function savePrices({ prices, days }: MadeUpHistory): Promise<void> {
  const { db } = database
  for (const [symbol, rows] of Object.entries(prices)) {
    const part = (column: number) => rows.map((row) => row[column])
    await sql`insert into market_closes (symbol, day, close, volume, source)
      select ${symbol}, day, close, volume, 'massive' from unnest(${part(0)}::date[], ${part(1)}::numeric[], ${part(4)}::numeric[])
        as made (day, close, volume)`.execute(db)
    await sql`insert into market_dividends (symbol, ex_day, amount, currency, source)
      select ${symbol}, day, amount, 'USD', 'massive' from unnest(${part(0)}::date[], ${part(2)}::numeric[]) as made (day, amount)
       where amount > 0`.execute(db)
    await sql`insert into market_splits (symbol, day, ratio, source)
      select ${symbol}, day, ratio, 'massive' from unnest(${part(0)}::date[], ${part(3)}::numeric[]) as made (day, ratio)
       where ratio <> 1`.execute(db)
    await sql`insert into market_series (kind, symbol, from_day, to_day, tried_at)
      select kind, ${symbol}, '2020-01-01', ${days.at(-1)?.[0]}::date + 30, now()
        from unnest(array['closes', 'splits', 'dividends']) kind`.execute(db)
  }
}

/** Adds the entries up to an instant to the log, and returns how many there are. */
async function append({ log }: MadeUpHistory, from: number, until: Date): Promise<number> {
  const { db } = database
  let size = from
  for (let entry = log[size]; entry && new Date(entry.time) <= until; entry = log[size]) {
    const { index, kind, time, author = '', trade, of } = entry
    const signal = kind === 'signal' ? id(2, index) : null
    const bytes = Buffer.from(JSON.stringify({ ...entry, author: authorId(author) }))
    await sql`insert into record_entries (index, kind, signal_id, author, bytes, leaf_hash)
      values (${index}, ${kind}, ${signal}, ${authorId(author)}, ${bytes}, sha256(${bytes}))`.execute(db)
    const opening = log.find((other) => other.kind === 'open' && other.of === index)
    const sealed = kind === 'signal' && !trade ? opening?.trade : undefined
    if (sealed)
      await sql`insert into record_trades (signal_id, index, salt, trade, opens_at)
        values (${signal}, ${index}, '', ${JSON.stringify(sealed)}::jsonb, ${new Date(Date.parse(time) + 90 * DAY_MS)})`.execute(
        db,
      )
    if (kind === 'open') await sql`update record_trades set opened = ${index} where index = ${of}`.execute(db)
    for (const ticker of (kind === 'signal' && (trade ?? sealed)?.tickers) || [])
      await sql`insert into record_scores (signal_id, ticker, method, author, posted_at, status, side, weight, is_sample)
        values (${signal}, ${ticker}, ${METHOD}, ${authorId(author)}, ${time}, 'closed', 1, 1, false)`.execute(
        db,
      )
    size += 1
  }
  const root = Buffer.alloc(32, size % 251).toString('base64')
  await sql`insert into record_checkpoints (size, note, at) values (${size}, ${`made-up.test/log\n${size}\n${root}\n`}, ${until})
    on conflict do nothing`.execute(db)
  return size
}

async function tables() {
  const { db } = database
  const { rows: ratings } = await sql`select * from record_ratings order by author, book, is_early`.execute(
    db,
  )
  const { rows: board } =
    await sql`select as_of, decided, rated, listed, family, cutoff, monkeys, monkeys_listed from record_board`.execute(
      db,
    )
  const { rows: weeks } = await sql`select * from record_market_weeks order by day`.execute(db)
  return { ratings, board, weeks }
}
/** For each ended record, the transaction that wrote its row. */
async function endedRows() {
  const { rows } = await sql<{ id: string; written: string }>`
    select author || '/' || book || is_early as id, xmin::text as written from record_ratings where ended_on is not null`.execute(
    database.db,
  )
  return new Map(rows.map((row) => [row.id, row.written]))
}

const SHAPE = { days: isFull ? 330 : 190, shares: 14, authors: 8, posts: 45 }

test.each(isFull ? [0, 1, 2, 3] : [0])('week by week, with corrected prices (history %d)', async (number) => {
  const random = randomNumbers(runSeed + number)
  const made = withOneTrade(madeUpHistory(runSeed + number, SHAPE))
  const { db } = database
  await savePrices(made)
  await sql`insert into record_scoring (entries, method) values (0, ${METHOD})`.execute(db)
  const authors = new Set(made.log.flatMap(({ author }) => (author ? [authorId(author)] : [])))
  await sql`insert into record_authors (author, seq) select unnest(${[...authors]}::uuid[]), 0`.execute(db)
  const market = { ...simulatedMarket(), name: 'massive' as const, isSample: false }
  let now = new Date(0)
  const deps = { db, market, clock: { ...systemClock, now: () => now } }
  const fridays = made.days.flatMap(([day], place) =>
    place >= 20 && new Date(day).getUTCDay() === 5 ? [{ day, place }] : [],
  )
  const shares = Object.keys(made.prices).filter((symbol) => symbol.startsWith('S'))
  let [size, kept] = [0, 0]
  for (const [week, { day, place }] of fridays.entries()) {
    const isLast = week === fridays.length - 1
    // On some Saturdays the server is down.
    if (!isLast && random.chance(0.2)) continue
    now = new Date(Date.parse(day) + 1.6 * DAY_MS)
    if (random.chance(0.2))
      await correctAClose(made, now, random.below(place), random.one(random.chance(0.2) ? FUNDS : shares))
    size = await append(made, size, now)
    const ended = await endedRows()
    await rateRecords(deps)
    expect(await isRatingDue(deps)).toBe(false)
    const after = await endedRows()
    kept += [...ended].filter(([record, written]) => after.get(record) === written).length
    if (!isLast && week % 5 > 0) continue
    const rated = await tables()
    await sql`update record_board set rated_at = null, inputs = ''`.execute(db)
    await rateRecords(deps)
    expect(await tables()).toEqual(rated)
  }
  // Rows of ended records stayed, at least that of the first author.
  expect(kept).toBeGreaterThan(0)
})

/** The same with an author of one trade, whose record ends in the winter. */
function withOneTrade(made: MadeUpHistory): MadeUpHistory {
  const trade = { horizon: 'days', side: 'buy', tickers: ['SPY'] }
  const time = `${made.days[25]?.[0]}T12:00:00.000Z`
  const index = made.log.filter((entry) => entry.time < time).length
  const shifted = (number: number) => (number < index ? number : number + 1)
  const others = made.log.map((entry) => ({
    ...entry,
    index: shifted(entry.index),
    ...(entry.of !== undefined && { of: shifted(entry.of) }),
  }))
  const one = { index, kind: 'signal', time, author: 'a99', trade }
  return { ...made, log: [...others.slice(0, index), one, ...others.slice(index)] }
}

async function correctAClose(made: MadeUpHistory, now: Date, place: number, symbol: string): Promise<void> {
  const day = made.days[place]?.[0]
  const { db } = database
  await sql`update market_closes set close = close * 1.01 where symbol = ${symbol} and day = ${day}::date`.execute(
    db,
  )
  await sql`update market_series set corrected_at = ${now}, corrected_from = ${day}::date where kind = 'closes' and symbol = ${symbol}`.execute(
    db,
  )
  // Scoring stores a corrected price like this, which makes the ratings due.
  await sql`insert into record_inputs (symbol, day, version, close, source, stored_at)
    select ${symbol}, ${day}::date, coalesce(max(version), 0) + 1, 1, 'massive', ${now} from record_inputs where symbol = ${symbol} and day = ${day}::date`.execute(
    db,
  )
}
