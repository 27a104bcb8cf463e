// The responses that people got during a fault, compared afterwards with the database and Stripe.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Stripe } from 'stripe'
import { report } from '../bench/report.ts'

export type Kind = 'post' | 'follow' | 'payment'
/** `acknowledged`: a success response. `refused`: an error response. `unknown`: no response. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'
type Entry = { kind: Kind; key: string; outcome: Outcome }

export class Ledger {
  readonly #entries: Entry[] = []

  /** `key`: the text of a post, "<follower> <followed>" for a follow, the client secret of a payment. */
  add(kind: Kind, key: string, outcome: Outcome): void {
    this.#entries.push({ kind, key, outcome })
  }

  count(outcome: Outcome, kind?: Kind): number {
    return this.#entries.filter((entry) => entry.outcome === outcome && (kind ?? entry.kind) === entry.kind)
      .length
  }

  keys(kind: Kind, outcome: Outcome): string[] {
    return this.#entries
      .filter((entry) => entry.kind === kind && entry.outcome === outcome)
      .map(({ key }) => key)
  }
}

/** How long the queue may take to finish. It takes over a killed server's jobs after a pause. */
const SETTLE_MS = 90_000

/**
 * Waits until the queue is done and reports: each acknowledged write exists once, none exists twice, nothing
 * is half done.
 * `pool` connects as the owner of the database.
 */
export async function reportLedger(ledger: Ledger, pool: pg.Pool, stripe: Stripe): Promise<void> {
  for (const kind of ['post', 'follow', 'payment'] as const) {
    const counts = (['acknowledged', 'refused', 'unknown'] as const).map(
      (outcome) => `${ledger.count(outcome, kind)} ${outcome === 'unknown' ? 'without an answer' : outcome}`,
    )
    report.note(`${kind}s: ${counts.join(', ')}`)
  }
  // A drill without writes proves nothing.
  report.atLeast('writes acknowledged', ledger.count('acknowledged'), 1, '')
  const settled = await settle(pool)
  report.atMost('the queue is done', settled / 1000, SETTLE_MS / 1000, ' s')
  await reportPosts(ledger, pool)
  await reportFollows(ledger, pool)
  await reportPayments(ledger, pool, stripe)
}

const countOf = async (pool: pg.Pool, query: string, values: unknown[] = []): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from (${query}) as found`, values)).rows[0]
    ?.n ?? 0

async function settle(pool: pg.Pool): Promise<number> {
  const since = performance.now()
  const waiting = () =>
    countOf(
      pool,
      `select signal_id::text from deliveries
       union all select id::text from graphile_worker._private_jobs where (run_at <= now() or attempts > 0) and attempts < max_attempts
       union all select id from stripe_events where done_at is null`,
    )
  while ((await waiting()) > 0 && performance.now() - since < SETTLE_MS) await wait(100)
  const { rows } = await pool.query<{ job: string }>(
    `select task_identifier || ', locked by ' || coalesce(locked_by, 'none') || ' at ' || coalesce(locked_at::text, '-')
       || ', attempt ' || attempts || ': ' || coalesce(last_error, 'no error') as job
     from graphile_worker.jobs where (run_at <= now() or attempts > 0) and attempts < max_attempts
     union all select 'event without a finished job: ' || type || ' ' || id from stripe_events where done_at is null limit 10`,
  )
  for (const { job } of rows) report.note(`still waiting: ${job}`)
  return performance.now() - since
}

async function reportPosts(ledger: Ledger, pool: pg.Pool): Promise<void> {
  const posted = ledger.keys('post', 'acknowledged')
  const stored = await countOf(pool, 'select distinct content from signals where content = any($1)', [posted])
  report.exactly('acknowledged posts lost', posted.length - stored, 0)
  const twice = 'select content from signals group by content having count(*) > 1'
  report.exactly('posts stored twice', await countOf(pool, twice), 0)
  const undelivered = `select from signals g join follows f on f.following_id = g.user_id
    where not exists (select from timelines t where t.signal_id = g.id and t.viewer_id = f.follower_id)
    union all select from signals g
    where not exists (select from timelines t where t.signal_id = g.id and t.viewer_id = g.user_id)`
  report.exactly('posts missing in a timeline', await countOf(pool, undelivered), 0)
}

async function reportFollows(ledger: Ledger, pool: pg.Pool): Promise<void> {
  const followed = ledger.keys('follow', 'acknowledged')
  const stored = await countOf(
    pool,
    "select from follows where follower_id || ' ' || following_id = any($1)",
    [followed],
  )
  report.exactly('acknowledged follows lost', followed.length - stored, 0)
  const miscounted = `select from follower_counts c where followers <>
    (select count(*) from follows f where f.following_id = c.user_id)`
  report.exactly('people with a wrong number of followers', await countOf(pool, miscounted), 0)
}

/** For every subscriber, one payment at Stripe means one stored payment and access, and no payment means neither. */
async function reportPayments(ledger: Ledger, pool: pg.Pool, stripe: Stripe): Promise<void> {
  const charges: Stripe.Charge[] = []
  for await (const charge of stripe.charges.list({ limit: 100 })) charges.push(charge)
  const paid = charges.filter(({ status, refunded }) => status === 'succeeded' && !refunded)
  const intents = new Set<unknown>(paid.map(({ payment_intent: intent }) => intent))
  const lost = ledger
    .keys('payment', 'acknowledged')
    .filter((secret) => !intents.has(secret.split('_secret_')[0] ?? ''))
  report.exactly('acknowledged payments lost', lost.length, 0)

  const { rows } = await pool.query<{ customer: string; active: number; payments: number }>(
    `select u.stripe_customer_id as customer, count(distinct s.id) filter (where s.status = 'active')::int as active,
       count(p.stripe_invoice_id)::int as payments
     from subscriptions s join users u on u.id = s.subscriber_id left join payments p on p.subscription_id = s.id
     where u.stripe_customer_id is not null group by 1`,
  )
  const timesPaid = (customer: string) => paid.filter((charge) => charge.customer === customer).length
  report.exactly('people charged twice', rows.filter(({ customer }) => timesPaid(customer) > 1).length, 0)
  const granted = rows.filter(({ customer, active }) => active > timesPaid(customer))
  report.exactly('people with premium who did not pay', granted.length, 0)
  const halfDone = rows.filter(({ customer, active, payments }) =>
    [active, payments].some((n) => n !== timesPaid(customer)),
  )
  report.exactly('payments half done', halfDone.length, 0)
}
