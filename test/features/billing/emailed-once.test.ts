// Jobs that run more than once take effect once: the cancellation email, and the end of a grace period.
import { beforeEach, describe, expect, test } from 'vitest'
import { endGracePeriod } from '#server/features/billing/lifecycle/end-grace-period.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { emailCancellation } from '#server/features/billing/notices/email-cancellation.ts'
import { billing } from '#shared/contracts/billing.ts'
import { newsTo } from '#test/emails.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'
import { buyPlan, cancelPlanAtStripe } from './billing-steps.ts'

const FAILS_LATER = '4000000000000341'

let setup: Setup
let server: Setup['server']
withCreatorAndSubscriber((one) => void ({ server } = setup = one), { isSubscribed: true })

describe('The email about the creator’s cancellation', () => {
  async function emailsToBen(): Promise<number> {
    await server.jobsDone()
    return (await newsTo(server.deps, setup.ben.email)).filter((subject) => subject.includes(' ends on '))
      .length
  }
  beforeEach(async () => {
    await cancelPlanAtStripe(server, setup.nina.id)
    await server.settled()
  })

  test('is sent once, even if the job runs again and in parallel', async () => {
    const { id } = await setup.row()
    expect(await emailsToBen()).toBe(1)
    await Promise.all([1, 2, 3].map(() => emailCancellation(server.deps, id)))
    expect(await emailsToBen()).toBe(1)
  })

  test('is sent again when the subscription was resumed and is canceled again', async () => {
    await buyPlan(server, setup.nina.browser)
    await setup.ben.browser.call(billing.resume, { params: { id: (await setup.row()).id } })
    await cancelPlanAtStripe(server, setup.nina.id)
    await server.settled()
    expect(await emailsToBen()).toBe(2)
  })
})

/** The scheduled ends of grace periods, with a revision that shows whether one was enqueued again. */
const graceJobs = async () => {
  const { rows } = await server.deps.pool.query<{ key: string; revision: number }>(
    `select key, revision from graphile_worker.jobs where task_identifier = 'end_grace_period'`,
  )
  return rows
}

const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)
test('a grace period has one scheduled end, however often the subscription is synced', async () => {
  for (const { browser } of [setup.nina, setup.ben]) {
    const { url } = await browser.call(billing.portal)
    const card = { do: 'card', number: FAILS_LATER, expiry: '12/34', cvc: '123' }
    await fetch(url, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
  }
  await server.settled()
  await setup.pass(31.1)
  const { creatorSubscriptionId } = await server.deps.db
    .selectFrom('users')
    .select('creatorSubscriptionId')
    .where('id', '=', setup.nina.id)
    .executeTakeFirstOrThrow()
  const { stripeSubscriptionId } = await setup.row()
  const bills = [creatorSubscriptionId ?? '', stripeSubscriptionId ?? '']
  const before = (await graceJobs()).toSorted(byKey)
  expect(before.map(({ key }) => key)).toEqual(bills.map((id) => `grace ${id}`).toSorted())
  for (const bill of bills) await syncBillingRecord(server.deps, bill)
  expect((await graceJobs()).toSorted(byKey)).toEqual(before)

  // A job that ran too early, by another machine's clock, schedules itself again.
  await server.deps.pool.query('select graphile_worker.remove_job(key) from graphile_worker.jobs')
  for (const bill of bills) await endGracePeriod(server.deps, bill)
  expect((await graceJobs()).map(({ key }) => key).toSorted()).toEqual(before.map(({ key }) => key))
})
