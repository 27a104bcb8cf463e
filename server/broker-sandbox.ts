// Starts the broker sandbox in this process, if no provider's keys are set.
import { join } from 'node:path'
import type { ListeningBroker } from '#tools/sandbox/broker/listen.ts'
import type { Config } from './config.ts'
import { brokerWebhookPath } from '#server/features/portfolio/connections/webhook-route.ts'

/**
 * Null with real keys, and then the sandbox's code isn't loaded. Its pages are opened at `publicUrl`, and its webhooks
 * are sent to `loopbackUrl`. A short-lived command passes null for both, and the pages are on the sandbox's own port.
 */
export async function openBrokerSandbox(
  { brokers, dataDir }: Pick<Config, 'brokers' | 'dataDir'>,
  publicUrl: (() => string) | null,
  loopbackUrl: (() => string) | null,
): Promise<ListeningBroker | null> {
  if (!brokers.snaptrade?.isSandbox) return null
  const { listenBrokerSandbox } = await import('#tools/sandbox/broker/listen.ts')
  const { clientId, consumerKey } = brokers.snaptrade
  return await listenBrokerSandbox({
    file: join(dataDir, 'broker-sandbox.sqlite'),
    ...(publicUrl && { baseUrl: () => `${publicUrl()}/sandbox/broker` }),
    webhook: loopbackUrl && { url: () => `${loopbackUrl()}${brokerWebhookPath('snaptrade')}` },
    clientId,
    consumerKey,
  })
}
