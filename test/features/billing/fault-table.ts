// Each call that something makes to Stripe goes wrong in each way there is, and everything has to come right.
import { setTimeout as wait } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import type { Fault } from '#sandbox/stripe/faults.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { sampled } from '#test/full.ts'
import type { TestServer } from '#test/server.ts'
import { deliverAll } from './webhook-events.ts'

/** How long the server waits for an answer of Stripe in these tests, in ms. */
export const ANSWER_MS = 1200

/** What a person does, and what must be true afterwards. */
export type Deed<T = unknown> = {
  server: TestServer
  act: () => Promise<T>
  check: (answer: T) => Promise<void>
  /** What a refusal has to say; that nothing was charged, unless said otherwise. */
  says?: RegExp
}
export type Flow<T = unknown> = {
  /** The calls to Stripe, in order; `:id` stands for any. */
  calls: string[]
  /** Only the faults of these are tried. */
  only?: string[]
  /** Up to the moment before the deed, for somebody new each time. */
  begin: () => Promise<Deed<T>>
}

/** The SDK asks a second time after most failures, so that the fault has to be there twice to be felt. */
const READING: Fault[] = [
  { how: 'error-before', times: 2 },
  { how: 'cut-before', times: 2 },
  { how: 'silence', times: 2 },
  { how: 'rate-limit' },
]
const WRITING: Fault[] = [
  ...READING,
  { how: 'error-after', times: 2 },
  { how: 'error-undone', times: 2 },
  { how: 'cut-after', times: 2 },
  { how: 'conflict', times: 2 },
  // Done by the time it is asked for again; still being done.
  { how: 'slow', slowMs: ANSWER_MS + 250 },
  { how: 'slow', slowMs: ANSWER_MS + 900 },
]
/** How many of the faults of a flow are tried outside a full run. */
const FEW = 1
const TRIES = 4
const TRY_AGAIN_MS = 350

const shapeOf = (method: string, path: string) =>
  `${method} ${(path.split('?')[0] ?? '').replace(/\/(acct|in|pi|price|prod|sub)_\w+/, '/:id')}`

/** The calls that are made to Stripe meanwhile. */
async function callsDuring(stripe: Stripe, act: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  const hear = ({ method, path }: { method: string; path: string }) => void calls.push(shapeOf(method, path))
  stripe.on('request', hear)
  try {
    await act()
  } finally {
    stripe.off('request', hear)
  }
  return calls
}

/**
 * Runs a flow once as it should be, then with each fault at each of its calls; in `npm test` with one of them, drawn by chance.
 * Resolves with what went wrong, in words.
 */
export async function throughAllFaults<T>(flow: Flow<T>): Promise<string[]> {
  const deed = await flow.begin()
  let answer: T | undefined
  const calls = await callsDuring(deed.server.deps.stripe, async () => void (answer = await deed.act()))
  expect(calls).toEqual(flow.calls)
  await deliverAll(deed.server)
  await deed.check(answer as T)

  const wrong: string[] = []
  for (const { call, index, fault } of sampled(faultsAt(flow, calls), FEW)) {
    const skip = calls.slice(0, index).filter((earlier) => earlier === call).length
    try {
      await throughFault(flow, { ...faultAt(call), ...fault, skip })
    } catch (error) {
      const what = `${call} (${index + 1} of ${calls.length}), ${fault.how} ${fault.slowMs ?? ''}`
      wrong.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return wrong
}

/** Every fault there is at every call of the flow. */
const faultsAt = ({ only }: Pick<Flow, 'only'>, calls: string[]) =>
  calls.flatMap((call, index) => {
    if (only?.includes(call) === false) return []
    return (call.startsWith('GET') ? READING : WRITING).map((fault) => ({ call, index, fault }))
  })

function faultAt(call: string): { method: string; path: RegExp } {
  const [method = '', path = ''] = call.split(' ')
  return { method, path: new RegExp(`^${path.replaceAll(':id', '[^/]+')}$`) }
}

async function throughFault<T>(flow: Flow<T>, fault: Fault): Promise<void> {
  const deed = await flow.begin()
  const { sandbox } = deed.server
  const isMet = sandbox.failNext(fault)
  let answer: T | undefined
  for (let tries = 1; answer === undefined; tries += 1) {
    try {
      answer = await deed.act()
    } catch (error) {
      refusesClearly(error, deed.says ?? /You haven’t been charged\. Please try again/)
      if (tries === TRIES) throw new Error('trying again does not help', { cause: error })
      // Whoever tries again does so after reading what was said.
      if (tries > 1) await wait(TRY_AGAIN_MS)
    }
    sandbox.clearFaults()
    if (!isMet()) throw new Error('the fault was not met')
  }
  if (fault.slowMs !== undefined) await wait(fault.slowMs)
  await deliverAll(deed.server)
  await deed.check(answer)
}

function refusesClearly(error: unknown, says: RegExp): void {
  if (!(error instanceof ApiError)) throw error
  const { status, problem } = error
  expect([status, problem.code]).toEqual([503, 'payments_unavailable'])
  expect(problem.message).toMatch(says)
}

/** Of all that this person is a customer of at Stripe, exactly one goes on, and it was charged once. */
export async function paidOnce(server: TestServer, person: { id: string; email: string }): Promise<void> {
  const { stripe, db } = server.deps
  const { data: customers } = await stripe.customers.list({ email: person.email, limit: 100 })
  const of = async <One>(list: (customer: string) => Promise<{ data: One[] }>) =>
    (await Promise.all(customers.map(({ id }) => list(id)))).flatMap(({ data }) => data)
  const charges = await of((customer) => stripe.charges.list({ customer, limit: 100 }))
  expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  const subscriptions = await of((customer) =>
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
  )
  const living = subscriptions.filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status))
  expect(living.map(({ status }) => status)).toEqual(['active'])
  const rows = [
    ...(await db.selectFrom('subscriptions').selectAll().where('subscriberId', '=', person.id).execute()),
    ...(await db.selectFrom('creatorPlans').selectAll().where('userId', '=', person.id).execute()),
  ].filter(({ status }) => status !== 'incomplete_expired')
  expect(rows).toMatchObject([{ status: 'active', stripeSubscriptionId: living[0]?.id }])
}
