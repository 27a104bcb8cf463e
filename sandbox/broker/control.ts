// What a test or a demo may make happen: a connection breaks, a sync ends, the broker trades today.
import { Decimal } from 'decimal.js'
import { bookOf, type Entry, type EntryType } from './samples/book.ts'
import { dayOf } from './samples/days.ts'
import { priceOn } from './samples/prices.ts'
import { securityOf } from './samples/securities.ts'
import type { Account, Connection } from './store.ts'
import { bookMore, depotOf, disable, finishFirstSync, tellHoldings } from './syncing.ts'
import { tellOf, type World } from './world.ts'

export type NewActivity = {
  type: EntryType
  symbol?: string
  /** Added to what is held: negative for a sale. */
  units?: string | number
  /** That of the day when it is not said. */
  price?: string | number
  /** Added to the cash; worked out from units and price for trades when it is not said. */
  amount?: string | number
  /** Now when it is not said. */
  at?: Date
  description?: string
}
export type Control = {
  /** It is disabled, as when a password changed; reconnecting mends it. */
  breakConnection: (connectionId: string) => void
  /** Ends a first sync, a rate limit and a maintenance before their time. */
  endTrouble: (connectionId: string) => void
  /** The broker books these now, and letters say so. The answer is their ids. */
  addActivities: (accountId: string, activities: NewActivity[]) => string[]
  /** Buys (or with negative units sells) at the price of the day. */
  tradeToday: (accountId: string, symbol: string, units: number) => string
  /** What the account holds, as exact decimals written out, for comparison. */
  bookOf: (accountId: string) => { cash: string; units: Record<string, string> }
}

const TRADES = new Set<EntryType>(['BUY', 'SELL', 'REI'])

export function controls(change: <T>(work: (world: World) => T) => T): Control {
  const add = (accountId: string, activities: NewActivity[]) =>
    change((world) => addActivities(world, accountId, activities))
  return {
    breakConnection: (id) => change((world) => disable(world, connectionIn(world, id))),
    endTrouble: (id) => change((world) => endTrouble(world, connectionIn(world, id))),
    addActivities: add,
    tradeToday: (accountId, symbol, units) =>
      add(accountId, [{ type: units < 0 ? 'SELL' : 'BUY', symbol, units }])[0] ?? '',
    bookOf: (accountId) =>
      change((world) => {
        const { cash, held } = bookOf(world.store.entries(depotOf(world, accountIn(world, accountId)).id))
        const units = [...held].map(([symbol, holding]) => [symbol, holding.units.toFixed()])
        return { cash: cash.toFixed(2), units: Object.fromEntries(units) as Record<string, string> }
      }),
  }
}

function connectionIn(world: World, id: string): Connection {
  const connection = world.store.get('connection', id)
  if (!connection) throw new Error(`There is no connection ${id}.`)
  return connection
}

function accountIn(world: World, id: string): Account {
  const account = world.store.get('account', id)
  if (!account) throw new Error(`There is no account ${id}.`)
  return account
}

function endTrouble(world: World, connection: Connection): void {
  const isSyncing = connection.syncsAt !== null
  Object.assign(connection, { refusals: 0, downUntil: null, breaksAt: null })
  world.store.put('connection', connection)
  if (isSyncing) finishFirstSync(world, connection)
}

function addActivities(world: World, accountId: string, activities: NewActivity[]): string[] {
  const account = accountIn(world, accountId)
  const connection = connectionIn(world, account.connectionId)
  const entries = activities.map((one) => entryOf(world, one))
  const ids = bookMore(world, depotOf(world, account), entries)
  if (connection.disabledAt === null) {
    tellOf(world, 'ACCOUNT_TRANSACTIONS_UPDATED', connection, { accountId })
    tellHoldings(world, connection, account)
  }
  return ids
}

function entryOf(world: World, activity: NewActivity): Entry {
  const at = activity.at ?? world.now
  const day = dayOf(at)
  const isTrade = TRADES.has(activity.type)
  const security = activity.symbol === undefined ? null : securityOf(activity.symbol)
  const units = new Decimal(activity.units ?? 0)
  const price = new Decimal(activity.price ?? (security && isTrade ? priceOn(security, day) : 0))
  const amount = new Decimal(activity.amount ?? (isTrade ? units.times(price).negated() : 0))
  return {
    type: activity.type,
    symbol: security?.symbol ?? null,
    units: units.toFixed(),
    price: price.toFixed(),
    amount: amount.toFixed(2),
    day,
    at: at.toISOString(),
    text: activity.description ?? `${activity.type} ${security?.symbol ?? ''}`.trim(),
  }
}
