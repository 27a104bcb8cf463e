// Temporary.
import { expect, test } from 'vitest'
import { refundPayment } from '#server/features/billing/refund.ts'
import { startServer } from '#test/server.ts'
import { member, town } from '#test/town.ts'
import { becomeCreator, subscribeTo } from './people-who-pay.ts'
test.each(Array.from({ length: 14 }, (_, i) => i))('n %i', async () => {
  let step = 'start'
  const t0 = performance.now()
  let free: Awaited<ReturnType<typeof startServer>> | undefined
  const timer = setTimeout(async () => {
    console.log('STUCK at', step, performance.now() - t0)
    const { rows } = await free!.deps.pool.query('select j.*, t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id=j.task_id')
    console.log(JSON.stringify(rows))
    console.log(JSON.stringify((await free!.deps.pool.query('select id,type,done_at from stripe_events')).rows))
    console.log('pending', JSON.stringify(free!.sandbox.webhooks.pending()))
    const h = (process as any).getActiveResourcesInfo()
    console.log(h.join(','))
  }, 9000)
  free = await startServer({ settings: { PLATFORM_FEE_PERCENT: '0' } })
  step = 'town'
  const people = await town(free.deps, { ida: member(), joe: member() })
  step = 'becoming'
  await becomeCreator(free, await free.signIn('ida'))
  step = 'subscribing'
  await subscribeTo(free, await free.signIn('joe'), people.ida.id)
  step = 'refunding'
  const { stripeInvoiceId } = await free.deps.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const back = await refundPayment(free.deps, stripeInvoiceId, { andEnd: false })
  expect(back).toEqual({ refundedInCents: 950 })
  step = 'stopping'
  await free.stop()
  clearTimeout(timer)
})
