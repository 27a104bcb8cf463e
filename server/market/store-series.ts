// Stores a market data provider's response, and records corrections.
import type { Bar, CorporateAction, DayBar, Dividend, Split } from '#engine/market/prices.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import { storeActions } from './corporate-actions.ts'
import type { DayRange, Series } from './series.ts'

/** Null if the provider's plan doesn't include the series. */
export type Answer = Bar[] | DayBar[] | Split[] | Dividend[] | CorporateAction[] | null

/** Two splits of one share this close together are the same split, dated differently by two providers. */
const SAME_SPLIT_DAYS = 10

/** Resolves with the days on which data is new or different. */
type Store = (
  trx: Transaction<DB>,
  symbol: string,
  rows: RawBuilder<unknown>,
  source: string,
) => Promise<string[]>

/**
 * Stores a response and the range it covers, which must touch the range fetched before. Where it differs from the
 * stored data, it replaces it, and `market_series.corrected_at` records since when. An empty response removes nothing,
 * because a provider that has lost its data sends the same.
 */
export async function storeSeries(
  db: Db,
  { kind, symbol }: Series,
  { from, to }: DayRange,
  answer: Answer,
  { source, now }: { source: string; now: Date },
): Promise<void> {
  // A provider may return more than requested, such as a day that hasn't ended.
  const within = (answer ?? []).filter(({ day }) => day >= from && day <= to)
  const actions = within.filter((one) => 'newSymbol' in one)
  const rows = rowsOf(within.filter((one) => isDated(one)))
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('marketSeries')
      .set({ failures: 0, busySince: null })
      .where('kind', '=', kind)
      .where('symbol', '=', symbol)
      .where((eb) => eb.or([eb('failures', '>', 0), eb('busySince', 'is not', null)]))
      .execute()
    const { rows: series } = await sql<
      Partial<DayRange>
    >`select from_day::text as "from", to_day::text as "to"
      from market_series where kind = ${kind} and symbol = ${symbol} for update`.execute(trx)
    const before = { from: series[0]?.from ?? '9999-12-31', to: series[0]?.to ?? '0000-01-01' }
    // Another server has fetched a wider range in the meantime.
    if (kind === 'adjusted' && (before.from < from || before.to > to)) return
    const changed =
      kind === 'actions'
        ? await storeActions(trx, actions, source)
        : await STORES[kind](trx, symbol, rows, source)
    // New data on a day that was fetched before was published late.
    const first = changed.filter((day) => day >= before.from && day <= before.to).toSorted()[0] ?? null
    await sql`update market_series
      set from_day = least(from_day, ${from}::date), to_day = greatest(to_day, ${to}::date),
          is_included = ${answer !== null},
          corrected_at = case when ${first}::date is null then corrected_at else ${now}::timestamptz end,
          corrected_from = least(corrected_from, ${first}::date)
      where kind = ${kind} and symbol = ${symbol}`.execute(trx)
  })
}

