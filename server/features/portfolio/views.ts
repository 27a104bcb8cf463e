// Turns portfolio rows into JSON. Percentages only.
import type { z } from 'zod'
import type { Db } from '#server/db/open.ts'
import { type HoldingSummary, PerformanceSummary } from '#shared/contracts/portfolio.ts'
import type { Account, Connection, Provider } from '#shared/contracts/portfolio-accounts.ts'
import type { MarketDifference, RecordSource } from '#shared/contracts/track-record.ts'
import type { AccountRow } from './activities.ts'
import type { ConnectionRow } from './connections/store.ts'
import type { ValueDifference } from '#engine/portfolio/reconciliation/net-asset-value.ts'
import { NO_BALANCES } from '#engine/portfolio/reconciliation/reconcile.ts'
import { reconciledTo } from './reconciliation/records.ts'
import { balancesOf, leftOutOf } from './reconciliation/store.ts'
import type { DifferenceRow, HoldingRow, PerformanceRow } from './store.ts'

export const holdingView = (row: HoldingRow): z.input<typeof HoldingSummary> => ({
  id: row.id,
  ticker: row.ticker,
  companyName: row.companyName,
  percentReturn: row.percentReturn,
  weight: row.weight ?? '',
  spark: Array.isArray(row.spark) ? row.spark.map(Number) : [],
  noPriceSince: row.noPriceSince,
  isAtIntrinsic: row.isAtIntrinsic,
})

/** Null if an older version stored a summary that lacks a figure. It is recomputed before it is shown. */
export function performanceSummaryView(row: PerformanceRow): z.input<typeof PerformanceSummary> | null {
  const stored = row?.summary as z.input<typeof PerformanceSummary> | null | undefined
  if (!stored || !PerformanceSummary.safeParse(stored).success) return null
  return { ...stored, trust: trustNow(stored.trust, row?.stoppedAt ?? null) }
}

/** A summary that was live when it was computed no longer is once a connection has stopped working. */
function trustNow(trust: z.input<typeof RecordSource>, stoppedAt: Date | null): z.input<typeof RecordSource> {
  if (!trust.isLinked || stoppedAt === null) return trust
  return { ...trust, kind: trust.kind === 'live' ? 'stopped' : trust.kind, until: stoppedAt.toISOString() }
}

export async function accountView(db: Db, row: AccountRow): Promise<z.input<typeof Account>> {
  const { activities } = await db
    .selectFrom('portfolioActivities')
    .select((eb) => eb.fn.countAll<number>().as('activities'))
    .where('accountId', '=', row.id)
    .executeTakeFirstOrThrow()
  const known = (await balancesOf(db, [row.id])).get(row.id) ?? NO_BALANCES
  return {
    id: row.id,
    broker: row.broker,
    source: row.source,
    label: row.label,
    currency: row.currency,
    activities,
    updatedAt: row.updatedAt.toISOString(),
    connectionId: row.connectionId,
    isPaper: row.isPaper,
    isMapped: row.isMapped,
    completeness: {
      rowsLeftOut: await leftOutOf(db, [row.id]),
      openingAdded: known.openings.length > 0,
      openingCash: known.cash.length > 0 ? 'added' : null,
      isMargin: row.isMargin,
      reconciledTo: reconciledTo(known),
    },
  }
}

export const statementDifferencesView = (row: PerformanceRow) =>
  (row?.statementDifferences ?? []) as (ValueDifference & { accountId: string })[]

export const differenceView = (row: DifferenceRow): z.input<typeof MarketDifference> => ({
  kind: row.kind,
  day: row.dayText,
  symbol: row.symbol,
  currency: row.currency,
  recorded: row.recorded === null ? null : Number(row.recorded),
  low: row.low === null ? null : Number(row.low),
  high: row.high === null ? null : Number(row.high),
})

export const providerView = ({ name, isSample }: z.input<typeof Provider>): z.input<typeof Provider> => ({
  name,
  isSample,
})

export const connectionView = (row: ConnectionRow): z.input<typeof Connection> => ({
  id: row.id,
  provider: { name: row.provider, isSample: row.isSample },
  broker: row.broker,
  state: stateOf(row),
  since: row.createdAt.toISOString(),
  syncedAt: row.syncedAt?.toISOString() ?? null,
  trouble: row.syncError,
})

function stateOf({ endedAt, disabledAt, syncedAt }: ConnectionRow): z.input<typeof Connection>['state'] {
  if (endedAt !== null) return 'ended'
  if (disabledAt !== null) return 'broken'
  return syncedAt === null ? 'reading' : 'live'
}
