// Writes what was worked out of a portfolio, but only while the portfolio is still made of the same.
import { sql } from 'kysely'
import { tell } from '#server/db/tell.ts'
import type { Deps } from '#server/deps.ts'
import type { Difference } from '#shared/contracts/trust.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'
import { type AccountRow, accountsOf } from '../activities.ts'
import { claimPortfolio } from '../lock-portfolio.ts'
import type { Parts } from '../holdings/holding-rows.ts'
import type { PictureView } from '../returns/performance-summary.ts'
import { noteShown } from '../record-events.ts'
import type { ValueDifference } from '../reconciliation/net-asset-value.ts'
import { workOutSoon } from './enqueue-recompute.ts'

export type WorkedOut = Parts & {
  /** All accounts as they were read, those of play money included. */
  madeOf: AccountRow[]
  picture: PictureView | null
  fault: string | null
  /** For the owner alone. */
  statementDifferences: (ValueDifference & { accountId: string })[]
  differences: Difference[]
}

/**
 * All of it in one transaction; without accounts nothing is left. To work it out takes seconds, in which accounts may
 * be added, read anew or deleted: then nothing is written, and it is planned to be worked out again.
 */
export async function keepWorkedOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  { madeOf, picture, fault, holdings, cashWeight, statementDifferences, differences }: WorkedOut,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await claimPortfolio(trx, userId)
    if (standingOf(await accountsOf(trx, userId)) !== standingOf(madeOf))
      return await workOutSoon(trx, userId)
    await trx.deleteFrom('portfolioPictures').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioHoldings').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioDifferences').where('userId', '=', userId).execute()
    if (madeOf.length > 0) {
      await trx
        .insertInto('portfolioPictures')
        .values({
          userId,
          performance: picture?.performance ?? NO_PERFORMANCE,
          source: picture ? sourceOf(picture.trust.kind) : 'none',
          linkedSince: picture?.trust.kind === 'live' ? sql`${picture.trust.at.slice(0, 10)}::date` : null,
          moneyWeighted: picture?.moneyWeighted ?? null,
          picture: picture && JSON.stringify(picture),
          fault,
          cashWeight,
          statementDifferences: JSON.stringify(statementDifferences),
          workedOutAt: now,
        })
        .execute()
      const rows = holdings.map((row) => ({
        id: clock.newId(),
        userId,
        ...row,
        createdAt: now,
        updatedAt: now,
      }))
      if (rows.length > 0) await trx.insertInto('portfolioHoldings').values(rows).execute()
      const found = differences.map((difference, place) => ({ userId, place, ...difference }))
      if (found.length > 0)
        await trx
          .insertInto('portfolioDifferences')
          .values(found.map(({ day, ...row }) => ({ ...row, day: sql<Date>`${day}::date` })))
          .execute()
      if (picture) await noteShown(trx, userId, madeOf, now)
    }
    await tell(trx, [userId], 'portfolio')
  })
}

function sourceOf(kind: PictureView['trust']['kind']): PerformanceSource {
  if (kind === 'sample') return 'sample'
  return kind === 'imported' ? 'self_reported' : 'linked'
}

/** Whatever changes an account moves its `updatedAt`. */
const standingOf = (accounts: readonly AccountRow[]) =>
  accounts
    .map(({ id, updatedAt }) => `${id} ${updatedAt.toISOString()}`)
    .toSorted()
    .join()
