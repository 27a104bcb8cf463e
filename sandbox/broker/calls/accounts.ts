// Accounts of a user, and what is in them: cash, positions, activities.
import {
  accountThrottled,
  badInput,
  brokerDown,
  connectionDisabled,
  notFound,
  stillSyncing,
  unexpected,
} from '../problems.ts'
import { bookOf } from '../samples/book.ts'
import type { Account, Connection, Depot, KeptEntry } from '../store.ts'
import { depotOf } from '../syncing.ts'
import { asOf, wireAccount, wireActivity, wireBalance, wirePositions } from '../wire.ts'
import type { Ask, Reply, World } from '../world.ts'
import { connectionOf } from './connections.ts'

const LARGEST_PAGE = 1000
const DAY = /^\d{4}-\d\d-\d\d$/

type Known = { account: Account; connection: Connection; depot: Depot }

function known(world: World, account: Account | undefined, userId: string): Known {
  const connection = account && world.store.get('connection', account.connectionId)
  if (!connection || connection.userId !== userId) throw notFound()
  return { account, connection, depot: depotOf(world, account) }
}
const accountOf = (world: World, { id, user }: Ask) => known(world, world.store.get('account', id), user.id)

/** What is told of the past; the positions come from all of it. */
const told = (depot: Depot, entries: KeptEntry[]) =>
  entries.filter(({ day }) => day >= (depot.tellsFrom ?? ''))

function wire(world: World, { account, connection, depot }: Known) {
  const entries = world.store.entries(depot.id)
  const [first = null] = told(depot, entries)
    .map(({ day }) => day)
    .toSorted()
  return wireAccount(account, connection, depot, { book: bookOf(entries), first })
}

export function listAccounts(world: World, { user }: Ask): Reply {
  const accounts = world.store.all('connection', user.id).flatMap(({ id }) => world.store.all('account', id))
  return { body: accounts.map((one) => wire(world, known(world, one, user.id))) }
}

export function connectionAccounts(world: World, ask: Ask): Reply {
  const accounts = world.store.all('account', connectionOf(world, ask).id)
  return { body: accounts.map((one) => wire(world, known(world, one, ask.user.id))) }
}

export const accountDetails = (world: World, ask: Ask): Reply => ({
  body: wire(world, accountOf(world, ask)),
})

/** What a broker in trouble answers, before anything is told. */
function refuseInTrouble(world: World, connection: Connection): void {
  if (connection.syncsAt !== null) throw stillSyncing()
  if (connection.refusals > 0) {
    connection.refusals -= 1
    world.store.put('connection', connection)
    throw accountThrottled(5)
  }
  if (connection.downUntil === null) return
  if (connection.downUntil > world.now.getTime()) {
    // By turns, so that both are met: a broker under maintenance, and an accident.
    const isAccident = connection.downUntil % 2 === 1
    connection.downUntil += isAccident ? -1 : 1
    world.store.put('connection', connection)
    throw isAccident ? unexpected() : brokerDown()
  }
}

/** Fetched with each call where the plan is that, so that a disabled connection has none; cached otherwise. */
function refuseDisabled(world: World, connection: Connection): void {
  if (connection.disabledAt !== null && world.plan === 'realtime') throw connectionDisabled()
}

export function balances(world: World, ask: Ask): Reply {
  const { connection, depot } = accountOf(world, ask)
  refuseDisabled(world, connection)
  refuseInTrouble(world, connection)
  return { body: [wireBalance(bookOf(world.store.entries(depot.id)), depot)] }
}

export function positions(world: World, ask: Ask): Reply {
  const { connection, depot } = accountOf(world, ask)
  refuseDisabled(world, connection)
  refuseInTrouble(world, connection)
  const results = wirePositions(bookOf(world.store.entries(depot.id)), depot)
  return { body: { results, data_freshness: { as_of: asOf(depot, world.now) } } }
}

/** Latest first. Cached on every plan, so a disabled connection still tells what it knew. */
export function activities(world: World, ask: Ask): Reply {
  const { connection, depot } = accountOf(world, ask)
  refuseInTrouble(world, connection)
  const { query } = ask
  const [from, to] = [dayIn(query, 'startDate') ?? '', dayIn(query, 'endDate') ?? '9999-12-31']
  const types = query
    .get('type')
    ?.toUpperCase()
    .split(',')
    .map((type) => type.trim())
  const offset = numberIn(query, 'offset', 0)
  const limit = Math.min(LARGEST_PAGE, numberIn(query, 'limit', LARGEST_PAGE))
  const all = told(depot, world.store.entries(depot.id))
    .filter(({ day, type }) => day >= from && day <= to && (types?.includes(type) ?? true))
    .toReversed()
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const data = all.slice(offset, offset + limit).map((entry) => wireActivity(entry, depot))
  return { body: { data, pagination: { offset, limit, total: all.length } } }
}

function dayIn(query: URLSearchParams, name: string): string | null {
  const value = query.get(name)
  if (value !== null && !DAY.test(value)) throw badInput(`Invalid ${name}`)
  return value
}

function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const value = query.get(name) ?? String(otherwise)
  if (!/^\d{1,9}$/.test(value) || (name === 'limit' && Number(value) === 0)) throw badInput(`Invalid ${name}`)
  return Number(value)
}
