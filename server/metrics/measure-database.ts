// The database's metrics: connections, and the state of jobs, webhooks, deliveries, emails and market data in
// one query.
import type pg from 'pg'
import type { Deps } from '#server/deps.ts'
import type { Metrics } from './metrics.ts'

/** Several Prometheus servers, or one with a short interval, cause no more queries than this. */
const KEPT_MS = 5000

type Figures = {
  jobs: { task: string; waiting: number; failed: number; seconds: number }[]
  webhooks: { waiting: number; seconds: number }
  deliveries: { waiting: number; seconds: number }
  emails: { waiting: number; seconds: number }
  alerts: { loop: string; failing: number; givenUp: number }[]
  cases: { open: number; late: number; latePictures: number }
  answers: { kind: string; late: number }[]
  providers: { provider: string; seconds: number }[]
}

/**
 * Scans the job queue and three short index ranges. A job counts as failed after its last attempt. A Stripe event is
 * retried for three days, and an email for about as long.
 */
const QUERY = `select
  (select coalesce(json_agg(j), '[]') from (
     select task_identifier as task,
            count(*) filter (where run_at <= now() and attempts < max_attempts) as waiting,
            count(*) filter (where attempts >= max_attempts) as failed,
            coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts)), 0) as seconds
       from graphile_worker.jobs group by 1) j) as jobs,
  (select json_build_object('waiting', count(*), 'seconds', coalesce(extract(epoch from now() - min(received_at)), 0))
     from stripe_events where received_at > now() - interval '3 days' and done_at is null) as webhooks,
  (select json_build_object('waiting', count(*), 'seconds', coalesce(extract(epoch from now() - min(queued_at)), 0))
     from deliveries) as deliveries,
  (select json_build_object('waiting', count(*), 'seconds', coalesce(extract(epoch from now() - min(created_at)), 0))
     from emails e where created_at > now() - interval '4 days' and sent_at is null and (expires_at is null or expires_at > now())
      and not exists (select from suppressed_addresses s where s.address = lower(e.recipient))) as emails,
  (select coalesce(json_agg(f), '[]') from (
     select loop, count(retry_at) as failing, count(*) - count(retry_at) as "givenUp" from failed_steps group by 1) f) as alerts,
  (select json_build_object('open', count(*), 'late', count(*) filter (where due_at < now()),
      'latePictures', count(*) filter (where due_at < now() and (
        exists (select from reports r where r.case_id = c.id and r.reason = 'intimate_pictures')
        or exists (select from notices n where n.case_id = c.id and n.reason = 'intimate_pictures'))))
     from cases c where state = 'open') as cases,
  json_build_array(
    json_build_object('kind', 'appeal', 'late', (select count(*) from appeals where outcome is null and due_at < now())),
    json_build_object('kind', 'report', 'late', (select count(*) from second_looks where outcome is null and due_at < now())
      + (select count(*) from notice_looks where outcome is null and due_at < now())),
    json_build_object('kind', 'suspension', 'late', (select count(*) from decisions
      where confirmation = 'waiting' and ends_at < now() + interval '1 day'))) as answers,
  (select coalesce(json_agg(p), '[]') from (
     select provider, greatest(extract(epoch from next_at - now()), 0) as seconds from provider_rate_limits) p) as providers`

