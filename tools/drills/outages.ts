// Fifty outages of the database, of all kinds and lengths, under load: the server never exits.
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import { untilBack } from './database-outage.ts'
import type { Drill } from './drill.ts'
import { Ledger, reportLedger } from './ledger.ts'
import { openStage, signInPeople, type Stage } from './stage.ts'
import { startTraffic } from './traffic.ts'

const OUTAGES = 50
/** How long the outages last, as shares of the time that each one has. */
const LENGTHS = [0.02, 0.1, 0.3, 0.5]
/** Half of the pause of other drills, for more load. */
const POST_PAUSE_MS = 100

type Outage = { begin: () => Promise<unknown>; end: () => Promise<void> | void }

const kindsOf = ({ database, pool }: Stage): Outage[] => [
  { begin: database.stop, end: database.start },
  { begin: database.kill, end: database.start },
  { begin: database.freeze, end: database.thaw },
  // Ends only the connections, as when a load balancer in between restarts.
  {
    begin: () =>
      pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'signalpost'",
      ),
    end: () => {},
  },
]

export const outages: Drill = async ({ seconds }) => {
  const stage = await openStage()
  try {
    const product = await stage.stripe.startProduct()
    const people = await signInPeople(stage, product)
    const ledger = new Ledger()
    const traffic = startTraffic(() => product.origin, {
      people,
      stripeUrl: stage.stripe.url,
      ledger,
      seconds,
      postPauseMs: POST_PAUSE_MS,
    })
    const kinds = kindsOf(stage)
    const slotMs = (seconds * 1000) / OUTAGES
    const recoveriesMs: number[] = []
    for (let n = 0; n < OUTAGES && product.process.exitCode === null; n++) {
      const endsAt = performance.now() + slotMs
      const { begin, end } = kinds[n % kinds.length]!
      await begin()
      await wait(slotMs * LENGTHS[Math.floor(n / kinds.length) % LENGTHS.length]!)
      await end()
      recoveriesMs.push(await untilBack(product.origin, people.paid))
      await wait(Math.max(0, endsAt - performance.now()))
    }
    await traffic.stop()
    const sorted = recoveriesMs.toSorted((a, b) => a - b)
    report.note(
      `back after ${inSeconds(sorted[Math.floor(sorted.length / 2)])} (median), ${inSeconds(sorted.at(-1))} at most`,
    )
    report.exactly('outages', recoveriesMs.length, OUTAGES)
    report.exactly('exits of the server', product.process.exitCode === null ? 0 : 1, 0)
    report.exactly('unhandled errors', product.said().split('"process_failed"').length - 1, 0)
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
  } finally {
    await stage.close()
  }
}

const inSeconds = (ms = 0) => `${(ms / 1000).toFixed(2)} s`
