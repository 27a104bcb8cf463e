// Makes connections, mends them and takes them away; the broker's own accounts outlive them.
import { newId } from './clock.ts'
import { brokerOf, type SampleBroker } from './samples/brokers.ts'
import { chanceOf, idOf } from './samples/chance.ts'
import { type Day, dayOf, plusYears, tradingDayFrom } from './samples/days.ts'
import type { Connection, Depot, User } from './store.ts'
import { finishFirstSync } from './syncing.ts'
import { brokerageId, tell, tellOf, type World } from './world.ts'

const MINUTE = 60_000
const EXPIRES_MS = 15_000
const YEARS = 3
/** So that every long history has the split of 2024-06-10 in it. */
const LATEST_OPENING: Day = '2024-01-16'

/** The same broker again is the same connection: they recognise the sign-in. */
export function connect(world: World, userId: string, broker: SampleBroker): Connection {
  const { store, now } = world
  const old = store.all('connection', userId).find(({ slug }) => slug === broker.slug)
  if (old) return mend(world, old)
  attempted(world, userId, broker, 'SUCCESS')
  const { trouble } = broker
  const connection: Connection = {
    id: newId(),
    userId,
    slug: broker.slug,
    createdAt: now.toISOString(),
    disabledAt: null,
    breaksAt: trouble === 'expires' ? now.getTime() + EXPIRES_MS : null,
    syncsAt: now.getTime() + (trouble === 'syncing' ? 2 * MINUTE : 0),
    refusals: trouble === 'rate-limited' ? 3 : 0,
    downUntil: trouble === 'unavailable' ? now.getTime() + 10 * MINUTE : null,
  }
  store.put('connection', connection)
  tellOf(world, 'CONNECTION_ADDED', connection)
  for (const index of broker.accounts.keys()) {
    const account = {
      id: newId(),
      connectionId: connection.id,
      userId,
      depot: depotFor(world, userId, broker, index).id,
      createdAt: now.toISOString(),
    }
    store.put('account', account)
    tellOf(world, 'NEW_ACCOUNT_AVAILABLE', connection, { accountId: account.id })
  }
  if (trouble !== 'syncing') finishFirstSync(world, connection)
  return connection
}

/** Keeps its id and its history. */
export function mend(world: World, connection: Connection): Connection {
  const wasDisabled = connection.disabledAt !== null
  connection.disabledAt = null
  connection.breaksAt = null
  world.store.put('connection', connection)
  const broker = brokerOf(connection.slug)
  if (broker) attempted(world, connection.userId, broker, 'SUCCESS')
  tellOf(world, wasDisabled ? 'CONNECTION_FIXED' : 'CONNECTION_UPDATED', connection)
  return connection
}

export function refuse(world: World, userId: string, broker: SampleBroker): void {
  attempted(world, userId, broker, 'INVALID_CREDENTIALS')
  tell(world, 'CONNECTION_FAILED', userId)
}

function attempted(world: World, userId: string, broker: SampleBroker, result: string): void {
  tell(world, 'CONNECTION_ATTEMPTED', userId, {
    brokerageId: brokerageId(broker.slug),
    connectionAttemptedResult: result,
  })
}

function depotFor(world: World, userId: string, broker: SampleBroker, index: number): Depot {
  const id = idOf('depot', userId, broker.slug, index)
  const old = world.store.get('depot', id)
  if (old) return old
  const today = dayOf(world.now)
  const sample = broker.accounts[index]
  const since = plusYears(today, -YEARS)
  const seed = [world.seedOf(userId), broker.slug, index].join(' ')
  const depot: Depot = {
    id,
    userId,
    slug: broker.slug,
    index,
    number: `${Math.floor(1000 + 9000 * chanceOf(seed, 'number'))}${sample?.ending ?? ''}`,
    seed,
    opened: tradingDayFrom(sample?.plan && since > LATEST_OPENING ? LATEST_OPENING : since),
    // Once and for all: what was told stays told.
    tellsFrom: sample?.tellsMonths === 12 ? plusYears(today, -1) : null,
    livedTo: null,
    syncedAt: null,
  }
  world.store.put('depot', depot)
  return depot
}

export function disconnect(world: World, connection: Connection): void {
  for (const account of world.store.all('account', connection.id)) world.store.remove('account', account.id)
  world.store.remove('connection', connection.id)
  tellOf(world, 'CONNECTION_DELETED', connection)
}

/** With all they have, here and at the brokers. */
export function removeUser(world: World, user: User): void {
  const { store } = world
  for (const connection of store.all('connection', user.id)) disconnect(world, connection)
  for (const depot of store.all('depot', user.id)) {
    store.forgetEntries(depot.id)
    store.remove('depot', depot.id)
  }
  for (const session of store.all('session', user.id)) store.remove('session', session.id)
  store.remove('user', user.id)
  tell(world, 'USER_DELETED', user.id)
}
