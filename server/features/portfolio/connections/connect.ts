// Begins to connect a broker, or to mend a connection: where its owner goes to sign in.
import { CONNECTED_PATH } from '#shared/contracts/portfolio.ts'
import { Problem } from '#shared/problems.ts'
import { ProviderTrouble, type ProviderName } from '#server/outside/broker/provider.ts'
import {
  connectionById,
  type ConnectionNeeds,
  customerOf,
  keepCustomer,
  openConnection,
  providerOf,
} from './store.ts'

/** The address of the provider's page. Throws `provider_not_set_up`, `connection_not_found` and `broker_unavailable`. */
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
  const customer = await customerOf(deps, userId, provider)
  const reconnect = row ? openConnection(deps, row) : null
  const begun = await provider
    .begin(customer, { returnUrl: `${publicUrl}${CONNECTED_PATH}`, reconnect })
    .catch((error: unknown) => {
      throw unavailable(deps, error)
    })
  await keepCustomer(deps, userId, provider, { id: customer.id, secret: begun.secret })
  return begun.url
}

/** What a person is told when a provider can't be asked; anything that is no trouble of its stays what it is. */
export function unavailable({ log }: Pick<ConnectionNeeds, 'log'>, error: unknown): unknown {
  if (!(error instanceof ProviderTrouble)) return error
  log.warn({ trouble: error.kind, error: error.message }, 'a provider of brokers could not be asked')
  return new Problem(error.kind === 'gone' ? 'connection_gone' : 'broker_unavailable')
}
