// The database freezes, stops or crashes under load: requests are refused within a second, and everything
// recovers soon after.
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import { Ledger, reportLedger } from './ledger.ts'
import type { Drill } from './drill.ts'
import { openStage, type SignedIn, signInPeople, type Stage } from './stage.ts'
import { send, startTraffic } from './traffic.ts'

/** The length of each outage, and of the pause between two. */
const OUTAGE_MS = 4000
const PAUSE_MS = 3000
/** From docs/quality.md. */
const REFUSED_WITHIN_S = 1
const BACK_WITHIN_S = 2
/** Calls that the page makes when it opens, and the load balancer's check. */
const CALLS = [
  '/api/user',
  '/api/signals/feed',
  '/api/signals/feed?scope=everyone',
  '/api/users',
  '/api/ready',
]

type Outage = { begin: () => Promise<void>; end: () => Promise<void> | void }

export const freeze: Drill = (options) =>
  withOutages(options, ({ database }) => [{ begin: database.freeze, end: database.thaw }])

export const stopDatabase: Drill = (options) =>
  withOutages(options, ({ database }) => [
    { begin: database.stop, end: database.start },
    { begin: database.kill, end: database.start },
  ])

/** Runs the outages in turn. */
async function withOutages(
  { seconds }: { seconds: number },
  outagesOf: (stage: Stage) => Outage[],
): Promise<void> {
  const stage = await openStage()
  try {
    const product = await stage.stripe.startProduct()
    const people = await signInPeople(stage, product)
    const reader = people.paid
    const ledger = new Ledger()
    const over = performance.now() + seconds * 1000
    const traffic = startTraffic(() => product.origin, {
      people,
      stripeUrl: stage.stripe.url,
      ledger,
      seconds,
    })
    const refusals: Refusals = { slowestMs: 0, count: 0, wrong: [] }
    const recoveriesMs: number[] = []
    while (performance.now() < over) {
      for (const { begin, end } of outagesOf(stage)) {
        await wait(PAUSE_MS)
        await begin()
        const until = performance.now() + OUTAGE_MS
        while (performance.now() < until) await collectRefusals(product.origin, reader, refusals)
        await end()
        recoveriesMs.push(await untilBack(product.origin, reader))
      }
    }
    await traffic.stop()
    report.note(`${recoveriesMs.length} outages of ${OUTAGE_MS / 1000} s, ${refusals.count} calls meanwhile`)
    for (const wrong of refusals.wrong.slice(0, 5)) report.note(wrong)
    report.exactly('calls without a 503 and Retry-After', refusals.wrong.length, 0)
    report.atMost('slowest 503', refusals.slowestMs / 1000, REFUSED_WITHIN_S, ' s')
    report.atMost('slowest recovery', Math.max(...recoveriesMs) / 1000, BACK_WITHIN_S, ' s')
    report.exactly('restarts of the server needed', product.process.exitCode === null ? 0 : 1, 0)
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
  } finally {
    await stage.close()
  }
}

type Refusals = { slowestMs: number; count: number; wrong: string[] }

async function collectRefusals(origin: string, reader: SignedIn, refusals: Refusals): Promise<void> {
  for (const [index, answer] of (
    await Promise.all(CALLS.map((path) => send(origin, path, reader)))
  ).entries()) {
    refusals.count += 1
    refusals.slowestMs = Math.max(refusals.slowestMs, answer?.ms ?? Infinity)
    if (answer?.status !== 503 || !answer.hasRetryAfter)
      refusals.wrong.push(`${CALLS[index]} answered ${answer?.status ?? 'nothing'}`)
  }
}

/** Milliseconds until every call succeeds. */
export async function untilBack(origin: string, reader: SignedIn): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answers = await Promise.all(CALLS.map((path) => send(origin, path, reader)))
    if (answers.every((answer) => answer?.status === 200)) return performance.now() - since
    await wait(20)
  }
}
