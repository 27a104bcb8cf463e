// The settings that the page needs, and the server's health checks.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { system } from '#shared/contracts/system.ts'
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { PRODUCT_NAME } from '#shared/product.ts'

export function systemRoutes(
  serve: Serve,
  { config, pool, log }: Deps,
  isDemo: boolean,
  isStopping: () => boolean,
): void {
  serve(system.config, async ({ http: { request } }) => ({
    productName: PRODUCT_NAME,
    signupMode: config.signupMode,
    passwordMinLength: config.passwordMinLength,
    platformFeePercent: config.platformFeePercent,
    creatorPlanPriceInCents: CREATOR_PLAN_PRICE_IN_CENTS,
    payments: {
      mode: config.payments.mode,
      publishableKey: config.payments.publishableKey,
      // The sandbox answers on the origin of the page.
      apiBase:
        config.payments.mode === 'stripe'
          ? 'https://api.stripe.com'
          : `${request.protocol}://${request.host}/sandbox/stripe`,
      ...(config.payments.isTaxed && { isTaxed: true as const }),
    },
    isDemo,
  }))
  serve(system.health, async () => ({ status: 'ok' as const }))
  serve(system.ready, async () => {
    // The server starts listening only after the migrations, so it is ready if the database answers.
    if (isStopping()) throw new Problem('unavailable', { retryAfterSeconds: 5 })
    const { rows } = await pool
      .query<{ problem: string | null }>('select coalesce(audit_fault, problem) as problem from record_log')
      .catch((error: unknown) => {
        log.warn({ event: 'not_ready', error: String(error) }, 'not ready: the database does not answer')
        throw new Problem('unavailable', { retryAfterSeconds: 2 })
      })
    return { status: 'ready' as const, logProblem: rows[0]?.problem ?? null }
  })
}
