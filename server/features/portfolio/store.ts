// Reads the stored performance, holdings and differences. Only the differences contain amounts, and only the
// owner sees them.
import { type Expression, sql } from 'kysely'
import { newYorkDay } from '#engine/market/exchange-days.ts'
import type { Db } from '#server/db/open.ts'
import { asActivity, rowsOf } from './activities.ts'
import type { RecordEvent } from '#shared/contracts/track-record.ts'
import type { LinkedRecord } from '#engine/portfolio/holdings/rules.ts'

export const holdingsOf = (db: Db, userId: string) =>
  db
    .selectFrom('portfolioHoldings')
    .select(['id', 'ticker', 'companyName', 'percentReturn', 'weight', 'spark', 'isAtIntrinsic'])
    .select((eb) => eb.cast<string | null>('noPriceSince', 'text').as('noPriceSince'))
    .where('userId', '=', userId)
    .orderBy(
      (eb) => eb.cast(eb.fn('replace', ['weight', eb.val('%'), eb.val('')]), 'numeric'),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('ticker')
    .execute()
export type HoldingRow = Awaited<ReturnType<typeof holdingsOf>>[number]

/** When the first of a person's connections stopped working. Paper accounts' connections don't count. */
export const connectionStoppedAt = (userId: Expression<string>) =>
  sql<Date | null>`(select min(connection.disabled_at)
    from broker_connections connection join portfolio_accounts account on account.connection_id = connection.id
   where connection.user_id = ${userId} and not account.is_paper)`

/**
 * The last event that interrupted a person's record (accounts deleted, or the record restarted) as JSON; null if there
 * is none.
 */
export const lastBreakOf = (userId: Expression<string>) =>
  sql<RecordEvent | null>`(select json_build_object('kind', kind, 'day', day) from performance_record_events
   where user_id = ${userId} and kind in ('deleted', 'restarted') order by at desc limit 1)`

/** `stoppedAt`: when the first connection behind the figures stopped working. */
export const performanceRowOf = (db: Db, userId: string) =>
  db
    .selectFrom('performanceSummaries')
    .selectAll()
    .select((eb) => connectionStoppedAt(eb.ref('performanceSummaries.userId')).as('stoppedAt'))
    .where('userId', '=', userId)
    .executeTakeFirst()
export type PerformanceRow = Awaited<ReturnType<typeof performanceRowOf>>

/** The trades and dividends that disagree with the market, newest first. */
export const differencesOf = (db: Db, userId: string) =>
  db
    .selectFrom('portfolioDifferences')
    .select((eb) => [
      'kind',
      eb.cast<string>('day', 'text').as('dayText'),
      'symbol',
      'currency',
      'recorded',
      'low',
      'high',
    ])
    .where('userId', '=', userId)
    .orderBy('place')
    .execute()
export type DifferenceRow = Awaited<ReturnType<typeof differencesOf>>[number]

export const accountById = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('portfolioAccounts')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * A person's linked accounts with their activities in these symbols, by symbol. Sample brokers only if there
 * are no others.
 */
export async function linkedRecordsOf(
  db: Db,
  userId: string,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, LinkedRecord[]>> {
  const accounts = await db
    .selectFrom('portfolioAccounts as account')
    .innerJoin('brokerConnections as connection', 'connection.id', 'account.connectionId')
    .select(['account.id', 'connection.isSample', 'connection.syncedAt'])
    .select(
      sql<string | null>`(select min(day)::text from portfolio_activities where account_id = account.id)`.as(
        'since',
      ),
    )
    .where('account.userId', '=', userId)
    .where('account.isPaper', '=', false)
    .execute()
  const real = accounts.filter(({ isSample }) => !isSample)
  const used = real.length > 0 ? real : accounts
  if (used.length === 0) return new Map()
  const rows = await rowsOf(db)
    .where(
      'accountId',
      'in',
      used.map(({ id }) => id),
    )
    .where('symbol', 'in', [...symbols])
    .execute()
  const activities = Map.groupBy(rows, ({ accountId, symbol }) => `${accountId} ${symbol}`)
  return new Map(
    symbols.map((symbol) => [
      symbol,
      used.map(({ id, isSample, since, syncedAt }) => ({
        isSample,
        since,
        readOn: syncedAt && newYorkDay(syncedAt),
        activities: (activities.get(`${id} ${symbol}`) ?? []).map(asActivity),
      })),
    ]),
  )
}