/** While the database doesn't answer, these gauges have no values, and `signalpost_database_up` is 0. */
export function measureDatabase(
  metrics: Metrics,
  { pool, clock, log }: Pick<Deps, 'pool' | 'clock' | 'log'>,
): void {
  let last: { figures: Promise<Figures | undefined>; readAtMs: number } | undefined

  async function read(): Promise<Figures | undefined> {
    try {
      return (await pool.query<Figures>(QUERY)).rows[0]
    } catch (error) {
      log.warn({ event: 'metrics_failed', error: String(error) }, 'the database’s metrics could not be read')
      return undefined
    }
  }
  function figures(): Promise<Figures | undefined> {
    const nowMs = clock.elapsedMs()
    if (last === undefined || nowMs - last.readAtMs >= KEPT_MS) last = { figures: read(), readAtMs: nowMs }
    return last.figures
  }

  const byTask = (name: string, help: string, of: (job: Figures['jobs'][number]) => number) =>
    metrics.gauges(name, help, ['task'], async () =>
      ((await figures())?.jobs ?? []).map((job) => ({ labels: { task: job.task }, value: of(job) })),
    )
  const single = (name: string, help: string, of: (all: Figures) => number) =>
    metrics.gauges(name, help, [], async () => {
      const all = await figures()
      return all ? [{ value: of(all) }] : []
    })

  metrics.gauges('signalpost_database_up', 'Whether the database answered: 1 or 0.', [], async () => [
    { value: (await figures()) ? 1 : 0 },
  ])
  byTask('signalpost_jobs_waiting', 'Jobs that are due, by task.', ({ waiting }) => waiting)
  byTask('signalpost_jobs_failed', 'Jobs that failed permanently, by task.', ({ failed }) => failed)
  byTask(
    'signalpost_jobs_oldest_seconds',
    'How long the oldest due job has waited, by task.',
    (job) => job.seconds,
  )
  single(
    'signalpost_webhooks_waiting',
    'Stripe events that aren’t processed yet.',
    (all) => all.webhooks.waiting,
  )
  single('signalpost_webhook_lag_seconds', 'The age of the oldest of them.', (all) => all.webhooks.seconds)
  single(
    'signalpost_deliveries_waiting',
    'Signals that aren’t in every follower’s timeline yet.',
    (all) => all.deliveries.waiting,
  )
  single('signalpost_delivery_lag_seconds', 'The age of the oldest of them.', (all) => all.deliveries.seconds)
  single(
    'signalpost_emails_waiting',
    'Emails that the mail server hasn’t accepted yet.',
    (all) => all.emails.waiting,
  )
  single('signalpost_emails_oldest_seconds', 'The age of the oldest of them.', (all) => all.emails.seconds)
  const byLoop = (name: string, help: string, of: (alert: Figures['alerts'][number]) => number) =>
    metrics.gauges(name, help, ['loop'], async () =>
      ((await figures())?.alerts ?? []).map((alert) => ({ labels: { loop: alert.loop }, value: of(alert) })),
    )
  byLoop(
    'signalpost_alerts_failing',
    'Alerts that failed because of an internal error and will be retried.',
    ({ failing }) => failing,
  )
  byLoop(
    'signalpost_alerts_given_up',
    'Alerts that were given up in the last 30 days.',
    ({ givenUp }) => givenUp,
  )
  single('signalpost_cases_open', 'Cases that wait for a decision.', (all) => all.cases.open)
  single('signalpost_cases_late', 'Cases that should be decided already.', (all) => all.cases.late)
  single(
    'signalpost_cases_late_pictures',
    'Of these, cases about intimate pictures, which the law gives 48 hours.',
    (all) => all.cases.latePictures,
  )
  metrics.gauges(
    'signalpost_answers_late',
    'Unanswered appeals of authors and of reporters that are overdue, and suspensions that end within a day unless confirmed.',
    ['kind'],
    async () =>
      ((await figures())?.answers ?? []).map(({ kind, late }) => ({ labels: { kind }, value: late })),
  )
  metrics.gauges(
    'signalpost_market_wait_seconds',
    'How long until the quota of a market data provider allows the next call.',
    ['provider'],
    async () =>
      ((await figures())?.providers ?? []).map(({ provider, seconds }) => ({
        labels: { provider },
        value: seconds,
      })),
  )
}

/** `pools` by name. */
export function measurePools(metrics: Metrics, pools: Record<string, pg.Pool>): void {
  const all = Object.entries(pools)
  const gauge = (name: string, help: string, of: (pool: pg.Pool) => number) =>
    metrics.gauges(name, help, ['pool'], () =>
      all.map(([pool, connections]) => ({ labels: { pool }, value: of(connections) })),
    )
  gauge(
    'signalpost_database_connections',
    'Open connections to the database.',
    ({ totalCount }) => totalCount,
  )
  gauge('signalpost_database_connections_idle', 'Idle connections.', ({ idleCount }) => idleCount)
  gauge(
    'signalpost_database_connections_max',
    'The maximum number of connections.',
    ({ options }) => options.max ?? 0,
  )
  gauge(
    'signalpost_database_waiting',
    'Callers waiting for a connection.',
    ({ waitingCount }) => waitingCount,
  )
}
