// Fetches a series from the market data provider and stores it for every portfolio.
import { type Market, MarketBusy } from '#server/adapters/market/port.ts'
import type { Deps } from '#server/deps.ts'
import type { DayRange, MissingSeries, Series } from './series.ts'
import { type Answer, storeSeries } from './store-series.ts'

/**
 * Fetches a missing series and stores it, with no open transaction during the request. Records the attempt first, so
 * that a failing series moves to the end of the queue, and counts failures and how long the provider is busy. Throws
 * `MarketBusy`, and the provider's errors.
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
  const answer = await ask(market, missing, range).catch(async (error: unknown) => {
    const isBusy = error instanceof MarketBusy
    await db
      .updateTable('marketSeries')
      .set((eb) =>
        isBusy
          ? { busySince: eb.fn.coalesce('busySince', eb.val(triedAt)) }
          : { failures: eb('failures', '+', 1), busySince: null },
      )
      .where('kind', '=', kind)
      .where('symbol', '=', symbol)
      .execute()
    throw error
  })
  await storeSeries(db, missing, range, answer, { source: market.name, now: clock.now() })
}

/** Resets the counts of failures and busy responses of these series. */
export async function forgetFailures(db: Deps['db'], series: readonly Series[]): Promise<void> {
  for (const { kind, symbol } of series)
    await db
      .updateTable('marketSeries')
      .set({ failures: 0, busySince: null })
      .where('kind', '=', kind)
      .where('symbol', '=', symbol)
      .execute()
}

/** Records an attempt to fetch a series. False if the last one, by any server, is less than `everyMs` ago. */
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
    case 'actions':
      return await market.corporateActions(symbol, from, to)
    case 'adjusted':
      return await market.adjustedCloses(symbol, from, to)
    case 'rates':
      return await market.rates(symbol, from, to)
  }
}
