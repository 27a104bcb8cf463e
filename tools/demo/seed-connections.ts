// Connects some demo creators to the sample broker through the product's own calls and its sign-in page.
import { sql } from 'kysely'
import type { ListeningBroker } from '#tools/sandbox/broker/listen.ts'
import type { Deps } from '#server/deps.ts'
import { connect } from '#server/features/portfolio/connections/connect.ts'
import { discoverConnections, syncJob } from '#server/features/portfolio/connections/discover-connections.ts'
import type { ConnectionNeeds } from '#server/features/portfolio/connections/store.ts'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { recomputePerformance } from '#server/features/portfolio/recompute/recompute.ts'
import { openProviders } from '#server/adapters/broker/open.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { openSecrets } from '#server/secrets.ts'
import { signInAt } from '#tools/sandbox/broker/browser-actions.ts'
import type { Person } from './build-people.ts'
import { type Ago, momentOf } from './time-ago.ts'
import type { people } from './people.ts'

/** The people, their sample brokers (tools/sandbox/broker/README.md), and how long ago they connected. */
const CONNECTED = [
  { who: 'maya', broker: 'SAMPLE', since: [7, 3] },
  { who: 'theo', broker: 'SAMPLE-NORTH', since: [2, 0] },
] as const satisfies { who: keyof typeof people; broker: string; since: Ago }[]

/** When this resolves, all accounts are imported and computed, and no job is left in the queue. */
export async function seedConnections(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  sandbox: ListeningBroker,
  persons: Record<keyof typeof people, Person>,
): Promise<void> {
  const { brokers } = deps.config
  const providers = openProviders(brokers, {
    clock: deps.clock,
    sandboxApi: sandbox.apiUrl,
    plaidWebhookUrl: () => '',
  })
  const needs = {
    ...deps,
    providers,
    secrets: openSecrets(brokers.encryptionKeys, deps.clock),
    market: simulatedMarket(),
  }
  for (const { who, broker, since } of CONNECTED)
    await connectOne(needs, persons[who].id, broker, momentOf(since, deps.clock.now(), 0))
}

async function connectOne(
  needs: ConnectionNeeds & Parameters<typeof recomputePerformance>[0],
  userId: string,
  broker: string,
  since: Date,
): Promise<void> {
  const [provider] = needs.providers
  if (!provider) throw new Error('There is no sample broker')
  const url = await connect(needs, userId, { provider: provider.name }, 'http://localhost')
  await signInAt(url, { broker })
  await discoverConnections(needs, userId, provider)
  const mine = await needs.db
    .selectFrom('brokerConnections')
    .select('id')
    .where('userId', '=', userId)
    .execute()
  for (const { id } of mine) await syncConnection(needs, id)
  await needs.db
    .updateTable('brokerConnections')
    .set({ createdAt: since })
    .where('userId', '=', userId)
    .execute()
  await needs.db
    .updateTable('portfolioAccounts')
    .set({ createdAt: since })
    .where('userId', '=', userId)
    .execute()
  await recomputePerformance(needs, userId)
  // This function has already done the work of the queued jobs.
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key like ${`%${userId}%`}`.execute(
    needs.db,
  )
  for (const { id } of mine)
    await sql`select graphile_worker.remove_job(${syncJob(provider, id).key})`.execute(needs.db)
}
