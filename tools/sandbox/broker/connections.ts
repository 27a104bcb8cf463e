// Creates, reconnects and deletes connections. The broker's own accounts outlive them.
import { newId } from './clock.ts'
import { brokerOf, type SampleBroker } from './samples/brokers.ts'
import { seededRandom, stableId } from './samples/seeded-random.ts'
import { type Day, dayOf, plusYears, tradingDayFrom } from './samples/trading-days.ts'
import type { Connection, BrokerAccount, User } from './store.ts'
import { finishFirstSync } from './sync.ts'
import { brokerageId, queueWebhook, queueConnectionWebhook, type Context } from './context.ts'

const MINUTE = 60_000
const EXPIRES_MS = 15_000
const YEARS = 3
/** Early enough for every full history to include the split of 2024-06-10. */
const LATEST_OPENING: Day = '2024-01-16'

/** Connecting the same broker again returns the same connection, as SnapTrade recognizes the login. */
export function connect(context: Context, userId: string, broker: SampleBroker): Connection {
  const { store, now } = context
  const old = store.all('connection', userId).find(({ slug }) => slug === broker.slug)
  if (old) return reconnectTo(context, old)
  queueAttempt(context, userId, broker, 'SUCCESS')
  const { failureMode } = broker
  const connection: Connection = {
    id: newId(),
    userId,
    slug: broker.slug,
    createdAt: now.toISOString(),
    disabledAt: null,
    breaksAt: failureMode === 'expires' ? now.getTime() + EXPIRES_MS : null,
    syncsAt: now.getTime() + (failureMode === 'syncing' ? 2 * MINUTE : 0),
    refusals: failureMode === 'rate-limited' ? 3 : 0,
    downUntil: failureMode === 'unavailable' ? now.getTime() + 10 * MINUTE : null,
  }
  store.put('connection', connection)
  queueConnectionWebhook(context, 'CONNECTION_ADDED', connection)
  for (const index of broker.accounts.keys()) {
    const account = {
      id: newId(),
      connectionId: connection.id,
      userId,
      depot: findOrCreateBrokerAccount(context, userId, broker, index).id,
      createdAt: now.toISOString(),
    }
    store.put('account', account)
    queueConnectionWebhook(context, 'NEW_ACCOUNT_AVAILABLE', connection, { accountId: account.id })
  }
  if (failureMode !== 'syncing') finishFirstSync(context, connection)
  return connection
}

/** The connection keeps its id and its history. */
export function reconnectTo(context: Context, connection: Connection): Connection {
  const wasDisabled = connection.disabledAt !== null
  connection.disabledAt = null
  connection.breaksAt = null
  context.store.put('connection', connection)
  const broker = brokerOf(connection.slug)
  if (broker) queueAttempt(context, connection.userId, broker, 'SUCCESS')
  queueConnectionWebhook(context, wasDisabled ? 'CONNECTION_FIXED' : 'CONNECTION_UPDATED', connection)
  return connection
}

export function rejectSignIn(context: Context, userId: string, broker: SampleBroker): void {
  queueAttempt(context, userId, broker, 'INVALID_CREDENTIALS')
  queueWebhook(context, 'CONNECTION_FAILED', userId)
}

function queueAttempt(context: Context, userId: string, broker: SampleBroker, result: string): void {
  queueWebhook(context, 'CONNECTION_ATTEMPTED', userId, {
    brokerageId: brokerageId(broker.slug),
    connectionAttemptedResult: result,
  })
}

function findOrCreateBrokerAccount(
  context: Context,
  userId: string,
  broker: SampleBroker,
  index: number,
): BrokerAccount {
  const id = stableId('depot', userId, broker.slug, index)
  const old = context.store.get('depot', id)
  if (old) return old
  const simulated = dayOf(context.now)
  const sample = broker.accounts[index]
  const since = plusYears(simulated, -YEARS)
  const seed = [context.seedOf(userId), broker.slug, index].join(' ')
  const depot: BrokerAccount = {
    id,
    userId,
    slug: broker.slug,
    index,
    number: `${Math.floor(1000 + 9000 * seededRandom(seed, 'number'))}${sample?.ending ?? ''}`,
    seed,
    opened: tradingDayFrom(sample?.plan && since > LATEST_OPENING ? LATEST_OPENING : since),
    // Fixed when the account is created, so that reported activities never disappear.
    tellsFrom: sample?.historyMonths === 12 ? plusYears(simulated, -1) : null,
    livedTo: null,
    syncedAt: null,
  }
  context.store.put('depot', depot)
  return depot
}

export function disconnect(context: Context, connection: Connection): void {
  for (const account of context.store.all('account', connection.id))
    context.store.remove('account', account.id)
  context.store.remove('connection', connection.id)
  queueConnectionWebhook(context, 'CONNECTION_DELETED', connection)
}

/** Deletes the user with their connections and their accounts at the brokers. */
export function removeUser(context: Context, user: User): void {
  const { store } = context
  for (const connection of store.all('connection', user.id)) disconnect(context, connection)
  for (const depot of store.all('depot', user.id)) {
    store.deleteActivities(depot.id)
    store.remove('depot', depot.id)
  }
  for (const session of store.all('session', user.id)) store.remove('session', session.id)
  store.remove('user', user.id)
  queueWebhook(context, 'USER_DELETED', user.id)
}
