// Events that a test or the demo can trigger: a broken connection, a finished sync, a trade today.
import { Decimal } from 'decimal.js'
import { ledgerOf, type Activity, type ActivityType } from './samples/ledger.ts'
import { dayOf } from './samples/trading-days.ts'
import { priceOn } from './samples/prices.ts'
import { securityOf } from './samples/securities.ts'
import type { Account, Connection } from './store.ts'
import { recordActivities, brokerAccountOf, disable, finishFirstSync, queueHoldingsWebhook } from './sync.ts'
import { queueConnectionWebhook, type Context } from './context.ts'

export type NewActivity = {
  type: ActivityType
  symbol?: string
  /** Change in units: negative for a sale. */
  units?: string | number
  /** The day's price by default. */
  price?: string | number
  /** Change in cash; for trades it defaults to units times price. */
  amount?: string | number
  /** Now by default. */
  at?: Date
  description?: string
}
export type TestControls = {
  /** Disables the connection, as after a changed password. Reconnecting repairs it. */
  breakConnection: (connectionId: string) => void
  /** Ends a pending first sync, rate limit or maintenance early. */
  endFailures: (connectionId: string) => void
  /** Adds activities and sends their webhooks. Returns the activities' ids. */
  addActivities: (accountId: string, activities: NewActivity[]) => string[]
  /** Buys, or sells with negative units, at today's price. */
  tradeToday: (accountId: string, symbol: string, units: number) => string
  /** The account's cash and units as exact decimal strings. */
  bookOf: (accountId: string) => { cash: string; units: Record<string, string> }
}

const TRADES = new Set<ActivityType>(['BUY', 'SELL', 'REI'])

export function createTestControls(change: <T>(work: (context: Context) => T) => T): TestControls {
  const add = (accountId: string, activities: NewActivity[]) =>
    change((context) => addActivities(context, accountId, activities))
  return {
    breakConnection: (id) => change((context) => disable(context, connectionIn(context, id))),
    endFailures: (id) => change((context) => endFailures(context, connectionIn(context, id))),
    addActivities: add,
    tradeToday: (accountId, symbol, units) =>
      add(accountId, [{ type: units < 0 ? 'SELL' : 'BUY', symbol, units }])[0] ?? '',
    bookOf: (accountId) =>
      change((context) => {
        const { cash, held } = ledgerOf(
          context.store.entries(brokerAccountOf(context, accountIn(context, accountId)).id),
        )
        const units = [...held].map(([symbol, holding]) => [symbol, holding.units.toFixed()])
        return { cash: cash.toFixed(2), units: Object.fromEntries(units) as Record<string, string> }
      }),
  }
}

function connectionIn(context: Context, id: string): Connection {
  const connection = context.store.get('connection', id)
  if (!connection) throw new Error(`There is no connection ${id}.`)
  return connection
}

function accountIn(context: Context, id: string): Account {
  const account = context.store.get('account', id)
  if (!account) throw new Error(`There is no account ${id}.`)
  return account
}

function endFailures(context: Context, connection: Connection): void {
  const isSyncing = connection.syncsAt !== null
  Object.assign(connection, { refusals: 0, downUntil: null, breaksAt: null })
  context.store.put('connection', connection)
  if (isSyncing) finishFirstSync(context, connection)
}

function addActivities(context: Context, accountId: string, activities: NewActivity[]): string[] {
  const account = accountIn(context, accountId)
  const connection = connectionIn(context, account.connectionId)
  const entries = activities.map((one) => entryOf(context, one))
  const ids = recordActivities(context, brokerAccountOf(context, account), entries)
  if (connection.disabledAt === null) {
    queueConnectionWebhook(context, 'ACCOUNT_TRANSACTIONS_UPDATED', connection, { accountId })
    queueHoldingsWebhook(context, connection, account)
  }
  return ids
}

function entryOf(context: Context, activity: NewActivity): Activity {
  const at = activity.at ?? context.now
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
