// Ends connections at the provider and here, and deletes everything that was read through them.
import { notify } from '#server/db/notify.ts'
import { Problem } from '#shared/problems.ts'
import { toBrokerProblem } from './connect.ts'
import {
  connectionById,
  type ConnectionNeeds,
  connectionsOf,
  providerCustomer,
  openConnection,
  providerOf,
} from './store.ts'
import { lockPortfolio } from '../lock-portfolio.ts'
import { recordDeletion } from '../record-events.ts'
import { enqueueRecompute } from '../recompute/enqueue-recompute.ts'

/**
 * Removes the connection at the provider first, so that a secret is never deleted while its access is still
 * valid. Throws
 * `connection_not_found` and `broker_unavailable`.
 */
export async function disconnect(deps: ConnectionNeeds, userId: string, connectionId: string): Promise<void> {
  const row = await connectionById(deps.db, connectionId)
  if (row?.userId !== userId) throw new Problem('connection_not_found')
  const provider = providerOf(deps, row)
  if (provider) {
    const customer = await providerCustomer(deps, userId, provider)
    await provider.remove(customer, openConnection(deps, row)).catch((error: unknown) => {
      throw toBrokerProblem(deps, error)
    })
  }
  await deps.db.transaction().execute(async (trx) => {
    await lockPortfolio(trx, userId)
    await recordDeletion(trx, userId, deps.clock.now(), { connectionId })
    await trx.deleteFrom('brokerConnections').where('id', '=', row.id).execute()
    await enqueueRecompute(trx, userId)
    await notify(trx, [userId], 'portfolio')
  })
}

/** Deletes a person's whole portfolio and makes each provider delete them. Throws `broker_unavailable`. */
export async function deletePortfolio(deps: ConnectionNeeds, userId: string): Promise<void> {
  await forgetAtProviders(deps, userId).catch((error: unknown) => {
    throw toBrokerProblem(deps, error)
  })
  await deps.db.transaction().execute(async (trx) => {
    await lockPortfolio(trx, userId)
    await recordDeletion(trx, userId, deps.clock.now())
    await trx.deleteFrom('brokerConnections').where('userId', '=', userId).execute()
    await trx.deleteFrom('brokerCustomers').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioAccounts').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioImports').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioImportFiles').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioColumnMappings').where('userId', '=', userId).execute()
    await trx.deleteFrom('performanceSummaries').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioHoldings').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioDifferences').where('userId', '=', userId).execute()
    await notify(trx, [userId], 'portfolio')
  })
}

async function forgetAtProviders(deps: ConnectionNeeds, userId: string): Promise<void> {
  const rows = await connectionsOf(deps.db, userId)
  for (const provider of deps.providers) {
    const customer = await providerCustomer(deps, userId, provider)
    const known = rows.filter((row) => providerOf(deps, row) === provider)
    if (customer.secret !== null)
      await provider.forget(
        customer,
        known.map((row) => openConnection(deps, row)),
      )
  }
}
