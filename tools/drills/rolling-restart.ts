// Two copies behind a load balancer are restarted in turn under load: no request may fail.
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../bench/measure.ts'
import { report } from '../bench/report.ts'
import { freePort } from '#server/db/embedded-process.ts'
import { Ledger, reportLedger } from './ledger.ts'
import { requirePrograms, startHaproxy } from './load-balancer.ts'
import type { Product } from './product.ts'
import type { Drill } from './drill.ts'
import { openStage, type People, signInPeople } from './stage.ts'
import { send, startTraffic } from './traffic.ts'

/**
 * The maximum rate. While a copy restarts, the other one serves everything, so the rate also depends on one
 * copy's capacity.
 */
const REQUESTS_PER_SECOND = 200
const SHARE_OF_ONE_COPY = 0.4
/** The duration and concurrency of the measurement of one copy's capacity. */
const MEASURE_MS = 4000
const CONCURRENCY = 16
/** How long a copy runs before the next one is restarted. */
const PAUSE_MS = 3000
/** The default in production, which is longer than HAProxy needs to notice. */
const DRAIN_SECONDS = '5'
const PATHS = ['/api/signals/feed', '/api/user', '/api/signals/feed?scope=everyone']

export const rollingRestart: Drill = async ({ seconds }) => {
  requirePrograms(['haproxy'], 'haproxy')
  const stage = await openStage()
  try {
    const ports = [await freePort(), await freePort()]
    const start = (port: number) => stage.stripe.startProduct({ PORT: String(port), DRAIN_SECONDS })
    const copies: Product[] = []
    for (const port of ports) copies.push(await start(port))
    const balancer = await startHaproxy(
      'haproxy',
      ports.map((port) => ({ port })),
    )
    const origin = `http://127.0.0.1:${balancer.port}`
    const people = await signInPeople(stage, copies[0] as Product)
    await followAtOnce(origin, people)
    const rate = await affordableRate((copies[0] as Product).origin, people)
    report.note(`${rate} requests a second`)
    const ledger = new Ledger()
    const traffic = startTraffic(() => origin, {
      people,
      stripeUrl: stage.stripe.url,
      ledger,
      seconds,
    })
    const reading = readSteadily(origin, people, { seconds, rate })
    let restarts = 0
    const over = performance.now() + seconds * 1000
    while (performance.now() < over) {
      const index = restarts % ports.length
      await wait(PAUSE_MS)
      await copies[index]?.end('SIGTERM')
      copies[index] = await start(ports[index] ?? 0)
      stage.stripe.sendWebhooksTo(origin)
      restarts += 1
    }
    const { failed, times } = await reading
    await traffic.stop()
    report.note(`${restarts} restarts, ${times.length} requests, p99 ${quantile(times, 0.99).toFixed(0)} ms`)
    for (const one of failed.slice(0, 5)) report.note(one)
    report.exactly(`requests that failed, of ${times.length + failed.length}`, failed.length, 0)
    report.exactly(
      'writes refused or without an answer',
      ledger.count('refused') + ledger.count('unknown'),
      0,
    )
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
    await balancer.stop()
  } finally {
    await stage.close()
  }
}

/** Every fan follows the same creator at the same moment. */
async function followAtOnce(origin: string, { fans, paid }: People): Promise<void> {
  const answers = await Promise.all(
    fans.map((fan) => send(origin, '/api/follows', fan, { followingId: paid.id })),
  )
  const refused = answers.filter((answer) => answer?.status !== 201)
  report.note(
    `${fans.length} follows at once: ${Math.max(...answers.map((answer) => answer?.ms ?? 0)).toFixed(0)} ms`,
  )
  report.exactly(`refused of ${fans.length} who follow one creator at once`, refused.length, 0)
}

/** In requests per second. A higher rate than one copy can serve would fail even without a restart. */
async function affordableRate(origin: string, { fans }: People): Promise<number> {
  let served = 0
  const over = performance.now() + MEASURE_MS
  const ask = async (_: unknown, n: number) => {
    for (let k = n; performance.now() < over; k++) {
      const fan = fans[k % fans.length]
      if (fan && (await send(origin, PATHS[k % PATHS.length] ?? '', fan))?.status === 200) served += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, ask))
  const perSecond = (served / MEASURE_MS) * 1000
  report.note(`one copy serves ${perSecond.toFixed(0)} requests a second, with other work on the machine`)
  return Math.max(1, Math.min(REQUESTS_PER_SECOND, Math.floor(perSecond * SHARE_OF_ONE_COPY)))
}

/** Sends requests at a steady rate, whether or not earlier ones are answered. */
async function readSteadily(
  origin: string,
  { fans }: People,
  { seconds, rate }: { seconds: number; rate: number },
): Promise<{ failed: string[]; times: number[] }> {
  const failed: string[] = []
  const times: number[] = []
  const asking: Promise<void>[] = []
  const started = performance.now()
  const total = seconds * rate
  for (let n = 0; n < total; n++) {
    await wait(Math.max(0, started + (n * 1000) / rate - performance.now()))
    const fan = fans[n % fans.length]
    const path = PATHS[n % PATHS.length] ?? ''
    const ask = async () => {
      const answer = fan ? await send(origin, path, fan) : null
      if (answer?.status === 200) times.push(answer.ms)
      else {
        const at = ((performance.now() - started) / 1000).toFixed(1)
        failed.push(
          `${path} got ${answer?.status ?? 'no answer'} after ${at} s: ${JSON.stringify(answer?.body)}`,
        )
      }
    }
    asking.push(ask())
  }
  await Promise.all(asking)
  return { failed, times }
}
