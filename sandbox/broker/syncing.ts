// What happens without being asked: connections break, first syncs end, and each account lives on by a day.
import { Decimal } from 'decimal.js'
import { bookOf, type Entry } from './samples/book.ts'
import { brokerOf, type SampleAccount } from './samples/brokers.ts'
import { idOf } from './samples/chance.ts'
import { plusDays, yesterdayOf } from './samples/days.ts'
import { liveDay } from './samples/life.ts'
import type { Account, Connection, Depot } from './store.ts'
import { tellOf, type World } from './world.ts'

const ATTEMPTED = Object.fromEntries(
  ['total_value', 'positions', 'balances', 'orders'].map((what) => [what, { success: true, error: null }]),
)

/** Done before each request and by a timer. */
export function catchUp(world: World): void {
  const now = world.now.getTime()
  for (const connection of world.store.all('connection')) {
    if (connection.disabledAt === null && (connection.breaksAt ?? Infinity) <= now) disable(world, connection)
    if (connection.disabledAt !== null) continue
    if (connection.syncsAt === null) syncDaily(world, connection)
    else if (connection.syncsAt <= now) finishFirstSync(world, connection)
  }
}

export function disable(world: World, connection: Connection): void {
  connection.disabledAt = world.now.toISOString()
  connection.breaksAt = null
  world.store.put('connection', connection)
  tellOf(world, 'CONNECTION_BROKEN', connection)
}

export function finishFirstSync(world: World, connection: Connection): void {
  connection.syncsAt = null
  world.store.put('connection', connection)
  for (const account of world.store.all('account', connection.id)) {
    live(world, depotOf(world, account))
    tellOf(world, 'ACCOUNT_TRANSACTIONS_INITIAL_UPDATE', connection, { accountId: account.id })
    tellHoldings(world, connection, account)
  }
}

/** Only when a day is over that has not been told yet. */
function syncDaily(world: World, connection: Connection): void {
  for (const account of world.store.all('account', connection.id)) {
    const depot = depotOf(world, account)
    if ((depot.livedTo ?? '') >= yesterdayOf(world.now)) continue
    if (live(world, depot) > 0) {
      tellOf(world, 'ACCOUNT_TRANSACTIONS_UPDATED', connection, { accountId: account.id })
    }
    tellHoldings(world, connection, account)
  }
}

export function tellHoldings(world: World, connection: Connection, account: Account): void {
  tellOf(world, 'ACCOUNT_HOLDINGS_UPDATED', connection, { accountId: account.id, details: ATTEMPTED })
}

/** Lives until yesterday and says how many activities that added. */
function live(world: World, depot: Depot): number {
  const { plan } = sampleOf(depot)
  const last = yesterdayOf(world.now)
  const known = world.store.entries(depot.id)
  const book = bookOf(known)
  const { opened, seed } = depot
  let seq = known.length
  let after = known.at(-1)?.at
  let day = depot.livedTo === null ? depot.opened : plusDays(depot.livedTo, 1)
  for (; plan && day <= last; day = plusDays(day, 1)) {
    for (const entry of liveDay({ plan, seed, day, opened, book, after })) {
      append(world, depot, seq, entry)
      seq += 1
      after = entry.at
    }
  }
  // A clock that goes back must not make it live the same days again.
  if ((depot.livedTo ?? '') < last) depot.livedTo = last
  depot.syncedAt = world.now.toISOString()
  world.store.put('depot', depot)
  return seq - known.length
}

function append(world: World, depot: Depot, seq: number, entry: Entry): string {
  const id = idOf('entry', depot.id, seq)
  world.store.append(depot.id, seq, id, entry)
  return id
}

/** Books what a test wants to have happened. What would leave less than nothing is refused. */
export function bookMore(world: World, depot: Depot, entries: Entry[]): string[] {
  const seq = world.store.entryCount(depot.id)
  const ids = entries.map((entry, index) => append(world, depot, seq + index, entry))
  const { cash, held } = bookOf(world.store.entries(depot.id))
  const short = [...held].find(([, { units }]) => units.lessThan(0))
  if (short) throw new Error(`The account does not have that much ${short[0]}.`)
  if (cash.lessThan(new Decimal(0))) throw new Error('The account does not have that much cash.')
  return ids
}

export function depotOf(world: World, account: Account): Depot {
  const depot = world.store.get('depot', account.depot)
  if (!depot) throw new Error(`The account ${account.id} has no depot.`)
  return depot
}

export function sampleOf(depot: Depot): SampleAccount {
  const sample = brokerOf(depot.slug)?.accounts[depot.index]
  if (!sample) throw new Error(`There is no sample account ${depot.slug} ${depot.index}.`)
  return sample
}
