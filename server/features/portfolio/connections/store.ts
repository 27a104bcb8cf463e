// Reads and writes connections and provider customers. Their secrets are stored encrypted.
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/db/open.ts'
import type { Connection, Customer, Provider, ProviderName } from '#server/adapters/broker/provider.ts'

export type ConnectionNeeds = Pick<Deps, 'db' | 'clock' | 'secrets' | 'providers' | 'log'>

export const connectionsOf = (db: Db, userId: string) =>
  db
    .selectFrom('brokerConnections')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
export type ConnectionRow = Awaited<ReturnType<typeof connectionsOf>>[number]

export const connectionById = (db: Db, id: string) =>
  db.selectFrom('brokerConnections').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Whether the person's account is being deleted, so that nothing is read. If they keep it, the daily sweep reads again.
 */
export const isLeaving = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletionRequestedAt', 'is not', null)
    .executeTakeFirst()) !== undefined

/**
 * Undefined if the provider isn't configured, or no longer. A sandbox connection only works with a sandbox
 * provider.
 */
export const providerOf = (
  { providers }: Pick<Deps, 'providers'>,
  { provider, isSample }: Pick<ConnectionRow, 'provider' | 'isSample'>,
): Provider | undefined => providers.find((one) => one.name === provider && one.isSample === isSample)

/** `sealed`: the encrypted secret as stored. */
export type StoredCustomer = Customer & { sealed: Buffer | null }

/** Creates an id for a person the provider doesn't know yet. `secret` is null until the provider has issued one. */
export async function providerCustomer(
  { db, clock, secrets }: ConnectionNeeds,
  userId: string,
  { name, isSample }: Provider,
): Promise<StoredCustomer> {
  const row = await db
    .selectFrom('brokerCustomers')
    .select(['externalId', 'secret'])
    .where('userId', '=', userId)
    .where('provider', '=', name)
    .where('isSample', '=', isSample)
    .executeTakeFirst()
  if (!row) return { id: clock.newId(), secret: null, sealed: null }
  return { id: row.externalId, secret: secrets.open(row.secret, row.externalId), sealed: row.secret }
}

/** Returns false, and stores nothing, if another secret was stored since `customer` was read. */
export async function saveCustomer(
  { db, clock, secrets }: ConnectionNeeds,
  userId: string,
  { name, isSample }: Provider,
  { id, secret: before, sealed }: StoredCustomer,
  secret: string,
): Promise<boolean> {
  if (secret === before) return true
  const now = clock.now()
  const fresh = { secret: secrets.seal(secret, id) }
  if (sealed === null) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('brokerCustomers')
      .values({ userId, provider: name, isSample, externalId: id, ...fresh, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('brokerCustomers')
    .set(fresh)
    .where('externalId', '=', id)
    .where('secret', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The connection as its provider knows it. */
export function openConnection({ secrets }: Pick<Deps, 'secrets'>, row: ConnectionRow): Connection {
  const { externalId, broker, disabledAt, secret } = row
  const opened = secret && secrets.open(secret, externalId)
  return { externalId, broker, isDisabled: disabledAt !== null, secret: opened }
}

/** The user a provider's webhook is about. */
export const userOfWebhook = async (
  db: Db,
  provider: ProviderName,
  { customerId, connectionId }: { customerId: string | null; connectionId: string | null },
): Promise<string | undefined> => {
  const byCustomer = customerId
    ? await db
        .selectFrom('brokerCustomers')
        .select('userId')
        .where('provider', '=', provider)
        .where((eb) => eb(eb.cast<string>('externalId', 'text'), '=', customerId))
        .executeTakeFirst()
    : undefined
  if (byCustomer || !connectionId) return byCustomer?.userId
  const byConnection = await db
    .selectFrom('brokerConnections')
    .select('userId')
    .where('provider', '=', provider)
    .where('externalId', '=', connectionId)
    .executeTakeFirst()
  return byConnection?.userId
}
