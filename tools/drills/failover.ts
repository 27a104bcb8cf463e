// The primary of a PostgreSQL cluster is killed repeatedly under load: another node takes over with all
// acknowledged writes.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import { Ledger, reportLedger } from './ledger.ts'
import { openCluster } from './patroni.ts'
import { collectCheckpoints, reportLog } from './public-log.ts'
import type { Drill } from './drill.ts'
import { connectStage, type People, signInPeople } from './stage.ts'
import { outcomeOf, send, startTraffic } from './traffic.ts'

/** The primary is killed at a random moment within this time after the cluster was complete. */
const PAUSE_MS = 3000
/** Patroni's ttl in this drill, plus the time to promote another node. */
const BACK_WITHIN_S = 15
/** From docs/quality.md. */
const REFUSED_WITHIN_S = 1
/** After this time the drill fails instead of waiting for a product that doesn't recover. */
const GIVE_UP_S = 90
const READS = ['/api/user', '/api/signals/feed', '/api/ready']

export const failover: Drill = async ({ seconds }) => {
  const cluster = await openCluster()
  report.note('the cluster is complete')
  try {
    const stage = await connectStage(cluster)
    try {
      const product = await stage.stripe.startProduct({ DATABASE_OWNER_URL: cluster.ownerUrl })
      const people = await signInPeople(stage, product)
      const ledger = new Ledger()
      const seen = collectCheckpoints(() => product.origin)
      const over = performance.now() + seconds * 1000
      const traffic = startTraffic(() => product.origin, {
        people,
        stripeUrl: stage.stripe.url,
        ledger,
        seconds,
      })
      const outagesS: number[] = []
      const refusals: Refusals = { slowestMs: 0, count: 0, wrong: [] }
      for (let n = 0; n === 0 || performance.now() < over; n++) {
        const what = n % 2 === 0 ? 'machine' : 'PostgreSQL'
        await wait(Math.random() * PAUSE_MS)
        const name = await cluster.primary()
        if (name === undefined) throw new Error('The cluster has no primary')
        cluster.kill(name, what)
        const outageS = await untilPosted(product.origin, people, { refusals, ledger })
        outagesS.push(outageS)
        if (what === 'machine') cluster.bringBack(name)
        await cluster.settle()
        report.note(
          `after the ${what} of node ${name} was killed, posting worked again after ${outageS.toFixed(1)} s`,
        )
      }
      await traffic.stop()
      report.note(`${refusals.count} calls were refused after ${outagesS.length} kills`)
      for (const wrong of refusals.wrong.slice(0, 5)) report.note(wrong)
      report.exactly('calls with neither their response nor a 503 and Retry-After', refusals.wrong.length, 0)
      report.atMost('slowest 503', refusals.slowestMs / 1000, REFUSED_WITHIN_S, ' s')
      report.atMost('longest time without posting', Math.max(...outagesS), BACK_WITHIN_S, ' s')
      report.exactly('restarts of the server needed', product.process.exitCode === null ? 0 : 1, 0)
      report.exactly('errors of the server itself', product.said().split('"request_failed"').length - 1, 0)
      await reportLedger(ledger, stage.pool, stage.stripe.stripe)
      await reportLog(await seen.stop(), stage.pool)
    } finally {
      await stage.close()
    }
  } finally {
    await cluster.remove()
  }
}

type Refusals = { slowestMs: number; count: number; wrong: string[] }

/** Posts and reads until a post that was sent after the kill is stored and all calls succeed. Returns seconds. */
async function untilPosted(
  origin: string,
  { paid }: People,
  { refusals, ledger }: { refusals: Refusals; ledger: Ledger },
): Promise<number> {
  const since = performance.now()
  for (;;) {
    const signal = { content: `Posted after a failover ${randomUUID()}`, draftId: randomUUID() }
    const answers = await Promise.all([
      send(origin, '/api/signals', paid, signal),
      ...READS.map((path) => send(origin, path, paid)),
    ])
    ledger.add('post', signal.content, outcomeOf(answers[0] ?? null, 201))
    for (const [index, answer] of answers.entries()) {
      if (answer && answer.status < 300) continue
      refusals.count += 1
      refusals.slowestMs = Math.max(refusals.slowestMs, answer?.ms ?? Infinity)
      if (answer?.status !== 503 || !answer.hasRetryAfter)
        refusals.wrong.push(`${['POST', ...READS][index]} got ${answer?.status ?? 'no answer'}`)
    }
    const passedS = (performance.now() - since) / 1000
    if (answers.every((answer) => answer && answer.status < 300)) return passedS
    if (passedS > GIVE_UP_S) {
      const last = answers.map((answer) => answer?.status ?? 'no answer').join(', ')
      throw new Error(`Posting and reading didn't work again within ${GIVE_UP_S} s: ${last}`)
    }
    await wait(50)
  }
}
