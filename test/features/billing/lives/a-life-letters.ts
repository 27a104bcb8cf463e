// What becomes of Stripe's letters in a life: on time, late, twice, lost or gone; and who makes up for them.
import { sql } from 'kysely'
import { endGrace } from '#server/features/billing/end-grace.ts'
import { endUnserved } from '#server/features/billing/end-subscription.ts'
import { unserved } from '#server/features/billing/store.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { workOffEvent } from '#server/features/billing/work-off-event.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { compare, look } from './a-life-checks.ts'
import { must } from './a-life-differences.ts'
import { DAY, endNow, HOUR } from './a-life-model.ts'
import type { Life } from './a-life-world.ts'

/** In an order that is no order, but the same one each time. */
export function shuffled<T>(all: T[], pick: number): T[] {
  const placed = all.map((one, index): [number, T] => [((index + 1) * (2 * pick + 1) * 7919) % 1009, one])
  return placed.toSorted(([a], [b]) => a - b).map(([, one]) => one)
}

const onTheWay = ({ sandbox, lost }: Life) => sandbox.webhooks.pending().filter(({ id }) => !lost.has(id))

/** Over HTTP, signed, to where the product's inbox is. */
export async function deliver(life: Life, pick: number, most: number): Promise<void> {
  for (const { id, type } of shuffled(onTheWay(life), pick).slice(0, most)) {
    const status = await life.sandbox.webhooks.deliver(id)
    must(status === 200, `a letter was answered with ${status}: ${type}`)
    life.delivered.push(id)
  }
}

export async function deliverAgain(life: Life, pick: number): Promise<void> {
  const id = life.delivered[pick % Math.max(1, life.delivered.length)]
  if (id !== undefined) await life.sandbox.webhooks.deliver(id)
}

/**
 * Stripe sees that they do not arrive. Spared are letters about disputes: they name no customer, so the sandbox dates
 * them by the real clock, and a sweep on the test clock, years later, would not look so far back.
 */
export function lose(life: Life, pick: number, most: number): void {
  const losable = /^(customer|invoice|transfer)\.|^charge\.refunded$/
  const letters = shuffled(onTheWay(life), pick).filter(({ type }) => losable.test(type))
  for (const { id } of letters.slice(0, most)) life.lost.add(id)
}

/** Stripe believes that they arrived. What is over is not looked at again, so letters about charges are spared. */
export function vanish(life: Life, pick: number, most: number): void {
  const letters = shuffled(onTheWay(life), pick).filter(({ type }) => !type.startsWith('charge.'))
  for (const { id } of letters.slice(0, most)) life.sandbox.webhooks.drop(id)
  if (letters.length > 0) life.vanished = true
}

/**
 * The queue, by hand: all that is due, in any order and, as in the product, two at once. Resolves with how much that was.
 * What was put there for at once bears the real clock's time, which may be before or after the life's.
 */
export async function work({ deps, now }: Life, pick: number): Promise<number> {
  const { rows } = await sql<{ id: number; identifier: string; payload: Record<string, string> }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and (j.run_at = j.created_at or j.run_at <= ${new Date((now() + 1) * 1000)})
    returning j.id, t.identifier, j.payload`.execute(deps.db)
  // The database returns them in an order of its own, and a life is to go the same way when it is lived again.
  const inOrder = rows.toSorted((one, other) => one.id - other.id)
  const waiting = shuffled(inOrder, pick)
  const workOne = async (): Promise<void> => {
    const job = waiting.pop()
    if (!job) return
    const { eventId = '', stripeSubscriptionId = '' } = job.payload
    if (job.identifier === 'stripe_event')
      await workOffEvent(deps, eventId, (id) => syncPayoutAccount(deps, id))
    else if (job.identifier === 'grace_ended') await endGrace(deps, stripeSubscriptionId)
    await workOne()
  }
  await Promise.all([workOne(), workOne()])
  return rows.length
}

export async function sweep(life: Life): Promise<void> {
  await sweepStripe(life.deps, (id) => syncPayoutAccount(life.deps, id))
  await endForAll(life)
  // Nobody stays paused for longer than two months.
  const longAgo = life.now() - 60 * DAY
  for (const bill of life.people.flatMap(({ bills }) => bills))
    if (bill.pausedFrom !== null && bill.pausedFrom < longAgo && !bill.willEnd) endNow(bill, life.now())
}

/** What the queue has one job each for, in an order of its own. */
export async function endForAll({ deps }: Life): Promise<void> {
  for (const { id } of await unserved(deps.db, deps.clock.now()).execute()) await endUnserved(deps, id)
}

/** Whether the product may not know yet what happened at Stripe. */
export async function isBehind({ deps, sandbox, vanished }: Life): Promise<boolean> {
  if (vanished || sandbox.webhooks.pending().length > 0) return true
  const { rows } = await sql`select from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'stripe_event' limit 1`.execute(
    deps.db,
  )
  return rows.length > 0
}

/** All that is on its way arrives, or is lost, or (mostly) vanishes, and is made up for; then all accounts agree. */
export async function settle(life: Life, pick: number): Promise<void> {
  if (pick % 6 === 1) lose(life, pick, Infinity)
  else if (pick % 6 > 1) vanish(life, pick, Infinity)
  await quiet(life, pick)
  if (life.vanished || life.lost.size > 0) {
    await look(life)
    // What nobody knows of is found once a row has not been looked at for a day.
    if (life.vanished) await life.pass(25 * HOUR)
    await sweep(life)
    for (const id of life.lost) life.sandbox.webhooks.drop(id)
    life.lost.clear()
    life.vanished = false
    await quiet(life, pick)
  }
  // What was won while payouts were on hold is transferred by the hourly sweep.
  if (life.creator.wasOnHold && !life.creator.isOnHold) {
    await sweep(life)
    life.creator.wasOnHold = false
  }
  await compare(life)
}

async function quiet(life: Life, pick: number): Promise<void> {
  do await deliver(life, pick, Infinity)
  while ((await work(life, pick)) > 0 || onTheWay(life).length > 0)
}