const STORES: Record<Exclude<Series['kind'], 'actions'>, Store> = {
  async closes(trx, symbol, rows, source) {
    const changed = await daysOf(
      trx,
      sql`select fetched.day from ${rows} left join market_closes known
        on known.symbol = ${symbol} and known.day = fetched.day where known.close is distinct from fetched.value`,
    )
    // Closes that an earlier version stored have neither range nor volume.
    await sql`insert into market_closes as known (symbol, day, close, low, high, volume, source)
      select distinct on (day) ${symbol}, day, value, low, high, volume, ${source} from ${rows}
      on conflict (symbol, day) do update set close = excluded.close, low = coalesce(excluded.low, known.low),
          high = coalesce(excluded.high, known.high), volume = coalesce(excluded.volume, known.volume),
          source = excluded.source
        where known.close <> excluded.close
          or (excluded.low is not null and (known.low, known.high) is distinct from (excluded.low, excluded.high))
          or (excluded.volume is not null and known.volume is distinct from excluded.volume)`.execute(trx)
    return changed
  },
  async rates(trx, symbol, rows, source) {
    await sql`insert into market_rates (currency, day, rate, source)
      select ${symbol}, day, value, ${source} from ${rows} on conflict do nothing`.execute(trx)
    return []
  },
  async dividends(trx, symbol, rows, source) {
    // Removes dividends only from the response's first day on, because a plan's history may begin later than the stored
    // data.
    const removed = await daysOf(
      trx,
      sql`delete from market_dividends known where symbol = ${symbol}
          and ex_day between (select min(day) from ${rows}) and (select max(day) from ${rows})
          and not exists (select from ${rows} where day = known.ex_day and value = known.amount
            and currency = known.currency)
        returning ex_day as day`,
    )
    const added = await daysOf(
      trx,
      sql`insert into market_dividends (symbol, ex_day, pay_day, amount, currency, source)
        select ${symbol}, day, pay_day, value, currency, ${source} from ${rows} on conflict do nothing
        returning ex_day as day`,
    )
    return [...removed, ...added]
  },
  async splits(trx, symbol, rows, source) {
    const near = sql`abs(known.day - fetched.day) <= ${SAME_SPLIT_DAYS}::int`
    // If a single provider now dates a split differently, it was corrected. With two providers, either may
    // have answered.
    const isOneProvider = !source.includes(',')
    const moved = isOneProvider
      ? await daysOf(
          trx,
          sql`delete from market_splits known using ${rows}
            where known.symbol = ${symbol} and known.source = ${source} and known.day <> fetched.day and ${near}
              and not exists (select from ${rows} where fetched.day = known.day) returning known.day`,
        )
      : []
    const corrected = await daysOf(
      trx,
      sql`update market_splits known set ratio = fetched.value, source = ${source} from ${rows}
        where known.symbol = ${symbol} and known.day = fetched.day and known.ratio <> fetched.value returning known.day`,
    )
    const added = await daysOf(
      trx,
      sql`insert into market_splits (symbol, day, ratio, source)
        select ${symbol}, fetched.day, value, ${source} from ${rows} where not exists (select from market_splits known
          where known.symbol = ${symbol} and ${near})
        on conflict do nothing returning market_splits.day`,
    )
    return [...moved, ...corrected, ...added]
  },
  async adjusted(trx, symbol, rows, source) {
    await trx.deleteFrom('marketAdjustedCloses').where('symbol', '=', symbol).execute()
    await sql`insert into market_adjusted_closes (symbol, day, close, source)
      select ${symbol}, day, value, ${source} from ${rows}`.execute(trx)
    return []
  },
}

async function daysOf(trx: Transaction<DB>, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    day: string
  }>`with changed as (${query}) select day::text as day from changed`.execute(trx)
  return rows.map(({ day }) => day)
}

/** As a table `fetched`, with null for columns that this kind of response doesn't have. */
function rowsOf(answer: (Bar | DayBar | Split | Dividend)[]): RawBuilder<unknown> {
  const days = answer.map(({ day }) => day)
  const values = answer.map((one) => valueOf(one).toFixed())
  const ofBar = (key: 'low' | 'high' | 'volume') =>
    answer.map((one) => (key in one ? ((one as DayBar)[key]?.toFixed() ?? null) : null))
  const payDays = answer.map((one) => ('payDay' in one ? one.payDay : null))
  const currencies = answer.map((one) => ('currency' in one ? one.currency : null))
  return sql`unnest(${days}::date[], ${values}::numeric[], ${ofBar('low')}::numeric[], ${ofBar('high')}::numeric[],
    ${ofBar('volume')}::numeric[], ${payDays}::date[], ${currencies}::text[])
    as fetched (day, value, low, high, volume, pay_day, currency)`
}

const isDated = (
  one: Bar | DayBar | Split | Dividend | CorporateAction,
): one is Bar | DayBar | Split | Dividend => !('newSymbol' in one)

function valueOf(one: Bar | Split | Dividend) {
  if ('ratio' in one) return one.ratio
  return 'amount' in one ? one.amount : one.close
}
