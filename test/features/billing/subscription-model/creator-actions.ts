// The creator's actions: Creator Mode ends and restarts, payouts are put on hold and released.
import { pauseOrResume } from '#server/features/billing/pause-renewals.ts'
import { outOfStep } from '#server/features/billing/store.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { endForAll } from './webhook-actions.ts'
import * as model from './model.ts'
import type { Simulation } from './simulation.ts'

/** Creator Mode ends. */
export async function stop(simulation: Simulation): Promise<void> {
  if (!simulation.creator.isOffering) return
  await offer(simulation, false)
  await endForAll(simulation)
  for (const { bills } of simulation.people)
    for (const bill of bills) if (!bill.willEnd) model.endWithMonth(bill, simulation.now())
}

export async function comeBack(simulation: Simulation): Promise<void> {
  if (!simulation.creator.isOffering) await offer(simulation, true)
}

async function offer({ deps: { db }, creator }: Simulation, isCreator: boolean): Promise<void> {
  creator.isOffering = isCreator
  await db.updateTable('users').set({ isCreator }).where('id', '=', creator.id).execute()
}

/** Stripe restricts the payout account, or lifts that, and the product does what follows for everybody. */
export async function hold(simulation: Simulation, isOnHold: boolean): Promise<void> {
  const { creator, sandbox, deps, now } = simulation
  if (creator.isOnHold === isOnHold) return
  creator.isOnHold = isOnHold
  creator.wasOnHold = true
  if (isOnHold) sandbox.restrict(creator.account)
  else sandbox.lift(creator.account)
  await syncPayoutAccount(deps, creator.account)
  for (const { id } of await outOfStep(deps.db).execute()) await pauseOrResume(deps, id)
  for (const { bills } of simulation.people)
    for (const bill of bills) (isOnHold ? model.pause : model.unpause)(bill, now())
}
