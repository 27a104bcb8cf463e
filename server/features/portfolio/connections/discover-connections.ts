// Asks a provider which brokers a person has connected, and enqueues a sync for new and repaired connections.
import { notify } from '#server/db/notify.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import {
  type Connection,
  type Provider,
  type ProviderName,
  ProviderError,
} from '#server/adapters/broker/provider.ts'
import { lockPortfolio } from '../lock-portfolio.ts'
import {
  type ConnectionNeeds,
  type ConnectionRow,
  connectionsOf,
  providerCustomer,
  openConnection,
  isLeaving,
} from './store.ts'

/** Webhooks announce changes, but a connection isn't synced more often than this. */
const SYNC_AGAIN_MS = 6 * 3_600_000

/**
 * The provider's list is authoritative: new connections are saved, broken ones are marked, and repaired or outdated
 * ones are synced. A connection that is no longer listed is marked as ended; only its owner deletes its record. Throws
 * `ProviderError`.
 */
export async function discoverConnections(
  deps: ConnectionNeeds,
  userId: string,
  provider: Provider,
): Promise<void> {
  const { clock, db } = deps
  const rows = (await connectionsOf(db, userId)).filter(
    (row) => row.provider === provider.name && row.isSample === provider.isSample,
  )
  const customer = await providerCustomer(deps, userId, provider)
  if (customer.secret === null) return
  const found = await provider.connections(
    customer,
    rows.map((row) => openConnection(deps, row)),
  )
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await lockPortfolio(trx, userId)
    const within = { ...deps, db: trx }
    // If the connections were deleted here during the request, they aren't saved again.
    if ((await providerCustomer(within, userId, provider)).id !== customer.id) return
    const still = await connectionsOf(trx, userId)
    for (const connection of found)
      if (!isAmong(rows, connection) || isAmong(still, connection))
        await keep(within, userId, provider, connection)
    await trx
      .updateTable('brokerConnections')
      .set({ lookedAt: now })
      .where('userId', '=', userId)
      .where('provider', '=', provider.name)
      .where('isSample', '=', provider.isSample)
      .execute()
    const gone = rows.filter((row) => !isAmong(found, row))
    for (const { id } of gone)
      await trx
        .updateTable('brokerConnections')
        .set({ disabledAt: now, endedAt: now, syncError: null })
        .where('id', '=', id)
        .where('endedAt', 'is', null)
        .execute()
    await notify(trx, [userId], 'portfolio')
  })
}

const isAmong = (some: readonly { externalId: string }[], { externalId }: { externalId: string }) =>
  some.some((one) => one.externalId === externalId)

async function keep(
  { db, clock, secrets }: ConnectionNeeds,
  userId: string,
  provider: Provider,
  { externalId, broker, isDisabled, secret }: Connection,
): Promise<void> {
  const now = clock.now()
  const before = await db
    .selectFrom('brokerConnections')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('isSample', '=', provider.isSample)
    .where('externalId', '=', externalId)
    .forUpdate()
    .executeTakeFirst()
  if (before && before.userId !== userId) return
  const id = before?.id ?? clock.newId()
  const disabledAt = isDisabled ? (before?.disabledAt ?? now) : null
  const sealed = secret === null ? null : secrets.seal(secret, externalId)
  await db
    .insertInto('brokerConnections')
    .values({
      id,
      userId,
      provider: provider.name,
      isSample: provider.isSample,
      externalId,
      broker,
      secret: sealed,
      disabledAt,
      createdAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'isSample', 'externalId']).doUpdateSet({
        disabledAt,
        endedAt: null,
        ...(sealed && { secret: sealed }),
        ...(!isDisabled && before?.disabledAt && { syncError: null, failures: 0 }),
      }),
    )
    .execute()
  if (!isDisabled && isDue(before, now))
    await enqueue(db, 'sync_connection', { connectionId: id }, syncJob(provider, id))
}

function isDue(before: ConnectionRow | undefined, now: Date): boolean {
  if (!before?.syncedAt || before.disabledAt !== null) return true
  return now.getTime() - before.syncedAt.getTime() >= SYNC_AGAIN_MS
}

/** At most one queued sync per connection, and one running job per provider because of its rate limits. */
export const syncJob = ({ name }: { name: string }, connectionId: string) => ({
  key: `sync ${connectionId}`,
  queue: name,
})

/** How long after a failure discovery is retried. */
const RETRY_MS = 10 * 60_000

/** Runs discovery as a job, and enqueues it again if the provider can't answer now. */
export async function runDiscoveryJob(
  deps: ConnectionNeeds,
  userId: string,
  name: ProviderName,
): Promise<void> {
  const provider = deps.providers.find((one) => one.name === name)
  if (!provider || (await isLeaving(deps.db, userId))) return
  try {
    await discoverConnections(deps, userId, provider)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(
      { event: 'broker_sync_failed', kind: error.kind, error: error.message },
      'connection discovery failed',
    )
    const runAt = new Date(deps.clock.now().getTime() + (error.retryAfterMs ?? RETRY_MS))
    await enqueue(
      deps.db,
      'discover_connections',
      { userId, provider: name },
      { ...discoveryJob(name, userId), runAt },
    )
  }
}

export const discoveryJob = (name: ProviderName, userId: string) => ({
  key: `discover ${name} ${userId}`,
  queue: name,
})
