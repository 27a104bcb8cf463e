// Response times must not reveal who has an account: signing in, requesting a new password, and registering.
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from './measure.ts'
import { type Bench, startProduct } from './product.ts'
import { report } from './report.ts'

/** Each pair is one request for a person with an account and one for a person without. */
const PAIRS = 100
/** The pause after each request, so that its jobs don't slow down the next one. */
const REST_MS = 100
/** The other parts of this bench don't use these accounts. */
const FIRST = 5000

type Case = { name: string; path: string; status: number; body: (isKnown: boolean, n: number) => object }
const CASES: Case[] = [
  {
    name: 'a wrong password',
    path: '/api/login',
    status: 401,
    body: (isKnown, n) => ({ username: `${isKnown ? 'person' : 'other'}_${FIRST + n}`, password: 'wrong' }),
  },
  {
    name: 'asking for a new password',
    path: '/api/password-resets',
    status: 200,
    body: (isKnown, n) => ({ login: `${isKnown ? 'person' : 'other'}_${FIRST + n}` }),
  },
  {
    name: 'registering with an address',
    path: '/api/register',
    status: 201,
    body: (isKnown, n) => ({
      username: `${isKnown ? 'new' : 'newer'}_${n}`,
      email: `${isKnown ? 'p' : 'other'}${FIRST + n}@example.com`,
      password: 'quiet harbor lamp',
      isAdult: true,
      acceptsTerms: true,
    }),
  },
]

export async function benchKnownAccounts(bench: Bench): Promise<void> {
  const settings = { RATE_LIMITS: 'on', TRUST_PROXY: 'on', REQUIRE_VERIFIED_EMAIL: 'on' }
  await bench.pool.query('update users set email_verified_at = now() where email = any($1)', [
    Array.from({ length: PAIRS }, (_, n) => `p${FIRST + n}@example.com`),
  ])
  const product = await startProduct(bench, settings)
  try {
    for (const [index, { name, path, status, body }] of CASES.entries()) {
      const times = { known: [] as number[], unknown: [] as number[] }
      const ask = async (isKnown: boolean, n: number) => {
        const since = performance.now()
        const response = await fetch(product.url + path, {
          method: 'POST',
          // A different address per request, because addresses have rate limits.
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.${index}.${n}.${Number(isKnown)}`,
          },
          body: JSON.stringify(body(isKnown, n)),
        })
        await response.arrayBuffer()
        times[isKnown ? 'known' : 'unknown'].push(performance.now() - since)
        if (response.status !== status) throw new Error(`${path} returned ${response.status}`)
        await delay(REST_MS)
      }
      // Alternating, so that other work on the machine slows down both.
      for (let n = 0; n < PAIRS; n++)
        for (const isKnown of n % 2 === 0 ? [true, false] : [false, true]) await ask(isKnown, n)
      // Other work on the machine only makes requests slower, so the fast half is more reliable than the slow one.
      const [known, unknown] = [quantile(times.known, 0.25), quantile(times.unknown, 0.25)]
      report.note(
        `${name}: ${known.toFixed(1)} ms for known people, ${unknown.toFixed(1)} ms for unknown ones`,
      )
      report.atMost(
        `${name}, the slower one of known and unknown`,
        Math.max(known / unknown, unknown / known),
        1.1,
      )
    }
  } finally {
    await product.stop()
  }
}
