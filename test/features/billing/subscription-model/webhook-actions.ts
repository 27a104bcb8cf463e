// How Stripe's webhooks arrive: on time, late, twice or never; and the sweep that catches up.
import { sql } from 'kysely'
import { makeRefund } from '#server/features/billing/refunds/make-refund.ts'
import { settleWithdrawal } from '#server/features/billing/refunds/settle-withdrawal.ts'
import { endGracePeriod } from '#server/features/billing/lifecycle/end-grace-period.ts'
import { cancelDiscontinued } from '#server/features/billing/lifecycle/cancel-subscription.ts'
import { subscriptionsToCancel } from '#server/features/billing/store.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { processEvent } from '#server/features/billing/sync/process-event.ts'
import { syncPayout } from '#server/features/creators/sync-payouts.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { checkInvariants, compare } from './checks.ts'
import { must } from './differences.ts'
import { DAY, endNow, HOUR } from './model.ts'
import type { Simulation } from './simulation.ts'

/** A pseudorandom order that is the same for the same `pick`. */
export function shuffled<T>(all: T[], pick: number): T[] {
  const placed = all.map((one, index): [number, T] => [((index + 1) * (2 * pick + 1) * 7919) % 1009, one])
  return placed.toSorted(([a], [b]) => a - b).map(([, one]) => one)
}

const undelivered = ({ sandbox, lost }: Simulation) =>
  sandbox.webhooks.pending().filter(({ id }) => !lost.has(id))

/** Delivers webhooks over HTTP, signed, to the product's endpoint. */
export async function deliver(sim: Simulation, pick: number, most: number): Promise<void> {
  for (const { id, type } of shuffled(undelivered(sim), pick).slice(0, most)) {
    const status = await sim.sandbox.webhooks.deliver(id)
    must(status === 200, `a webhook was answered with ${status}: ${type}`)
    sim.delivered.push(id)
  }
}

export async function deliverAgain(sim: Simulation, pick: number): Promise<void> {
  const id = sim.delivered[pick % Math.max(1, sim.delivered.length)]
  if (id !== undefined) await sim.sandbox.webhooks.deliver(id)
}

/**
 * Stripe notices that these webhooks fail. Webhooks about disputes are never lost: they name no customer, so the sandbox dates
 * them by the real clock, and a sweep on the test clock, years later, would not look so far back.
 */
export function lose(sim: Simulation, pick: number, most: number): void {
  const losable = /^(customer|invoice|transfer)\.|^charge\.refunded$/
  const webhooks = shuffled(undelivered(sim), pick).filter(({ type }) => losable.test(type))
  for (const { id } of webhooks.slice(0, most)) sim.lost.add(id)
}

/** Stripe believes that these webhooks arrived. Ended subscriptions are not read again, so webhooks about charges never vanish. */
export function vanish(sim: Simulation, pick: number, most: number): void {
  const webhooks = shuffled(undelivered(sim), pick).filter(({ type }) => !type.startsWith('charge.'))
  for (const { id } of webhooks.slice(0, most)) sim.sandbox.webhooks.drop(id)
  if (webhooks.length > 0) sim.vanished = true
}

/**
 * Runs all due jobs in any order and, as in the product, two at once. Resolves with their number. Jobs without a delay
 * carry the real clock's time, which may be before or after the simulation's.
 */
export async function runJobs({ deps, now }: Simulation, pick: number): Promise<number> {
  const { rows } = await sql<{ id: number; identifier: string; payload: Record<string, string> }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and (j.run_at = j.created_at or j.run_at <= ${new Date((now() + 1) * 1000)})
    returning j.id, t.identifier, j.payload`.execute(deps.db)
  // The database returns them in any order, and the same seed must give the same simulation.
  const inOrder = rows.toSorted((one, other) => one.id - other.id)
  const waiting = shuffled(inOrder, pick)
  const runOne = async (): Promise<void> => {
    const job = waiting.pop()
    if (!job) return
    const { eventId = '', stripeSubscriptionId = '', subscriptionId = '', refundId = '' } = job.payload
    if (job.identifier === 'process_stripe_event')
      await processEvent(deps, eventId, {
        syncAccount: (id) => syncPayoutAccount(deps, id),
        syncPayout: (account, id) => syncPayout(deps, account, id),
      })
    else if (job.identifier === 'end_grace_period') await endGracePeriod(deps, stripeSubscriptionId)
    else if (job.identifier === 'settle_withdrawal') await settleWithdrawal(deps, subscriptionId)
    else if (job.identifier === 'make_refund') await makeRefund(deps, refundId)
    await runOne()
  }
  await Promise.all([runOne(), runOne()])
  return rows.length
}

export async function sweep(sim: Simulation): Promise<void> {
  await sweepStripe(sim.deps, (id) => syncPayoutAccount(sim.deps, id))
  await cancelDiscontinuedSubscriptions(sim)
  // No subscription stays paused for longer than two months.
  const longAgo = sim.now() - 60 * DAY
  for (const bill of sim.people.flatMap(({ bills }) => bills))
    if (bill.pausedFrom !== null && bill.pausedFrom < longAgo && !bill.willEnd) endNow(bill, sim.now())
}

/** Cancels these subscriptions one by one; in the product, each has a job. */
export async function cancelDiscontinuedSubscriptions({ deps }: Simulation): Promise<void> {
  for (const { id } of await subscriptionsToCancel(deps.db, deps.clock.now()).execute())
    await cancelDiscontinued(deps, id)
}

/** Whether the product may not know yet what happened at Stripe. */
export async function isBehind({ deps, sandbox, vanished }: Simulation): Promise<boolean> {
  if (vanished || sandbox.webhooks.pending().length > 0) return true
  const { rows } = await sql`select from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'process_stripe_event' limit 1`.execute(
    deps.db,
  )
  return rows.length > 0
}

/** Delivers, loses or (mostly) drops all webhooks, lets the sweep catch up, and compares product, Stripe and model. */
export async function settle(sim: Simulation, pick: number): Promise<void> {
  if (pick % 6 === 1) lose(sim, pick, Infinity)
  else if (pick % 6 > 1) vanish(sim, pick, Infinity)
  await deliverAndRunAll(sim, pick)
  if (sim.vanished || sim.lost.size > 0) {
    await checkInvariants(sim)
    // The sweep finds vanished changes once a row has not been synced for a day.
    if (sim.vanished) await sim.pass(25 * HOUR)
    await sweep(sim)
    for (const id of sim.lost) sim.sandbox.webhooks.drop(id)
    sim.lost.clear()
    sim.vanished = false
    await deliverAndRunAll(sim, pick)
  }
  // The hourly sweep transfers shares of disputes that were won while payouts were on hold.
  if (sim.creator.wasOnHold && !sim.creator.isOnHold) {
    await sweep(sim)
    sim.creator.wasOnHold = false
  }
  await compare(sim)
}

async function deliverAndRunAll(sim: Simulation, pick: number): Promise<void> {
  do await deliver(sim, pick, Infinity)
  while ((await runJobs(sim, pick)) > 0 || undelivered(sim).length > 0)
}
