// Starts connecting a broker, or repairing a connection: returns the provider's sign-in page.
import { enqueue } from '#server/jobs/enqueue.ts'
import { CONNECTED_PATH } from '#shared/contracts/portfolio.ts'
import { Problem } from '#shared/problems.ts'
import { ProviderError, type ProviderName } from '#server/adapters/broker/provider.ts'
import { discoveryJob } from './discover-connections.ts'
import {
  connectionById,
  type ConnectionNeeds,
  providerCustomer,
  saveCustomer,
  openConnection,
  providerOf,
} from './store.ts'

/**
 * The address of the provider's page. Throws `provider_not_set_up`, `connection_not_found` and `broker_unavailable`.
 */
export async function connect(
  deps: ConnectionNeeds,
  userId: string,
  asked: { provider: ProviderName } | { connectionId: string },
  publicUrl: string,
): Promise<string> {
  const row = 'connectionId' in asked ? await connectionById(deps.db, asked.connectionId) : undefined
  if ('connectionId' in asked && row?.userId !== userId) throw new Problem('connection_not_found')
  const provider = row
    ? providerOf(deps, row)
    : deps.providers.find(({ name }) => 'provider' in asked && name === asked.provider)
  if (!provider) throw new Problem('provider_not_set_up')
  const reconnect = row ? openConnection(deps, row) : null
  const returnUrl = `${publicUrl}${CONNECTED_PATH}`
  for (let attempt = 1; ; attempt += 1) {
    const customer = await providerCustomer(deps, userId, provider)
    const begun = await provider.begin(customer, { returnUrl, reconnect }).catch((error: unknown) => {
      throw toBrokerProblem(deps, error)
    })
    // If two tabs start at the same time, the later one starts over: overwriting the secret would make the provider
    // forget the other tab's page.
    const isKept = await saveCustomer(deps, userId, provider, customer, begun.secret)
    if (!isKept && attempt < ATTEMPTS_MAX) continue
    await scheduleDiscovery(deps, userId, provider.name)
    return begun.url
  }
}

const ATTEMPTS_MAX = 3
/**
 * Discovery also runs at these times for people who sign in but never return. Plaid's public token is valid for half an
 * hour.
 */
const DISCOVER_AFTER_MINUTES = [3, 10, 25]

async function scheduleDiscovery(
  { db, clock }: ConnectionNeeds,
  userId: string,
  provider: ProviderName,
): Promise<void> {
  for (const minutes of DISCOVER_AFTER_MINUTES) {
    const runAt = new Date(clock.now().getTime() + minutes * 60_000)
    const { key, queue } = discoveryJob(provider, userId)
    await enqueue(
      db,
      'discover_connections',
      { userId, provider },
      { key: `${key} ${minutes}`, queue, runAt },
    )
  }
}

/** Turns a provider error into the problem a person sees. Other errors stay as they are. */
export function toBrokerProblem({ log }: Pick<ConnectionNeeds, 'log'>, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  log.warn(
    { event: 'broker_call_failed', kind: error.kind, error: error.message },
    'a request to a broker provider failed',
  )
  return new Problem(error.kind === 'gone' ? 'connection_gone' : 'broker_unavailable')
}
