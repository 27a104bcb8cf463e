// Routes for creators: payout account, price and revenue.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { requireReauthentication } from '#server/http/session.ts'
import { creators } from '#shared/contracts/creators.ts'
import { payoutCountryOf, setPayoutCountry } from './payout-country.ts'
import { studio } from '#shared/contracts/studio.ts'
import { balanceOf, createDashboardLink } from './dashboard.ts'
import { createAccount, createAccountLink, currentPayoutAccount } from './payouts.ts'
import { monthsOf, revenueOf } from './revenue.ts'
import { setPrice } from './set-price.ts'

/** Returns what a creator received in each of the last twelve months, which the studio shows, too. */
export function creatorRoutes(serve: Serve, deps: Deps, publicUrl: () => string) {
  serve(creators.accountStatus, async ({ viewer }) =>
    accountView(viewer.id, await currentPayoutAccount(deps, viewer.id)),
  )
  serve(creators.payoutCountry, ({ viewer }) => payoutCountryOf(deps, viewer.id))
  serve(creators.setPayoutCountry, ({ viewer, body }) => setPayoutCountry(deps, viewer.id, body.country))
  serve(creators.createAccount, async ({ viewer, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    return accountView(viewer.id, await createAccount({ ...deps, by }, viewer.id))
  })
  serve(creators.createAccountLink, async ({ viewer }) => {
    await requireReauthentication(deps, viewer)
    return { url: await createAccountLink(deps, viewer.id, publicUrl()) }
  })
  for (const call of [creators.setupPricing, creators.updatePrice])
    serve(call, async ({ viewer, body, http: { by } }) => {
      await requireReauthentication(deps, viewer)
      return await setPrice({ ...deps, by }, viewer.id, body.priceInCents)
    })
  serve(studio.balance, ({ viewer }) => balanceOf(deps, viewer.id))
  serve(studio.dashboardLink, async ({ viewer }) => {
    await requireReauthentication(deps, viewer)
    return { url: await createDashboardLink(deps, viewer.id) }
  })
  serve(creators.revenue, ({ viewer }) => revenueOf(deps, viewer.id))
  return (creatorId: string) => monthsOf(deps, creatorId)
}

/** Each person has one account, so its public id is the owner's id. Stripe's ids never leave the server. */
function accountView(
  userId: string,
  { stripeAccountId, status, due, dueAt, onHold }: Awaited<ReturnType<typeof createAccount>>,
) {
  return {
    connected: status === 'active',
    accountId: stripeAccountId === null ? null : userId,
    standing: status,
    due,
    dueAt: dueAt?.toISOString() ?? null,
    onHold,
  }
}
