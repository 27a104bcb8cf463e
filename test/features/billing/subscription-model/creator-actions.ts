// The creator's actions: Creator Mode ends and restarts, payouts are put on hold and released.
import { pauseOrResume } from '#server/features/billing/lifecycle/pause-renewals.ts'
import { subscriptionsToPauseOrResume } from '#server/features/billing/store.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { cancelDiscontinuedSubscriptions } from './webhook-actions.ts'
import * as model from './model.ts'
import type { Simulation } from './simulation.ts'

/** Creator Mode ends. */
export async function stop(sim: Simulation): Promise<void> {
  if (!sim.creator.isOffering) return
  await setCreatorMode(sim, false)
  await cancelDiscontinuedSubscriptions(sim)
  for (const { bills } of sim.people)
    for (const bill of bills) if (!bill.willEnd) model.cancel(bill, sim.now())
}

export async function restart(sim: Simulation): Promise<void> {
  if (!sim.creator.isOffering) await setCreatorMode(sim, true)
}

async function setCreatorMode({ deps: { db }, creator }: Simulation, isCreator: boolean): Promise<void> {
  creator.isOffering = isCreator
  await db.updateTable('users').set({ isCreator }).where('id', '=', creator.id).execute()
}

/** Stripe restricts the payout account or lifts that, and the product pauses or resumes every subscription. */
export async function hold(sim: Simulation, isOnHold: boolean): Promise<void> {
  const { creator, sandbox, deps, now } = sim
  if (creator.isOnHold === isOnHold) return
  creator.isOnHold = isOnHold
  creator.wasOnHold = true
  if (isOnHold) sandbox.restrictCapabilities(creator.account)
  else sandbox.clearRequirements(creator.account)
  await syncPayoutAccount(deps, creator.account)
  for (const { id } of await subscriptionsToPauseOrResume(deps.db, deps.clock.now()).execute())
    await pauseOrResume(deps, id)
  for (const { bills } of sim.people)
    for (const bill of bills) (isOnHold ? model.pause : model.unpause)(bill, now())
}
