// Simulates people who constantly post, follow and pay, and records the responses in the ledger.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { confirmAsBrowser } from '#tools/sandbox/stripe/browser-actions.ts'
import type { Ledger, Outcome } from './ledger.ts'
import { type People, type SignedIn, VISA } from './stage.ts'

/** Longer than any response of the product may take. */
const TIMEOUT_MS = 10_000
/** The pause between two requests of one person. */
const PAUSE_MS = 200

type Answer = { status: number; body: Record<string, unknown>; ms: number; hasRetryAfter: boolean }

/** Null if no response arrived. */
export async function send(
  origin: string,
  path: string,
  { cookie }: Pick<SignedIn, 'cookie'>,
  body?: object,
): Promise<Answer | null> {
  const started = performance.now()
  try {
    const response = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
      ms: performance.now() - started,
      hasRetryAfter: response.headers.has('retry-after'),
    }
  } catch {
    return null
  }
}

export const outcomeOf = (answer: Answer | null, done: number): Outcome =>
  answer === null ? 'unknown' : answer.status === done ? 'acknowledged' : 'refused'

export type Traffic = {
  /** Resolves once the last request is answered. */
  stop(): Promise<void>
}

/**
 * Starts the traffic: each author posts at most five times a second, unless `postPauseMs` is set; follows and payments
 * are spread evenly over `seconds`. `origin` may change when a server restarts elsewhere.
 */
export function startTraffic(
  origin: () => string,
  {
    people,
    stripeUrl,
    ledger,
    seconds,
    postPauseMs = PAUSE_MS,
  }: {
    people: People
    stripeUrl: string
    ledger: Ledger
    seconds: number
    /** The pause between two posts of one author. */
    postPauseMs?: number
  },
): Traffic {
  let isOver = false
  const { authors, fans, paid } = people
  let posts = 0
  const post = async (author: SignedIn) => {
    while (!isOver) {
      const signal = { content: `Post ${posts++} of the drill by ${author.username}`, draftId: randomUUID() }
      // Like the page, which repeats a draft until it is stored.
      let outcome: Outcome
      do {
        outcome = outcomeOf(await send(origin(), '/api/signals', author, signal), 201)
        ledger.add('post', signal.content, outcome)
        await wait(postPauseMs)
      } while (outcome !== 'acknowledged' && !isOver)
    }
  }

  const pairs = authors.flatMap((author) => fans.map((fan) => ({ author, fan })))
  const follow = async () => {
    for (const { author, fan } of pairs) {
      if (isOver) return
      const answer = await send(origin(), '/api/follows', fan, { followingId: author.id })
      ledger.add('follow', `${fan.id} ${author.id}`, outcomeOf(answer, 201))
      await wait((seconds * 1000) / pairs.length)
    }
  }

  const pay = async () => {
    for (const fan of fans) {
      while (!isOver && !(await pays(origin, fan, { paid, stripeUrl, ledger }))) await wait(PAUSE_MS)
      await wait((seconds * 1000) / fans.length)
    }
  }
  const all = [...authors.map(post), follow(), pay()]
  return {
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** The checkout of a page. Returns whether Stripe charged the card. */
async function pays(
  origin: () => string,
  fan: SignedIn,
  { paid, stripeUrl, ledger }: { paid: SignedIn; stripeUrl: string; ledger: Ledger },
): Promise<boolean> {
  const answer = await send(origin(), '/api/subscriptions/create', fan, { creatorId: paid.id })
  const secret = answer?.body['clientSecret']
  if (answer?.status !== 200 || typeof secret !== 'string') {
    ledger.add('payment', fan.id, answer ? 'refused' : 'unknown')
    return false
  }
  // Stripe itself may be the broken part.
  const timeout = wait(TIMEOUT_MS, null, { ref: false })
  const confirmed = await Promise.race([confirmAsBrowser(stripeUrl, secret, VISA).catch(() => null), timeout])
  const status = confirmed?.status
  ledger.add('payment', secret, status === 200 ? 'acknowledged' : status ? 'refused' : 'unknown')
  await send(origin(), '/api/subscriptions/check', fan, { creatorId: paid.id })
  return status === 200
}
