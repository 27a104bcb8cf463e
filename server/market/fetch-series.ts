// Fetches a series from the market data provider and stores it for every portfolio.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Bar, DayBar, Dividend, Market, Split } from '#server/adapters/market/port.ts'
import type { Deps } from '#server/deps.ts'
import type { DayRange, MissingSeries, Series } from './series.ts'

/** Two splits of one share this close together are the same split, which two providers put on different days. */
const SAME_SPLIT_DAYS = 10

type Answer = Bar[] | DayBar[] | Split[] | Dividend[] | null

/**
 * Fetches a missing series and stores it, with no transaction open during the request. Notes the attempt first, so that
 * a failing series moves to the end of the line. Throws `MarketBusy`, and the provider's errors.
 */
export async function fetchSeries(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  missing: MissingSeries,
): Promise<void> {
  const { kind, symbol, range } = missing
  const triedAt = clock.now()
  await db
    .insertInto('marketSeries')
    .values({ kind, symbol, triedAt })
    .onConflict((conflict) => conflict.columns(['kind', 'symbol']).doUpdateSet({ triedAt }))
    .execute()
  await storeSeries(db, missing, range, await ask(market, missing, range), market.name)
}

/** Notes an attempt to fetch a series. False if the last one is more recent than that, on any server. */
export async function claimFetch(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { kind, symbol }: Series,
  everyMs: number,
): Promise<boolean> {
  const triedAt = clock.now()
  const claimed = await db
    .insertInto('marketSeries')
    .values({ kind, symbol, triedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'symbol'])
        .doUpdateSet({ triedAt })
        .where('marketSeries.triedAt', '<=', new Date(triedAt.getTime() - everyMs)),
    )
    .returning('kind')
    .executeTakeFirst()
  return claimed !== undefined
}

async function ask(market: Market, { kind, symbol }: Series, { from, to }: DayRange): Promise<Answer> {
  switch (kind) {
    case 'closes':
      return await market.closes(symbol, from, to)
    case 'splits':
      return await market.splits(symbol, from, to)
    case 'dividends':
      return await market.dividends(symbol, from, to)
    case 'adjusted':
      return await market.adjustedCloses(symbol, from, to)
    case 'rates':
      return await market.rates(symbol, from, to)
  }
}

/**
 * Stores an answer and the range it covers, which must touch the range fetched before. Stored values stay, except
 * adjusted closes, which are replaced. `answer` is null if the provider's plan doesn't include the series.
 */
export async function storeSeries(
  db: Db,
  { kind, symbol }: Series,
  { from, to }: DayRange,
  answer: Answer,
  source: string,
): Promise<void> {
  // A provider may return more than requested, such as a day that hasn't ended.
  const within = (answer ?? []).filter(({ day }) => day >= from && day <= to)
  const rows = rowsOf(within)
  await db.transaction().execute(async (trx) => {
    if (kind === 'closes')
      await sql`insert into market_closes (symbol, day, close, low, high, source)
        select distinct on (day) ${symbol}, day, value, low, high, ${source} from ${rows}
        on conflict (symbol, day) do update set low = excluded.low, high = excluded.high
          where market_closes.low is null and excluded.low is not null`.execute(trx)
    if (kind === 'rates')
      await sql`insert into market_rates (currency, day, rate, source)
        select ${symbol}, day, value, ${source} from ${rows} on conflict do nothing`.execute(trx)
    if (kind === 'dividends')
      await sql`insert into market_dividends (symbol, ex_day, pay_day, amount, currency, source)
        select ${symbol}, day, pay_day, value, currency, ${source} from ${rows} on conflict do nothing`.execute(
        trx,
      )
    if (kind === 'splits')
      await sql`insert into market_splits (symbol, day, ratio, source)
        select ${symbol}, fetched.day, value, ${source} from ${rows} where not exists (select from market_splits known
          where known.symbol = ${symbol} and abs(known.day - fetched.day) <= ${SAME_SPLIT_DAYS}::int)
        on conflict do nothing`.execute(trx)
    if (kind === 'adjusted') {
      const { rows: wider } = await sql`select from market_series where kind = ${kind} and symbol = ${symbol}
        and (from_day < ${from}::date or to_day > ${to}::date) for update`.execute(trx)
      // Another server has fetched a wider range meanwhile.
      if (wider.length > 0) return
      await trx.deleteFrom('marketAdjustedCloses').where('symbol', '=', symbol).execute()
      await sql`insert into market_adjusted_closes (symbol, day, close, source)
        select ${symbol}, day, value, ${source} from ${rows}`.execute(trx)
    }
    await sql`update market_series
      set from_day = least(from_day, ${from}::date), to_day = greatest(to_day, ${to}::date),
          is_included = ${answer !== null}
      where kind = ${kind} and symbol = ${symbol}`.execute(trx)
  })
}

/** As a table `fetched`, with null for columns that a kind of answer doesn't have. */
function rowsOf(answer: (Bar | DayBar | Split | Dividend)[]): RawBuilder<unknown> {
  const days = answer.map(({ day }) => day)
  const values = answer.map((one) => valueOf(one).toFixed())
  const lows = answer.map((one) => ('low' in one ? (one.low?.toFixed() ?? null) : null))
  const highs = answer.map((one) => ('high' in one ? (one.high?.toFixed() ?? null) : null))
  const payDays = answer.map((one) => ('payDay' in one ? one.payDay : null))
  const currencies = answer.map((one) => ('currency' in one ? one.currency : null))
  return sql`unnest(${days}::date[], ${values}::numeric[], ${lows}::numeric[], ${highs}::numeric[],
    ${payDays}::date[], ${currencies}::text[]) as fetched (day, value, low, high, pay_day, currency)`
}

function valueOf(one: Bar | Split | Dividend) {
  if ('ratio' in one) return one.ratio
  return 'amount' in one ? one.amount : one.close
}
