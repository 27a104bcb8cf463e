// Receives the providers' webhooks. A webhook is only a hint: the job that it enqueues reads the changes from the
// provider.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { PROVIDERS, ProviderError } from '#server/adapters/broker/provider.ts'
import { Problem } from '#shared/problems.ts'
import { discoveryJob } from './discover-connections.ts'
import { userOfWebhook } from './store.ts'

export const brokerWebhookPath = (provider: string) => `/api/brokers/${provider}/webhook`
const BODY_MAX_BYTES = 64 * 1024

/**
 * Not part of the contract, because the signature covers the raw body. A repeated webhook enqueues the same job again.
 */
export function serveBrokerWebhooks(app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    for (const name of PROVIDERS)
      scope.post(brokerWebhookPath(name), async (request, reply) => {
        limits.count(clientAddress(request))
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([key, value]) => [
            key,
            Array.isArray(value) ? value[0] : value,
          ]),
        )
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const provider = deps.providers.find((one) => one.name === name)
        const webhook = await provider?.readWebhook(headers, body).catch((error: unknown) => {
          // The signature can't be verified now. The provider sends the webhook again.
          throw error instanceof ProviderError ? new Problem('unavailable') : error
        })
        if (!webhook) throw new Problem('bad_webhook')
        const userId = await userOfWebhook(deps.db, name, webhook)
        if (userId !== undefined)
          await enqueue(
            deps.db,
            'discover_connections',
            { userId, provider: name },
            discoveryJob(name, userId),
          )
        return reply.status(200).send({ received: true })
      })
  })
}
