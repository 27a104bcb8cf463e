// Wrong passwords from many addresses at once: owners can still sign in, everybody else reads and posts,
// refusals say when to retry.
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../bench/measure.ts'
import { report } from '../bench/report.ts'
import { Ledger, reportLedger } from './ledger.ts'
import type { Drill } from './drill.ts'
import { openStage, type SignedIn, signInPeople } from './stage.ts'
import { send, startTraffic } from './traffic.ts'

/** The number of concurrent wrong sign-ins. Half of them are for one account. */
const CONCURRENCY = 60
/** Attempts per address before the flood continues from another one. */
const ATTEMPTS_PER_ADDRESS = 10
/** From docs/quality.md. */
const KNOWN_WITHIN_S = 1
const NEW_WITHIN_S = 5
const FEED_WITHIN_S = 1
/** The longest wait of strangers, including the owner on a new device, for an account under attack (decision 0017). */
const STRANGER_WAIT_MAX_S = 15 * 60
/** An author may post 60 times an hour. */
const POSTS_OF_AUTHOR = 50
const PASSWORD = 'signalpost'

type Login = { status: number; ms: number; retryAfterS: number; cookies: string[] }

export const flood: Drill = async ({ seconds }) => {
  const stage = await openStage()
  try {
    // Signing everybody in from one address isn't part of the drill.
    const before = await stage.stripe.startProduct()
    const people = await signInPeople(stage, before)
    await before.end('SIGTERM')
    const product = await stage.stripe.startProduct({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
    const [victim, ...others] = people.fans as [SignedIn, ...SignedIn[]]
    const login = (from: string, username: string, password: string, cookie = '') =>
      signIn(product.origin, { from, username, password, cookie })
    const known = await login('10.8.0.1', victim.username, PASSWORD)
    const device = known?.cookies.find((cookie) => cookie.startsWith('signalpost_device=')) ?? ''
    const ledger = new Ledger()
    const traffic = startTraffic(() => product.origin, {
      people,
      stripeUrl: stage.stripe.url,
      ledger,
      seconds,
      postPauseMs: (seconds * 1000) / POSTS_OF_AUTHOR,
    })

    const over = performance.now() + seconds * 1000
    const until = async (turn: (n: number) => Promise<void>) => {
      for (let n = 0; performance.now() < over; n++) await turn(n)
    }
    const answers = new Map<number, number>()
    const unclear: string[] = []
    let tries = 0
    const attack = async () => {
      const n = tries++
      const address = Math.floor(n / ATTEMPTS_PER_ADDRESS)
      const from = `10.${(address >> 16) & 7}.${(address >> 8) & 255}.${address & 255}`
      const started = performance.now()
      const answer = await login(from, n % 2 ? victim.username : `nobody_${n}`, 'wrong')
      answers.set(answer?.status ?? 0, (answers.get(answer?.status ?? 0) ?? 0) + 1)
      if (!isClear(answer) && answer?.status !== 401)
        unclear.push(
          `A wrong sign-in got ${answer?.status ?? 'no answer'} after ${((performance.now() - started) / 1000).toFixed(1)} s`,
        )
    }
    const knownMs: number[] = []
    const newMs: number[] = []
    const feedMs: number[] = []
    const strangerWaitS: number[] = []
    const refused: string[] = []
    const timed = (times: number[], who: string, answer: Login | null) => {
      times.push(answer?.ms ?? Infinity)
      if (answer?.status !== 200) refused.push(`${who} got ${answer?.status ?? 'no answer'}`)
    }
    await Promise.all([
      ...Array.from({ length: CONCURRENCY }, () => until(attack)),
      until(async (n) => {
        const answer = await login(`10.9.0.${n % 250}`, victim.username, PASSWORD, device)
        timed(knownMs, 'The owner on a known device', answer)
        await wait(300)
      }),
      until(async (n) => {
        const other = others[n % others.length] as SignedIn
        timed(newMs, 'Somebody on a new device', await login(`10.9.1.${n % 250}`, other.username, PASSWORD))
        await wait(300)
      }),
      until(async (n) => {
        const answer = await login(`10.9.2.${n % 250}`, victim.username, PASSWORD)
        if (answer?.status === 200) timed(newMs, 'The owner on a new device', answer)
        else if (!isClear(answer)) unclear.push(`The owner on a new device got ${answer?.status}`)
        else strangerWaitS.push(answer?.retryAfterS ?? 0)
        await wait(1000)
      }),
      until(async (n) => {
        const answer = await send(product.origin, '/api/signals/feed', others[n % others.length] as SignedIn)
        feedMs.push(answer?.status === 200 ? answer.ms : Infinity)
        await wait(50)
      }),
    ])
    await traffic.stop()
    const statuses = [...answers].toSorted().map(([status, count]) => `${count} × ${status}`)
    report.note(`${(tries / seconds).toFixed(0)} wrong sign-ins a second: ${statuses.join(', ')}`)
    report.note(
      `${knownMs.length} sign-ins on the known device, ${newMs.length} on new ones, ${feedMs.length} feeds, p99 ${quantile(feedMs, 0.99).toFixed(0)} ms`,
    )
    for (const one of [...unclear, ...refused].slice(0, 5)) report.note(one)
    report.atLeast('wrong sign-ins', tries, 100, '')
    report.exactly('wrong sign-ins without a 401, or a 429 or 503 with Retry-After', unclear.length, 0)
    report.exactly('sign-ins with the right password refused', refused.length, 0)
    report.atMost('slowest sign-in on the known device', Math.max(...knownMs) / 1000, KNOWN_WITHIN_S, ' s')
    report.atMost('slowest sign-in on a new device', Math.max(...newMs) / 1000, NEW_WITHIN_S, ' s')
    report.atMost(
      'longest wait of the attacked owner on a new device',
      Math.max(0, ...strangerWaitS),
      STRANGER_WAIT_MAX_S,
      ' s',
    )
    report.atMost('slowest feed', Math.max(...feedMs) / 1000, FEED_WITHIN_S, ' s')
    report.exactly('restarts of the server needed', product.process.exitCode === null ? 0 : 1, 0)
    report.exactly('writes without a response', ledger.count('unknown'), 0)
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
  } finally {
    await stage.close()
  }
}

const isClear = (answer: Login | null) =>
  (answer?.status === 429 || answer?.status === 503) && answer.retryAfterS > 0

/** Null if no response arrived. `from`: the client's address, as forwarded by a load balancer. */
async function signIn(
  origin: string,
  { from, cookie, ...credentials }: { from: string; cookie: string; username: string; password: string },
): Promise<Login | null> {
  const started = performance.now()
  try {
    const response = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
      body: JSON.stringify(credentials),
      signal: AbortSignal.timeout(15_000),
    })
    await response.arrayBuffer()
    return {
      status: response.status,
      ms: performance.now() - started,
      retryAfterS: Number(response.headers.get('retry-after') ?? 0),
      cookies: response.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''),
    }
  } catch {
    return null
  }
}
