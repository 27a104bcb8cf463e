// Routes of the creator plan: its state, starting, canceling and resuming it.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { withTimeout, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { creators } from '#shared/contracts/creators.ts'
import { Problem } from '#shared/problems.ts'
import { MAYBE_PAID_MESSAGE } from './checkout/pay-due.ts'
import { cancelAtPeriodEnd, undoCancellation } from './lifecycle/cancel-subscription.ts'
import { isPaying } from './rules.ts'
import { startPlan } from './checkout/start-plan.ts'
import { latestPlan } from './store.ts'
import { syncBillingRecord } from './sync/sync-billing-record.ts'
import { paidUntil, planView } from './views.ts'

export function planRoutes(serve: Serve, deps: Deps): void {
  const { db, clock, config, log } = deps
  const graceDays = config.pastDueGraceDays

  serve(creators.status, ({ viewer }) =>
    db.selectFrom('users').select('isCreator').where('id', '=', viewer.id).executeTakeFirstOrThrow(),
  )

  serve(creators.plan, async ({ viewer }) => {
    const plan = await latestPlan(db, viewer.id)
    return plan && plan.status !== 'incomplete_expired' ? planView(plan, graceDays) : null
  })

  serve(creators.startPlan, ({ viewer }) => startPlan(deps, viewer.id))

  serve(creators.checkPlan, async ({ viewer }) => {
    const plan = await latestPlan(db, viewer.id)
    if (!plan) return { isCreator: false, status: null, paidUntil: null }
    const { stripeSubscriptionId } = plan
    if (stripeSubscriptionId !== null && !isPaying(plan, clock.now(), graceDays))
      await withTimeout(
        syncBillingRecord(deps, stripeSubscriptionId),
        (error) =>
          log.warn(
            { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
            'failed to check a plan payment',
          ),
        MAYBE_PAID_MESSAGE,
      )
    const after = (await latestPlan(db, viewer.id)) ?? plan
    const now = clock.now()
    return {
      isCreator: isPaying(after, now, graceDays),
      status: after.status,
      paidUntil: paidUntil(after, now, graceDays),
    }
  })

  serve(creators.cancelPlan, ({ viewer }) => changePlan(viewer.id, cancelAtPeriodEnd))
  serve(creators.resumePlan, ({ viewer }) => changePlan(viewer.id, undoCancellation))

  async function changePlan(userId: string, act: typeof cancelAtPeriodEnd | typeof undoCancellation) {
    const plan = await latestPlan(db, userId)
    if (!plan || plan.status === 'incomplete_expired') throw new Problem('plan_not_found')
    await act(deps, { ...plan, kind: 'plan' })
    return planView((await latestPlan(db, userId)) ?? plan, graceDays)
  }
}
