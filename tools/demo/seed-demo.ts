// Seeds a database with the demo people, their signals and, through the payment sandbox, their payments.
import { sql, type Transaction } from 'kysely'
import type { ListeningBroker } from '#tools/sandbox/broker/listen.ts'
import type { ListeningSandbox } from '#tools/sandbox/stripe/listen.ts'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import type { Deps } from '#server/deps.ts'
import { openDocuments } from '#server/features/legal/documents.ts'
import { agree } from './agree.ts'
import { buildPeople } from './build-people.ts'
import { seedComments } from './seed-comments.ts'
import { seedConnections } from './seed-connections.ts'
import { hasDemoPeople } from './has-demo-people.ts'
import { seedPayments } from './seed-payments.ts'
import { people } from './people.ts'
import { giveRoles, staff } from './staff.ts'
import { withPrices } from './stated-prices.ts'
import { withSignals } from './track-records.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

export const UNPAID =
  'The demo people pay and are paid only at the payment sandbox: with Stripe keys set they have no plans, payouts and subscriptions.'

/**
 * Creates the demo people, about 44 with a year of signals and payments, in one transaction. Does nothing if they
 * exist. The payment sandbox commits its part just before that: if the process stops in between, the sandbox has unused
 * customers, and the next start begins again. Takes about two seconds, or a tenth of one without a sandbox. `sandbox`
 * and `broker` are null with real keys.
 */
export async function seedDemo(
  { db, ...deps }: Needs,
  sandbox: ListeningSandbox | null,
  broker: ListeningBroker | null,
): Promise<void> {
  await asOneTransaction(db, async (within) => {
    // If two processes start on one database, the second one finds that the people exist.
    await sql`select pg_advisory_xact_lock(hashtextextended('demo people', 0))`.execute(within)
    if (await hasDemoPeople(within)) return
    const [market, now] = [simulatedMarket(), deps.clock.now()]
    const all = { ...(await withPrices(people, market, now)), ...(await withSignals(market, now)), ...staff }
    const persons = await buildPeople({ ...deps, db: within }, all)
    await giveRoles({ ...deps, db: within }, persons)
    if (sandbox) await seedPayments({ ...deps, db: within }, sandbox, persons)
    else console.error(UNPAID)
    if (broker) await seedConnections({ ...deps, db: within }, broker, persons)
    await agree({ ...deps, db: within }, openDocuments(deps.config))
    await within.transaction().execute((trx) => seedComments({ ...deps, db: trx }, persons))
    // Their bells only count later alerts.
    await sql`insert into alert_marks (person_id, seen_at) select id, ${now} from users`.execute(within)
  })
}

/** Runs work with many transactions as a single one. Its transactions, one at a time, become part of the outer one. */
async function asOneTransaction<T>(db: Db, work: (within: Db) => Promise<T>): Promise<T> {
  return await db.transaction().execute((whole) => {
    const part = { execute: <R>(step: (trx: Transaction<DB>) => Promise<R>) => step(whole) }
    return work(Object.assign(whole, { transaction: () => part }))
  })
}
