// The server is killed repeatedly under load. The next start must have everything that was acknowledged.
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../bench/measure.ts'
import { report } from '../bench/report.ts'
import { Ledger, reportLedger } from './ledger.ts'
import { collectCheckpoints, reportLog } from './public-log.ts'
import type { Drill } from './drill.ts'
import { openStage, signInPeople } from './stage.ts'
import { startTraffic } from './traffic.ts'

/** How long each server runs. */
const RUN_MS = 1500
/** From docs/quality.md: ready on a warm start. */
const READY_MAX_S = 3

export const kill: Drill = async ({ seconds }) => {
  const stage = await openStage()
  try {
    let product = await stage.stripe.startProduct()
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
    const starts: number[] = []
    while (performance.now() < over) {
      await wait(RUN_MS * (0.5 + Math.random()))
      await product.end('SIGKILL')
      const started = performance.now()
      product = await stage.stripe.startProduct()
      starts.push((performance.now() - started) / 1000)
    }
    await traffic.stop()
    report.note(
      `killed ${starts.length} times; ready again after ${Math.max(...starts).toFixed(1)} s at most`,
    )
    report.atMost('ready again, median', median(starts), READY_MAX_S, ' s')
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
    await reportLog(await seen.stop(), stage.pool)
  } finally {
    await stage.close()
  }
}
