// Work that is due by time: connections break, first syncs finish, accounts get another day of history.
import { Decimal } from 'decimal.js'
import { ledgerOf, type Activity } from './samples/ledger.ts'
import { brokerOf, type SampleAccount } from './samples/brokers.ts'
import { stableId } from './samples/seeded-random.ts'
import { plusDays, yesterdayOf } from './samples/trading-days.ts'
import { simulateDay } from './samples/simulate-day.ts'
import type { Account, Connection, BrokerAccount } from './store.ts'
import { queueConnectionWebhook, type Context } from './context.ts'

const ATTEMPTED = Object.fromEntries(
  ['total_value', 'positions', 'balances', 'orders'].map((what) => [what, { success: true, error: null }]),
)

/** Runs before each request and on a timer. */
export function runDueWork(context: Context): void {
  const now = context.now.getTime()
  for (const connection of context.store.all('connection')) {
    if (connection.disabledAt === null && (connection.breaksAt ?? Infinity) <= now)
      disable(context, connection)
    if (connection.disabledAt !== null) continue
    if (connection.syncsAt === null) syncDaily(context, connection)
    else if (connection.syncsAt <= now) finishFirstSync(context, connection)
  }
}

export function disable(context: Context, connection: Connection): void {
  connection.disabledAt = context.now.toISOString()
  connection.breaksAt = null
  context.store.put('connection', connection)
  queueConnectionWebhook(context, 'CONNECTION_BROKEN', connection)
}

export function finishFirstSync(context: Context, connection: Connection): void {
  connection.syncsAt = null
  context.store.put('connection', connection)
  for (const account of context.store.all('account', connection.id)) {
    simulateToYesterday(context, brokerAccountOf(context, account))
    queueConnectionWebhook(context, 'ACCOUNT_TRANSACTIONS_INITIAL_UPDATE', connection, {
      accountId: account.id,
    })
    queueHoldingsWebhook(context, connection, account)
  }
}

/** Runs if a finished day hasn't been reported yet. */
function syncDaily(context: Context, connection: Connection): void {
  for (const account of context.store.all('account', connection.id)) {
    const depot = brokerAccountOf(context, account)
    if ((depot.livedTo ?? '') >= yesterdayOf(context.now)) continue
    if (simulateToYesterday(context, depot) > 0) {
      queueConnectionWebhook(context, 'ACCOUNT_TRANSACTIONS_UPDATED', connection, { accountId: account.id })
    }
    queueHoldingsWebhook(context, connection, account)
  }
}

export function queueHoldingsWebhook(context: Context, connection: Connection, account: Account): void {
  queueConnectionWebhook(context, 'ACCOUNT_HOLDINGS_UPDATED', connection, {
    accountId: account.id,
    details: ATTEMPTED,
  })
}

/** Simulates every day up to yesterday. Returns the number of new activities. */
function simulateToYesterday(context: Context, depot: BrokerAccount): number {
  const { plan } = sampleOf(depot)
  const last = yesterdayOf(context.now)
  const known = context.store.entries(depot.id)
  const ledger = ledgerOf(known)
  const { opened, seed } = depot
  let seq = known.length
  let after = known.at(-1)?.at
  let day = depot.livedTo === null ? depot.opened : plusDays(depot.livedTo, 1)
  for (; plan && day <= last; day = plusDays(day, 1)) {
    for (const activity of simulateDay({ plan, seed, day, opened, ledger, after })) {
      append(context, depot, seq, activity)
      seq += 1
      after = activity.at
    }
  }
  // A clock that moves back must not repeat days.
  if ((depot.livedTo ?? '') < last) depot.livedTo = last
  depot.syncedAt = context.now.toISOString()
  context.store.put('depot', depot)
  return seq - known.length
}

function append(context: Context, depot: BrokerAccount, seq: number, activity: Activity): string {
  const id = stableId('entry', depot.id, seq)
  context.store.append(depot.id, seq, id, activity)
  return id
}

/** Adds a test's activities. Throws if units or cash would go negative. */
export function recordActivities(context: Context, depot: BrokerAccount, entries: Activity[]): string[] {
  const seq = context.store.activityCount(depot.id)
  const ids = entries.map((activity, index) => append(context, depot, seq + index, activity))
  const { cash, held } = ledgerOf(context.store.entries(depot.id))
  const short = [...held].find(([, { units }]) => units.lessThan(0))
  if (short) throw new Error(`The account does not have that much ${short[0]}.`)
  if (cash.lessThan(new Decimal(0))) throw new Error('The account does not have that much cash.')
  return ids
}

export function brokerAccountOf(context: Context, account: Account): BrokerAccount {
  const depot = context.store.get('depot', account.depot)
  if (!depot) throw new Error(`The account ${account.id} has no depot.`)
  return depot
}

export function sampleOf(depot: BrokerAccount): SampleAccount {
  const sample = brokerOf(depot.slug)?.accounts[depot.index]
  if (!sample) throw new Error(`There is no sample account ${depot.slug} ${depot.index}.`)
  return sample
}
