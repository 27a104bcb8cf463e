// A creator's money at Stripe: the balance, and the link to the Express dashboard.
import type { Deps } from '#server/deps.ts'
import { stripeErrorKind, stripeErrorMessage, withTimeout } from '#server/adapters/stripe.ts'
import type { studio } from '#shared/contracts/studio.ts'
import type { Wire } from '#shared/endpoint.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'log'>

async function accountOf({ db }: Pick<Needs, 'db'>, userId: string): Promise<string | null> {
  const { stripeAccountId } = await db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return stripeAccountId
}

/**
 * The balance in US dollars, read from Stripe. Both amounts are null without an account or if Stripe can't be reached.
 */
export async function balanceOf(deps: Needs, userId: string): Promise<Wire<typeof studio.balance>> {
  const stripeAccount = await accountOf(deps, userId)
  const hasAccount = stripeAccount !== null
  const unknown = { hasAccount, availableInCents: null, pendingInCents: null }
  if (stripeAccount === null) return unknown
  try {
    const balance = await deps.stripe.balance.retrieve(
      {},
      { stripeAccount, maxNetworkRetries: 0, timeout: 3000 },
    )
    const dollars = (part: typeof balance.available) =>
      part.filter(({ currency }) => currency === 'usd').reduce((sum, { amount }) => sum + amount, 0)
    return {
      hasAccount,
      availableInCents: dollars(balance.available),
      pendingInCents: dollars(balance.pending),
    }
  } catch (error) {
    if (stripeErrorKind(error) === null) throw error
    deps.log.warn(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to read a payout account’s balance',
    )
    return unknown
  }
}

/**
 * The URL of the Express dashboard, which works once. Throws `payouts_not_started`, `payments_slow` and
 * `payments_unavailable`. Source: https://docs.stripe.com/api/accounts/login_link/create
 */
export async function createDashboardLink(deps: Needs, userId: string): Promise<string> {
  const account = await accountOf(deps, userId)
  if (account === null) throw new Problem('payouts_not_started')
  const link = await withTimeout(deps.stripe.accounts.createLoginLink(account), (error) =>
    deps.log.error(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to open a payout account’s dashboard',
    ),
  )
  return link.url
}
