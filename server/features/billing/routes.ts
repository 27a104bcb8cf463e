// Routes of subscriptions: offers, paying, both sides' lists, canceling and resuming.
import { paginate, decodeCursor } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { userView } from '#server/features/users/views.ts'
import { peopleFor, personById } from '#server/features/users/store.ts'
import { isPayingFor } from '#server/features/users/store.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { requireReauthentication, type Viewer } from '#server/http/session.ts'
import { withTimeout, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { BACK_FROM_BILLING, billing } from '#shared/contracts/billing.ts'
import { studio } from '#shared/contracts/studio.ts'
import { Problem } from '#shared/problems.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { cancelAtPeriodEnd, undoCancellation } from './lifecycle/cancel-subscription.ts'
import { saveCancelReason } from './lifecycle/cancel-reason.ts'
import { confirmationPage, MAYBE_PAID_MESSAGE, payDue } from './checkout/pay-due.ts'
import { openPortal } from './checkout/portal.ts'
import { isPaying } from './rules.ts'
import {
  subscriptionsOf,
  latestSubscription,
  ownSubscription,
  subscribersOf,
  type SubscriptionRow,
} from './store.ts'
import { subscribe, termsOf, termsOfNew } from './checkout/subscribe.ts'
import { syncBillingRecord } from './sync/sync-billing-record.ts'
import { paidUntil, subscriptionView } from './views.ts'

export function billingRoutes(serve: Serve, deps: Deps, publicUrl: () => string): void {
  const { db, clock, config } = deps
  const graceDays = config.pastDueGraceDays

  serve(billing.status, async ({ viewer, params }) => ({
    isSubscribed: await isPayingFor(deps, viewer.id, params.id),
  }))

  serve(billing.offer, async ({ viewer, params }) => {
    const { priceInCents, feePercent } = await termsOfNew(deps, viewer.id, params.id)
    const creator = await personById(deps, viewer.id, params.id)
    if (!creator) throw new Problem('creator_hidden')
    return {
      creator: userView(creator),
      priceInCents,
      platformFeePercent: feePercent,
      ...splitPrice(priceInCents, feePercent),
    }
  })

  serve(billing.create, ({ viewer, body }) => subscribe(deps, viewer.id, body.creatorId))
  serve(billing.userSubscription, ({ viewer, body }) => subscribe(deps, viewer.id, body.creatorId))
  serve(billing.subscribeToCreator, ({ viewer, body }) => subscribe(deps, viewer.id, body.creatorId))

  serve(billing.check, async ({ viewer, body }) => {
    const find = () => latestSubscription(db, viewer.id, body.creatorId)
    const row = await find()
    const now = clock.now()
    const checkedView = (at: typeof row) => ({
      isSubscribed: at !== undefined && isPaying(at, now, graceDays),
      status: at?.status ?? null,
      paidUntil: paidUntil(at, now, graceDays),
    })
    if (!row?.stripeSubscriptionId || isPaying(row, now, graceDays)) return checkedView(row)
    await withTimeout(
      syncBillingRecord(deps, row.stripeSubscriptionId),
      (error) =>
        deps.log.warn(
          { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
          'failed to check a payment',
        ),
      MAYBE_PAID_MESSAGE,
    )
    return checkedView((await find()) ?? row)
  })

  serve(billing.toCreator, async ({ viewer, params, query, http }) => {
    if (params.id !== viewer.id) throw new Problem('own_lists_only')
    const page = paginate(
      await subscribersOf(db, viewer.id, decodeCursor(query.cursor), query.limit),
      query.limit,
    )
    linkNext(http, page.next)
    return await views(viewer, page.rows)
  })
  serve(billing.ofSubscriber, async ({ viewer, params, query, http }) => {
    if (params.id !== viewer.id) throw new Problem('own_lists_only')
    const page = paginate(
      await subscriptionsOf(db, viewer.id, decodeCursor(query.cursor), query.limit),
      query.limit,
    )
    linkNext(http, page.next)
    return await views(viewer, page.rows)
  })

  serve(billing.cancel, async ({ viewer, params }) => {
    const row = await ownRow(viewer, params.id)
    await cancelAtPeriodEnd(deps, { ...row, kind: 'subscription' })
    return await view(viewer, await ownRow(viewer, params.id))
  })
  serve(billing.resume, async ({ viewer, params }) => {
    const row = await ownRow(viewer, params.id)
    if (row.isDisputed)
      throw new Problem('subscription_ended', {
        message: 'A payment of this subscription is disputed, so it ends with the paid period.',
      })
    // A creator who has left can't be paid again (spec answer 8).
    const { stripeAccountId } = row.endsAt === null ? row : await termsOf(deps, viewer.id, row.creatorId)
    await undoCancellation(deps, { ...row, kind: 'subscription' }, stripeAccountId)
    return await view(viewer, await ownRow(viewer, params.id))
  })

  serve(studio.cancelReason, async ({ viewer, params, body }) => {
    await saveCancelReason(deps, viewer.id, params.id, body)
    return { reason: body.reason }
  })

  serve(billing.portal, async ({ viewer }) => {
    // The portal shows the invoices, the address and the last digits of the card.
    await requireReauthentication(deps, viewer)
    return { url: await openPortal(deps, viewer.id, `${publicUrl()}/subscriptions`) }
  })
  // Needs no confirmation of the identity, because this page only takes a card or confirms a payment, and shows no past
  // payments.
  serve(billing.fixPayment, async ({ viewer }) => {
    const confirmUrl = await withTimeout(confirmationPage(deps, viewer.id), (error) =>
      deps.log.warn(
        { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
        'failed to check an overdue payment',
      ),
    )
    const back = `${publicUrl()}/subscriptions?${BACK_FROM_BILLING}`
    return { url: confirmUrl ?? (await openPortal(deps, viewer.id, back, { isForCard: true })) }
  })
  serve(billing.payDue, async ({ viewer }) =>
    withTimeout(
      payDue(deps, viewer.id),
      (error) =>
        deps.log.warn(
          { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
          'failed to pay an overdue payment',
        ),
      MAYBE_PAID_MESSAGE,
    ),
  )

  /** Someone else's subscription looks the same as one that doesn't exist. */
  async function ownRow(viewer: Viewer, id: string): Promise<SubscriptionRow> {
    const row = await ownSubscription(db, viewer.id, id)
    if (!row) throw new Problem('subscription_not_found')
    return row
  }

  async function views(viewer: Viewer, rows: SubscriptionRow[]) {
    const ids = [...new Set(rows.flatMap((row) => [row.subscriberId, row.creatorId]))]
    const people = ids.length === 0 ? [] : await peopleFor(deps, viewer.id).where('u.id', 'in', ids).execute()
    const known = new Map(people.map((person) => [person.id, userView(person)]))
    const now = clock.now()
    return rows.map((row) => subscriptionView(row, known, now, graceDays, viewer.id))
  }
  async function view(viewer: Viewer, row: SubscriptionRow) {
    const [json] = await views(viewer, [row])
    if (!json) throw new Error('The subscription has no view')
    return json
  }
}
