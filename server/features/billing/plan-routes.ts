// The creator plan: how it stands, beginning, ending and keeping it.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { reaching, stripeWords } from '#server/outside/stripe.ts'
import { creators } from '#shared/contracts/creators.ts'
import { Problem } from '#shared/problems.ts'
import { UNSEEN } from './begin-payment.ts'
import { endWithPeriod, keepRenewing } from './end-subscription.ts'
import { isPaying } from './rules.ts'
import { startPlan } from './start-plan.ts'
import { lastPlan } from './store.ts'
import { syncBill } from './sync-bill.ts'
import { planView, statusOf } from './views.ts'

export function planRoutes(serve: Serve, deps: Deps): void {
  const { db, clock, config, log } = deps
  const graceDays = config.pastDueGraceDays

  serve(creators.status, async ({ viewer }) => ({ isCreator: viewer.isCreator }))

  serve(creators.plan, async ({ viewer }) => {
    const plan = await lastPlan(db, viewer.id)
    return plan && plan.status !== 'incomplete_expired' ? planView(plan, graceDays) : null
  })

  serve(creators.startPlan, ({ viewer }) => startPlan(deps, viewer.id))

  serve(creators.checkPlan, async ({ viewer }) => {
    const plan = await lastPlan(db, viewer.id)
    if (!plan) return { isCreator: false, status: null }
    const { stripeSubscriptionId } = plan
    if (stripeSubscriptionId !== null && !isPaying(plan, clock.now(), graceDays))
      await reaching(
        () => syncBill(deps, stripeSubscriptionId),
        (error) => log.warn({ error: stripeWords(error) }, 'a payment could not be asked about'),
        UNSEEN,
      )
    const after = (await lastPlan(db, viewer.id)) ?? plan
    return { isCreator: isPaying(after, clock.now(), graceDays), status: statusOf(after.status) }
  })

  serve(creators.cancelPlan, ({ viewer }) => changePlan(viewer.id, endWithPeriod))
  serve(creators.resumePlan, ({ viewer }) => changePlan(viewer.id, keepRenewing))

  async function changePlan(userId: string, act: typeof endWithPeriod | typeof keepRenewing) {
    const plan = await lastPlan(db, userId)
    if (!plan || plan.status === 'incomplete_expired') throw new Problem('plan_not_found')
    await act(deps, { ...plan, kind: 'plan' })
    return planView((await lastPlan(db, userId)) ?? plan, graceDays)
  }
}
