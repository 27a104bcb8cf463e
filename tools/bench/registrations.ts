// A launch: 100 people register in one minute, each with a password that is checked against the dictionary.
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from './measure.ts'
import { type Bench, startProduct } from './product.ts'
import { report } from './report.ts'

const REGISTRATIONS = 100
const MINUTE_MS = 60_000
/** Three of them and a number make a password that isn’t weak. */
const WORDS = [
  'harbor',
  'lantern',
  'meadow',
  'copper',
  'violin',
  'saddle',
  'orchid',
  'thimble',
  'gravel',
  'pepper',
]

/** Registers 100 people at even intervals, then 100 at once, some of whom may be refused because the queue is full. */
export async function benchRegistrations(bench: Bench): Promise<void> {
  const settings = { RATE_LIMITS: 'on', TRUST_PROXY: 'on' }
  const product = await startProduct(bench, settings)
  let people = 0
  const register = async () => {
    const n = (people += 1)
    const words = [WORDS[n % 10], WORDS[Math.floor(n / 10) % 10], 'quiet']
    const since = performance.now()
    const response = await fetch(`${product.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.30.${n >> 8}.${n & 255}` },
      body: JSON.stringify({
        username: `launch_${n}`,
        email: `launch${n}@example.com`,
        password: `${words.join(' ')} ${n}`,
        isAdult: true,
        acceptsTerms: true,
      }),
    })
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - since }
  }
  try {
    report.note(
      `load of the machine before: ${loadavg()
        .map((one) => one.toFixed(2))
        .join(', ')}`,
    )
    for (const [name, everyMs] of [
      ['in a minute', MINUTE_MS / REGISTRATIONS],
      ['at once', 0],
    ] as const) {
      const pending: ReturnType<typeof register>[] = []
      for (let index = 0; index < REGISTRATIONS; index++) {
        pending.push(register())
        if (everyMs > 0) await wait(everyMs)
      }
      const answers = await Promise.all(pending)
      const times = answers.map(({ ms }) => ms)
      const statuses = Map.groupBy(answers, ({ status }) => status)
      const counts = [...statuses].map(([status, all]) => `${all.length} × ${status}`).join(', ')
      report.note(
        `${REGISTRATIONS} registrations ${name}: ${counts}; median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
      )
      if (everyMs > 0)
        report.exactly(
          `of ${REGISTRATIONS} registrations in a minute succeeded`,
          statuses.get(201)?.length ?? 0,
          REGISTRATIONS,
        )
    }
  } finally {
    await product.stop()
  }
}
