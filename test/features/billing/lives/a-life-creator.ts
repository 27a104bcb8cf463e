// What the creator goes through in a life: Creator Mode ends and comes back, payouts are on hold and work again.
import { pauseOrResume } from '#server/features/billing/pause-renewals.ts'
import { outOfStep } from '#server/features/billing/store.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { endForAll } from './a-life-letters.ts'
import * as model from './a-life-model.ts'
import type { Life } from './a-life-world.ts'

/** Creator Mode ends. */
export async function stop(life: Life): Promise<void> {
  if (!life.creator.isOffering) return
  await offer(life, false)
  await endForAll(life)
  for (const { bills } of life.people)
    for (const bill of bills) if (!bill.willEnd) model.endWithMonth(bill, life.now())
}

export async function comeBack(life: Life): Promise<void> {
  if (!life.creator.isOffering) await offer(life, true)
}

async function offer({ deps: { db }, creator }: Life, isCreator: boolean): Promise<void> {
  creator.isOffering = isCreator
  await db.updateTable('users').set({ isCreator }).where('id', '=', creator.id).execute()
}

/** Stripe restricts the payout account, or lifts that, and the product does what follows for everybody. */
export async function hold(life: Life, isOnHold: boolean): Promise<void> {
  const { creator, sandbox, deps, now } = life
  if (creator.isOnHold === isOnHold) return
  creator.isOnHold = isOnHold
  creator.wasOnHold = true
  if (isOnHold) sandbox.restrict(creator.account)
  else sandbox.lift(creator.account)
  await syncPayoutAccount(deps, creator.account)
  for (const { id } of await outOfStep(deps.db).execute()) await pauseOrResume(deps, id)
  for (const { bills } of life.people)
    for (const bill of bills) (isOnHold ? model.pause : model.unpause)(bill, now())
}
