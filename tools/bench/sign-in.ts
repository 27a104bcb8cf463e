// Signing in: its effect on people who read their feed, and its duration during a flood of wrong passwords.
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { flood } from './flood.ts'
import { load, median, type Target } from './measure.ts'
import { addSignals, fillTimelineOf, follow } from './population.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'

/**
 * People who read their feed. Several, because the flood is measured with rate limits, and each may make
 * 1,500 requests.
 */
const READERS = Array.from({ length: 20 }, (_, index) => 100 + index)
/** A person who repeatedly signs in on a known device. */
const KNOWN = 3
/** The first of those who sign in on a new device, one after the other. */
const FIRST_NEW = 200
const SECONDS = 8
const ROUNDS = 5

export async function benchSignIn(bench: Bench): Promise<void> {
  report.note(
    `load of the machine before: ${loadavg()
      .map((one) => one.toFixed(2))
      .join(', ')}`,
  )
  await addSignals(bench.pool, { from: 2_000_001, to: 2_000_500, firstAuthor: 1000, authors: 10 })
  for (const reader of READERS) {
    await follow(bench.pool, reader, 1000, 1009)
    await fillTimelineOf(bench.pool, reader)
  }
  await bench.pool.query('analyze')
  await duringSignIns(bench)
  for (const target of ['many accounts', 'one account'] as const) await duringFlood(bench, target)
}

/** Correct passwords, without rate limits: hashing must not slow down everybody else's pages. */
async function duringSignIns(bench: Bench): Promise<void> {
  const product = await startProduct(bench)
  try {
    const feed = { url: `${product.url}/api/signals/feed`, cookie: await signIn(product, READERS[0] ?? 0) }
    await load(feed, 2)
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await load(feed, SECONDS, 4, 200)
      const body = JSON.stringify({ username: `person_${KNOWN}`, password: 'signalpost' })
      const logins = load({ url: `${product.url}/api/login`, method: 'POST', body }, SECONDS + 1, 4, 20)
      const during = await load(feed, SECONDS, 4, 200)
      const { answered, failed } = await logins
      ratios.push(during.p99Ms / Math.max(1, alone.p99Ms))
      report.note(
        `p99 ${alone.p99Ms} ms alone, ${during.p99Ms} ms during ${(answered / (SECONDS + 1)).toFixed(1)} sign-ins a second (${failed} failed)`,
      )
    }
    report.atMost('feed p99 during 20 sign-ins a second', median(ratios), 1.5)
  } finally {
    await product.stop()
  }
}

type Answer = { status: number; ms: number; cookies: string[] }

/** 600 wrong passwords from 60 addresses at once, ten from each, for one account or for 600. */
async function duringFlood(bench: Bench, aim: 'many accounts' | 'one account'): Promise<void> {
  // The flood's addresses are in the header that a load balancer sets.
  const product = await startProduct(bench, { RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
  const agent = new Agent({ keepAlive: true })
  const login = (from: string, username: string, password: string, cookie = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie }
      const sent = request(`${product.url}/api/login`, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.once('end', () => {
          const cookies = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '')
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - started, cookies })
        })
      })
      sent.once('error', reject)
      sent.end(JSON.stringify({ username, password }))
    })

  try {
    const sessions = await Promise.all(
      READERS.map((reader, index) => login(`10.9.0.${index}`, `person_${reader}`, 'signalpost')),
    )
    const feed: Target = {
      url: `${product.url}/api/signals/feed`,
      cookies: sessions.map(({ cookies }) => cookies[0] ?? ''),
    }
    const known = await login('10.8.0.1', `person_${KNOWN}`, 'signalpost')
    const device = known.cookies.find((cookie) => cookie.startsWith('signalpost_device=')) ?? ''
    await load(feed, 2, 4, 200)

    const [knownMs, newMs, ratios, answers] = [
      [] as number[],
      [] as number[],
      [] as number[],
      new Map<number, number>(),
    ]
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await load(feed, SECONDS, 4, 200)
      const during = load(feed, SECONDS, 4, 200)
      const wrong = Array.from({ length: 600 }, (_, index) => ({
        from: `10.${round}.1.${index % 60}`,
        username: aim === 'one account' ? `person_${KNOWN}` : `person_${1000 + round * 600 + index}`,
      }))
      let isOver = false
      const over = flood({ url: product.url, tries: wrong }).finally(() => (isOver = true))
      // From the worst moment on, when all requests of the flood are waiting.
      const again = async (turn: (n: number) => Promise<Answer>, times: number[]) => {
        for (let n = 0; n === 0 || (!isOver && n < 20); n++) {
          const { status, ms } = await turn(n)
          times.push(ms)
          if (status !== 200) refused += 1
        }
      }
      await Promise.all([
        again((n) => login(`10.8.1.${round * 20 + n}`, `person_${KNOWN}`, 'signalpost', device), knownMs),
        again(
          (n) => login(`10.8.2.${round * 20 + n}`, `person_${FIRST_NEW + round * 20 + n}`, 'signalpost'),
          newMs,
        ),
      ])
      for (const [status, count] of await over) answers.set(status, (answers.get(status) ?? 0) + count)
      const { p99Ms } = await during
      ratios.push(p99Ms / Math.max(1, alone.p99Ms))
      report.note(`p99 ${alone.p99Ms} ms alone, ${p99Ms} ms during a flood on ${aim}`)
    }
    const statuses = [...answers].toSorted().map(([status, count]) => `${count} × ${status}`)
    report.note(`600 wrong passwords for ${aim}, ${ROUNDS} times: ${statuses.join(', ')}`)
    report.note(
      `${knownMs.length} sign-ins on a known device, ${newMs.length} on new ones, medians ${median(knownMs).toFixed(0)} and ${median(newMs).toFixed(0)} ms`,
    )
    report.exactly(`sign-ins with the right password refused, flood on ${aim}`, refused, 0)
    report.atMost(`slowest sign-in on a known device, flood on ${aim}`, Math.max(...knownMs) / 1000, 1, ' s')
    report.atMost(`slowest sign-in on a new device, flood on ${aim}`, Math.max(...newMs) / 1000, 5, ' s')
    report.atMost(`feed p99 during a flood on ${aim}`, median(ratios), 1.5)
  } finally {
    agent.destroy()
    await product.stop()
  }
}
