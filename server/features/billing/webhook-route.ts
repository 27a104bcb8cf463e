// Where Stripe sends its events: `POST /api/stripe/webhook`, for both kinds.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { readStripeEvent } from '#server/adapters/stripe-events.ts'
import { receiveEvent } from './receive-event.ts'

export const WEBHOOK_PATH = '/api/stripe/webhook'
/** An event carries the whole object; Stripe's largest are far below. */
const EVENT_MAX_BYTES = 1024 * 1024

/** The signature is over the bytes as they came, so nothing may read them first. A 5xx makes Stripe send it again. */
export function serveWebhook(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(WEBHOOK_PATH, { bodyLimit: EVENT_MAX_BYTES }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const given = typeof signature === 'string' ? signature : ''
      await receiveEvent(deps, readStripeEvent(deps.stripe, deps.config.payments, body, given))
      return reply.send({ received: true })
    })
  })
}
