// The calls about accounts: list, balances, positions, activities.
import {
  accountThrottled,
  badInput,
  brokerDown,
  connectionDisabled,
  notFound,
  stillSyncing,
  unexpected,
} from '../problems.ts'
import { ledgerOf } from '../samples/ledger.ts'
import type { Account, Connection, BrokerAccount, StoredActivity } from '../store.ts'
import { brokerAccountOf } from '../sync.ts'
import { asOf, wireAccount, wireActivity, wireBalance, wirePositions } from '../api-shapes.ts'
import type { CallRequest, CallReply, Context } from '../context.ts'
import { connectionOf } from './connections.ts'

const LARGEST_PAGE = 1000
const DAY = /^\d{4}-\d\d-\d\d$/

type Known = { account: Account; connection: Connection; depot: BrokerAccount }

function known(context: Context, account: Account | undefined, userId: string): Known {
  const connection = account && context.store.get('connection', account.connectionId)
  if (!connection || connection.userId !== userId) throw notFound()
  return { account, connection, depot: brokerAccountOf(context, account) }
}
const accountOf = (context: Context, { id, user }: CallRequest) =>
  known(context, context.store.get('account', id), user.id)

/** The activities that this broker reports. Positions still come from the whole history. */
const visibleActivities = (depot: BrokerAccount, entries: StoredActivity[]) =>
  entries.filter(({ day }) => day >= (depot.tellsFrom ?? ''))

function wire(context: Context, { account, connection, depot }: Known) {
  const entries = context.store.entries(depot.id)
  const [first = null] = visibleActivities(depot, entries)
    .map(({ day }) => day)
    .toSorted()
  return wireAccount(account, connection, depot, { ledger: ledgerOf(entries), first })
}

export function listAccounts(context: Context, { user }: CallRequest): CallReply {
  const accounts = context.store
    .all('connection', user.id)
    .flatMap(({ id }) => context.store.all('account', id))
  return { body: accounts.map((one) => wire(context, known(context, one, user.id))) }
}

export function connectionAccounts(context: Context, call: CallRequest): CallReply {
  const accounts = context.store.all('account', connectionOf(context, call).id)
  return { body: accounts.map((one) => wire(context, known(context, one, call.user.id))) }
}

export const accountDetails = (context: Context, call: CallRequest): CallReply => ({
  body: wire(context, accountOf(context, call)),
})

/** Throws the error that a failing broker returns instead of data. */
function refuseWhileFailing(context: Context, connection: Connection): void {
  if (connection.syncsAt !== null) throw stillSyncing()
  if (connection.refusals > 0) {
    connection.refusals -= 1
    context.store.put('connection', connection)
    throw accountThrottled(5)
  }
  if (connection.downUntil === null) return
  if (connection.downUntil > context.now.getTime()) {
    // Alternates, so that clients get both: maintenance (503) and an unexpected error (500).
    const isServerError = connection.downUntil % 2 === 1
    connection.downUntil += isServerError ? -1 : 1
    context.store.put('connection', connection)
    throw isServerError ? unexpected() : brokerDown()
  }
}

/**
 * On the real-time plan data is fetched with each call, so a disabled connection has none. On the daily plan it is
 * cached.
 */
function refuseDisabled(context: Context, connection: Connection): void {
  if (connection.disabledAt !== null && context.plan === 'realtime') throw connectionDisabled()
}

export function balances(context: Context, call: CallRequest): CallReply {
  const { connection, depot } = accountOf(context, call)
  refuseDisabled(context, connection)
  refuseWhileFailing(context, connection)
  return { body: [wireBalance(ledgerOf(context.store.entries(depot.id)), depot)] }
}

export function positions(context: Context, call: CallRequest): CallReply {
  const { connection, depot } = accountOf(context, call)
  refuseDisabled(context, connection)
  refuseWhileFailing(context, connection)
  const results = wirePositions(ledgerOf(context.store.entries(depot.id)), depot)
  return { body: { results, data_freshness: { as_of: asOf(depot, context.now) } } }
}

/** Latest first. Activities are cached on every plan, so a disabled connection still returns them. */
export function activities(context: Context, call: CallRequest): CallReply {
  const { connection, depot } = accountOf(context, call)
  refuseWhileFailing(context, connection)
  const { query } = call
  const [from, to] = [dayIn(query, 'startDate') ?? '', dayIn(query, 'endDate') ?? '9999-12-31']
  const types = query
    .get('type')
    ?.toUpperCase()
    .split(',')
    .map((type) => type.trim())
  const offset = numberIn(query, 'offset', 0)
  const limit = Math.min(LARGEST_PAGE, numberIn(query, 'limit', LARGEST_PAGE))
  const all = visibleActivities(depot, context.store.entries(depot.id))
    .filter(({ day, type }) => day >= from && day <= to && (types?.includes(type) ?? true))
    .toReversed()
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const data = all.slice(offset, offset + limit).map((activity) => wireActivity(activity, depot))
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
