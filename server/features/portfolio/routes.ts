// The calls about portfolios: one's own, another person's performance, imports and accounts.
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { isPayingFor } from '#server/features/users/store.ts'
import { mayReadPremium } from '#server/features/users/visibility.ts'
import type { Serve } from '#server/http/serve.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { Problem } from '#shared/problems.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { accountsOf } from './activities.ts'
import { lockPortfolio } from './lock-portfolio.ts'
import { confirmImport } from './import/confirm-import.ts'
import { dropFilesOf } from './import/stored-files.ts'
import {
  CALCULATION_FAILED,
  PRICES_UNAVAILABLE,
  publicReason,
} from '#engine/portfolio/returns/performance-summary.ts'
import { recordDeletion, recordEvents } from './record-events.ts'
import { accountById, differencesOf, holdingsOf, performanceRowOf } from './store.ts'
import { connectionsOf } from './connections/store.ts'
import {
  accountView,
  connectionView,
  differenceView,
  holdingView,
  performanceSummaryView,
  providerView,
  statementDifferencesView,
} from './views.ts'
import { enqueueRecompute } from './recompute/enqueue-recompute.ts'
import { isPriceMissing } from './recompute/fetch-prices.ts'
import { retryCalculation } from './recompute/retry-calculation.ts'

export function portfolioRoutes(serve: Serve, deps: Deps): void {
  const { db, clock } = deps

  serve(portfolio.read, async ({ viewer }) => {
    const [holdings, row, connections] = await Promise.all([
      holdingsOf(db, viewer.id),
      performanceRowOf(db, viewer.id),
      connectionsOf(db, viewer.id),
    ])
    return {
      holdings: holdings.map(holdingView),
      connected: connections.some(({ disabledAt }) => disabledAt === null),
      performance: row?.performance ?? NO_PERFORMANCE,
    }
  })

  serve(portfolio.overview, async ({ viewer }) => {
    const [holdings, row, accounts, connections, events, differences] = await Promise.all([
      holdingsOf(db, viewer.id),
      performanceRowOf(db, viewer.id),
      accountsOf(db, viewer.id),
      connectionsOf(db, viewer.id),
      recordEvents(db, viewer.id),
      differencesOf(db, viewer.id),
    ])
    const newest = Math.max(0, ...accounts.map(({ updatedAt }) => updatedAt.getTime()))
    const isOutdated = accounts.length > 0 && (row?.computedAt.getTime() ?? 0) < newest
    const waitsInVain = isOutdated && (await isPriceMissing(deps, viewer.id))
    return {
      picture: performanceSummaryView(row),
      events,
      differences: differences.map(differenceView),
      holdings: holdings.map(holdingView),
      cashWeight: row?.cashWeight ?? null,
      accounts: await Promise.all(accounts.map((account) => accountView(db, account))),
      connections: connections.map(connectionView),
      providers: deps.providers.map(providerView),
      isWorking: isOutdated && !waitsInVain,
      fault: waitsInVain ? PRICES_UNAVAILABLE : (row?.noReturnReason ?? null),
      canRetry: waitsInVain || row?.noReturnReason === CALCULATION_FAILED,
      statementDifferences: statementDifferencesView(row),
    }
  })

  serve(portfolio.ofPerson, async ({ viewer, params }) => {
    const person = await personById(deps, viewer.id, params.id)
    if (!person) throw new Problem('user_not_found')
    const row = await performanceRowOf(db, person.id)
    const pays = await isPayingFor(deps, viewer.id, person.id)
    const mayRead = mayReadPremium(viewer.id, { userId: person.id, pays })
    return {
      picture: performanceSummaryView(row),
      noReturn: row?.noReturnReason ? publicReason(row.noReturnReason) : null,
      events: await recordEvents(db, person.id),
      holdings: mayRead ? (await holdingsOf(db, person.id)).map(holdingView) : null,
      cashWeight: mayRead ? (row?.cashWeight ?? null) : null,
    }
  })

  serve(portfolio.retryCalculation, async ({ viewer }) => {
    await retryCalculation(deps, viewer.id)
    return { message: 'Calculating' }
  })

  serve(portfolio.confirmImport, async ({ viewer, params, body }) => {
    const id = await confirmImport(deps, viewer.id, params.id, body ?? undefined)
    const account = await accountById(db, viewer.id, id)
    if (!account) throw new Problem('import_not_found')
    await dropFilesOf(db, viewer.id)
    return await accountView(db, account)
  })

  serve(portfolio.dropImport, async ({ viewer, params }) => {
    const mine = await db
      .selectFrom('portfolioImports')
      .select('accountId')
      .where('id', '=', params.id)
      .where('userId', '=', viewer.id)
      .executeTakeFirst()
    if (!mine) throw new Problem('import_not_found')
    // Only unconfirmed previews are deleted.
    await db
      .deleteFrom('portfolioImports')
      .where('id', '=', params.id)
      .where('accountId', 'is', null)
      .execute()
    return { message: 'Thrown away' }
  })

  serve(portfolio.deleteAccount, async ({ viewer, params }) => {
    await db.transaction().execute(async (trx) => {
      await lockPortfolio(trx, viewer.id)
      await recordDeletion(trx, viewer.id, clock.now(), { accountId: params.id })
      const gone = await trx
        .deleteFrom('portfolioAccounts')
        .where('id', '=', params.id)
        .where('userId', '=', viewer.id)
        .executeTakeFirst()
      if (gone.numDeletedRows === 0n) throw new Problem('account_not_found')
      await enqueueRecompute(trx, viewer.id)
      await notify(trx, [viewer.id], 'portfolio')
    })
    return { message: 'Deleted' }
  })
}
