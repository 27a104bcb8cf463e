// The sample broker beside the server, where nobody is set up who reaches real ones.
import { join } from 'node:path'
import type { ListeningBroker } from '#sandbox/broker/listen.ts'
import type { Config } from './config.ts'
import { brokerWebhookPath } from '#server/features/portfolio/connections/webhook-route.ts'

/**
 * Null with real keys, when nothing of the sandbox is even loaded. `publicUrl` is where its pages are opened,
 * `loopbackUrl` where its webhooks are sent; null for a short-lived command, whose pages are on the sandbox's own port.
 */
export async function openBrokerSandbox(
  { brokers, dataDir }: Pick<Config, 'brokers' | 'dataDir'>,
  publicUrl: (() => string) | null,
  loopbackUrl: (() => string) | null,
): Promise<ListeningBroker | null> {
  if (!brokers.snaptrade?.isSandbox) return null
  const { listenBrokerSandbox } = await import('#sandbox/broker/listen.ts')
  const { clientId, consumerKey } = brokers.snaptrade
  return await listenBrokerSandbox({
    file: join(dataDir, 'broker-sandbox.sqlite'),
    ...(publicUrl && { baseUrl: () => `${publicUrl()}/sandbox/broker` }),
    webhook: loopbackUrl && { url: () => `${loopbackUrl()}${brokerWebhookPath('snaptrade')}` },
    clientId,
    consumerKey,
  })
}
