// Assembles the routes about payments and creators' income from the features that implement them.
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { planRoutes } from './features/billing/plan-routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { serveWebhook } from '#server/features/billing/sync/receive-event.ts'
import { savedCardRoutes } from './features/billing/checkout/saved-card.ts'
import { refundRoutes } from './features/billing/refunds/routes.ts'
import { creatorRoutes } from './features/creators/routes.ts'
import { studioRoutes } from './features/studio/routes.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Serve } from './http/serve.ts'

/** Subscriptions and plans, refunds, saved cards, payouts, the studio, and Stripe's webhooks. */
export function paymentRoutes(
  serve: Serve,
  app: FastifyInstance,
  deps: Deps,
  limits: RateLimits,
  publicUrl: () => string,
): void {
  planRoutes(serve, deps)
  const receivedMonths = creatorRoutes(serve, deps, publicUrl)
  billingRoutes(serve, deps, publicUrl)
  refundRoutes(serve, app, deps, limits)
  studioRoutes(serve, app, deps, limits, receivedMonths)
  savedCardRoutes(serve, deps, publicUrl)
  serveWebhook(app, deps)
}
