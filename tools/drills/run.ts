// npm run drill -- <name> [--seconds=<n>]: runs one drill. Exits with 1 if something was lost, with 2 if it
// couldn't run.
import { loadavg } from 'node:os'
import { report } from '../bench/report.ts'
import { CannotRun, type Drill } from './drill.ts'
import { endAll } from './product.ts'
import { within } from './within.ts'

/**
 * Each drill is loaded only when it runs. `seconds`: the duration of the load. The check afterwards takes up
 * to 90 more.
 */
const DRILLS: Record<string, { seconds: number; load: () => Promise<Drill> }> = {
  kill: { seconds: 60, load: async () => (await import('./kill.ts')).kill },
  freeze: { seconds: 60, load: async () => (await import('./database-outage.ts')).freeze },
  'stop-database': { seconds: 60, load: async () => (await import('./database-outage.ts')).stopDatabase },
  outages: { seconds: 300, load: async () => (await import('./outages.ts')).outages },
  'stripe-down': { seconds: 60, load: async () => (await import('./stripe-down.ts')).stripeDown },
  'alerts-killed': { seconds: 120, load: async () => (await import('./alerts-killed.ts')).alertsKilled },
  'push-down': { seconds: 40, load: async () => (await import('./push-down.ts')).pushDown },
  'disk-full': { seconds: 12, load: async () => (await import('./disk-full.ts')).diskFull },
  'restore-old': { seconds: 60, load: async () => (await import('./restore-old.ts')).restoreOld },
  clock: { seconds: 24, load: async () => (await import('./clock.ts')).clock },
  flood: { seconds: 20, load: async () => (await import('./flood.ts')).flood },
  fuzz: { seconds: 300, load: async () => (await import('./fuzz.ts')).fuzz },
  failover: { seconds: 40, load: async () => (await import('./failover.ts')).failover },
  // 20,000 requests.
  'rolling-restart': {
    seconds: 100,
    load: async () => (await import('./rolling-restart.ts')).rollingRestart,
  },
}

/** Each wait has its own limit, which names what was missing. This is the limit for waits without one. */
const OVERHEAD_MAX_S = 600

const [name = ''] = process.argv.slice(2)
const given = process.argv.find((word) => word.startsWith('--seconds='))?.slice('--seconds='.length)
const drill = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined
if (!drill || (given !== undefined && !/^[1-9]\d{0,3}$/.test(given))) {
  console.error(
    `Usage: npm run drill -- <name> [--seconds=<n>], with one of: ${Object.keys(DRILLS).join(', ')}`,
  )
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.once('exit', endAll)

report.note(
  `load of the machine before: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}`,
)
const seconds = given === undefined ? drill.seconds : Number(given)
try {
  const run = await drill.load()
  await within(seconds + OVERHEAD_MAX_S, `The drill with ${seconds} s of load`, run({ seconds }))
} catch (error) {
  if (error instanceof CannotRun) {
    console.error(error.message)
    process.exit(2)
  }
  // Exits, because processes that were left running would keep this one alive.
  console.error(error)
  process.exit(1)
}
process.exit(report.summary())
