// Stripe refuses, hangs and loses its responses under load: no premium without payment, no second charge, and
// it recovers.
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import type { Fault } from '#tools/sandbox/stripe/faults.ts'
import { Ledger, reportLedger } from './ledger.ts'
import type { Drill } from './drill.ts'
import { openStage, signInPeople } from './stage.ts'
import { send, startTraffic } from './traffic.ts'

/** The length of each fault, and of the pause between two. */
const FAULT_MS = 4000
const PAUSE_MS = 2000
/** Applied in turn. `*-after` and `silence`: Stripe did the work, but its response is lost. */
const FAULTS: Fault['how'][] = [
  'error-before',
  'error-after',
  'cut-before',
  'cut-after',
  'silence',
  'rate-limit',
]
/** The rest of the product doesn't wait for Stripe. */
const FEED_WITHIN_S = 1

export const stripeDown: Drill = async ({ seconds }) => {
  const stage = await openStage()
  try {
    const { sandbox, url } = stage.stripe
    const product = await stage.stripe.startProduct()
    const people = await signInPeople(stage, product)
    const ledger = new Ledger()
    const over = performance.now() + seconds * 1000
    const traffic = startTraffic(() => product.origin, { people, stripeUrl: url, ledger, seconds })
    const feedMs: number[] = []
    let faults = 0
    while (performance.now() < over) {
      const how = FAULTS[faults++ % FAULTS.length] ?? 'silence'
      sandbox.failNext({ how, times: Infinity })
      const until = performance.now() + FAULT_MS
      while (performance.now() < until) {
        const answer = await send(product.origin, '/api/signals/feed', people.paid)
        feedMs.push(answer?.status === 200 ? answer.ms : Infinity)
        await wait(50)
      }
      sandbox.clearFaults()
      await wait(PAUSE_MS)
    }
    await traffic.stop()
    report.note(`${faults} times ${FAULT_MS / 1000} s of faults: ${FAULTS.join(', ')}`)
    report.atMost('slowest feed meanwhile', Math.max(...feedMs) / 1000, FEED_WITHIN_S, ' s')
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
  } finally {
    await stage.close()
  }
}
