// Runs a flow with every fault at every call to Stripe, and checks that each one ends well.
import { setTimeout as wait } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import type { Fault } from '#tools/sandbox/stripe/faults.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { sampled } from '#test/test-scope.ts'
import type { TestServer } from '#test/server.ts'
import { deliverAll } from './webhook-events.ts'

/** The server's timeout for calls to Stripe in these tests, and how long the SDK then waits before its retry, in ms. */
export const ANSWER_MS = 1200
export const RETRY_AFTER_MS = 150

/** One action of a person, and the check that must pass afterwards. */
export type FaultCase<T = unknown> = {
  server: TestServer
  act: () => Promise<T>
  check: (answer: T) => Promise<void>
  /** A pattern for a refusal's message; by default the message must not mention a charge. */
  says?: RegExp
}
export type Flow<T = unknown> = {
  /** The calls to Stripe, in order; `:id` stands for any id. */
  calls: string[]
  /** Tries faults at these calls only. */
  only?: string[]
  /** Everything up to the action, for a new person each time. */
  prepare: () => Promise<FaultCase<T>>
}

/** The SDK retries most failures once, so a fault has to occur twice to have an effect. */
const READ_FAULTS: Fault[] = [
  { how: 'error-before', times: 2 },
  { how: 'cut-before', times: 2 },
  { how: 'silence', times: 2 },
  { how: 'rate-limit' },
]
const WRITE_FAULTS: Fault[] = [
  ...READ_FAULTS,
  { how: 'error-after', times: 2 },
  { how: 'error-undone', times: 2 },
  { how: 'cut-after', times: 2 },
  { how: 'conflict', times: 2 },
  // The first is done by the time of the retry, the second is still in progress.
  { how: 'slow', slowMs: ANSWER_MS + RETRY_AFTER_MS / 2 },
  { how: 'slow', slowMs: ANSWER_MS + 2 * RETRY_AFTER_MS },
]
/** How many faults of a flow run outside a full run. */
const SAMPLE_SIZE = 1
const TRIES = 4
const RETRY_MS = 350

const shapeOf = (method: string, path: string) =>
  `${method} ${(path.split('?')[0] ?? '').replace(/\/(acct|cus|in|pi|price|prod|sub)_\w+/, '/:id')}`

/** The calls to Stripe during an action. */
async function callsDuring(stripe: Stripe, act: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  const record = ({ method, path }: { method: string; path: string }) =>
    void calls.push(shapeOf(method, path))
  stripe.on('request', record)
  try {
    await act()
  } finally {
    stripe.off('request', record)
  }
  return calls
}

/**
 * Runs a flow once without faults, then with each fault at each of its calls; in `npm test` only a random one. Resolves
 * with a description of each failure.
 */
export async function runWithEachFault<T>(flow: Flow<T>): Promise<string[]> {
  const faultCase = await flow.prepare()
  let answer: T | undefined
  const calls = await callsDuring(
    faultCase.server.deps.stripe,
    async () => void (answer = await faultCase.act()),
  )
  expect(calls).toEqual(flow.calls)
  await deliverAll(faultCase.server)
  await faultCase.check(answer as T)

  const failures: string[] = []
  for (const { call, index, fault } of sampled(faultsAt(flow, calls), SAMPLE_SIZE)) {
    const skip = calls.slice(0, index).filter((earlier) => earlier === call).length
    try {
      await runWithFault(flow, { ...faultAt(call), ...fault, skip })
    } catch (error) {
      const what = `${call} (${index + 1} of ${calls.length}), ${fault.how} ${fault.slowMs ?? ''}`
      failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failures
}

/** Every fault at every call of the flow. */
const faultsAt = ({ only }: Pick<Flow, 'only'>, calls: string[]) =>
  calls.flatMap((call, index) => {
    if (only?.includes(call) === false) return []
    return (call.startsWith('GET') ? READ_FAULTS : WRITE_FAULTS).map((fault) => ({ call, index, fault }))
  })

function faultAt(call: string): { method: string; path: RegExp } {
  const [method = '', path = ''] = call.split(' ')
  return { method, path: new RegExp(`^${path.replaceAll(':id', '[^/]+')}$`) }
}

async function runWithFault<T>(flow: Flow<T>, fault: Fault): Promise<void> {
  const faultCase = await flow.prepare()
  const { sandbox } = faultCase.server
  const isMet = sandbox.failNext(fault)
  let answer: T | undefined
  for (let tries = 1; answer === undefined; tries += 1) {
    try {
      answer = await faultCase.act()
    } catch (error) {
      expectClearRefusal(error, faultCase.says ?? /right now\. Please try again in a moment\.$/)
      if (tries === TRIES) throw new Error('a retry does not help', { cause: error })
      // A person retries after reading the message.
      if (tries > 1) await wait(RETRY_MS)
    }
    sandbox.clearFaults()
    if (!isMet()) throw new Error('the fault did not occur')
  }
  if (fault.slowMs !== undefined) await wait(fault.slowMs)
  await deliverAll(faultCase.server)
  await faultCase.check(answer)
}

function expectClearRefusal(error: unknown, says: RegExp): void {
  if (!(error instanceof ApiError)) throw error
  const { status, problem } = error
  expect([status, problem.code]).toEqual([503, 'payments_unavailable'])
  expect(problem.message).toMatch(says)
}

/** Exactly one of this person's subscriptions at Stripe is live, and it was charged once. */
export async function expectPaidOnce(
  server: TestServer,
  person: { id: string; email: string },
): Promise<void> {
  const { stripe, db } = server.deps
  const { data: customers } = await stripe.customers.list({ email: person.email, limit: 100 })
  const of = async <One>(list: (customer: string) => Promise<{ data: One[] }>) =>
    (await Promise.all(customers.map(({ id }) => list(id)))).flatMap(({ data }) => data)
  const charges = await of((customer) => stripe.charges.list({ customer, limit: 100 }))
  expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  const subscriptions = await of((customer) =>
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
  )
  const live = subscriptions.filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status))
  expect(live.map(({ status }) => status)).toEqual(['active'])
  const rows = [
    ...(await db.selectFrom('subscriptions').selectAll().where('subscriberId', '=', person.id).execute()),
    ...(await db.selectFrom('creatorPlans').selectAll().where('userId', '=', person.id).execute()),
  ].filter(({ status }) => status !== 'incomplete_expired')
  expect(rows).toMatchObject([{ status: 'active', stripeSubscriptionId: live[0]?.id }])
}
