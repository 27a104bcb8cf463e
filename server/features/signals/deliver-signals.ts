// Adds posted signals to the timelines of everyone who follows or pays their authors, and to the lists of their tickers
// (docs/decisions/0003-feed-storage.md).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps, SignalDelivery } from '#server/deps.ts'
import { isApart } from '#server/features/safety/store.ts'
import { givesAccess, isForSubscribers, isListed, viewerPays } from '#server/features/users/visibility.ts'
import type { Change } from '#shared/live.ts'
import { nextReaders, READERS_AT_FIRST, READERS_MIN } from './delivery-pace.ts'
import { cutTimelines, TIMELINE_MAX } from './timeline.ts'

/**
 * How many signals share the readers of a step, so that a signal to few readers doesn't wait behind a signal to many.
 * With more signals per step, a signal to a hundred readers would take three steps or more, each of which updates its
 * delivery.
 */
const SIGNALS_PER_STEP = 4
/**
 * The probability that a delivered row makes the step check its timeline's length (`cutTimelines`). Counting the rows
 * of a full timeline takes 0.2 to 0.7 ms, which is less than 1 µs per delivered row, and a timeline exceeds its maximum
 * by 1,000 rows on average.
 */
const CUT = { chance: 1 / 1000, max: TIMELINE_MAX }
/** Where a delivery starts: its readers are taken in the order of their ids (`deliveries.after_reader`). */
const FIRST_READER = '00000000-0000-0000-0000-000000000000'
/** The kind of change that readers' open pages are notified of. */
const CHANGE: Change = 'feed'
/** The kind of change that people with a bell for the author are notified of; nothing else is stored for them. */
const ALERTS: Change = 'alerts'
/** How often each copy of the server looks for deliveries that another copy, such as a killed one, left unfinished. */
const POLL_MS = 1000
/** How long after a request's last query the delivery expects another one. */
const BUSY_MS = 100

/** `readers`: the total for all signals of the step. */
type Step = { now: Date; graceDays: number; signals: number; readers: number; cutChance: number }

/**
 * Delivers the oldest signals to their next readers. One statement writes the rows and advances each delivery, so a
 * crash neither loses nor repeats anything, and two copies of the server never take the same signal.
 *
 * It also notifies the open pages of these readers and of the author, whose timeline has had the signal since it was
 * posted. The notification lists every reader, although most have no open page: 16 bytes next to a row that is written
 * for each of them anyway. If it named only the signal, every copy of the server would have to look up, for each open
 * page and each signal, whether that person has the row, even if the author has few followers. A person who may not see
 * the author isn't notified, because its time would reveal the post.
 *
 * The commit doesn't wait for the disk, because a concurrent post would have to wait for that write. If PostgreSQL
 * crashes, the rows and the progress of the last steps are lost together, and the steps run again.
 */
const statementOfStep = (onConflict: RawBuilder<unknown>) => (_db: Kysely<DB>, step: Parameters<Step>) => {
  const first = sql.lit(FIRST_READER)
  const { now, graceDays } = step
  const pays = viewerPays({ viewerId: sql<string>`f.reader`, now, graceDays }, sql<string>`f.user_id`)
  // Without this, the plan, which is made while the queue is empty, reads the whole queue.
  const isPicked = sql`d.queued_at = any(array(select queued_at from picked))`
  return sql<{ signals: number; readers: number; sampled: string[]; finished: Date[] }>`
    with picked as (
      select d.queued_at, d.signal_id, d.after_reader, d.readers, g.user_id, g.created_at, g.tickers,
          ${isForSubscribers('g')} as for_subscribers, ${isListed('author')} as is_listed
        from deliveries d left join signals g on g.id = d.signal_id left join users author on author.id = g.user_id
       order by d.queued_at limit ${step.signals} for update of d skip locked),
    share as (select ${step.readers}::int / greatest(count(*), 1) as readers from picked),
    found as (
      select p.signal_id, p.user_id, p.created_at, p.is_listed, r.reader
        from picked p cross join lateral (
          select follower_id as reader from follows
           where following_id = p.user_id and follower_id > p.after_reader
          union
          select s.subscriber_id from subscriptions s
           where s.creator_id = p.user_id and s.subscriber_id > p.after_reader and ${givesAccess('s', step)}
          order by 1 limit (select readers from share)) r),
    given as (
      insert into timelines (viewer_id, created_at, signal_id, author_id)
      select reader, created_at, signal_id, user_id from found
       where not exists (select from timeline_starts s where s.viewer_id = reader and s.starts_at = 'infinity')
      ${onConflict} returning 1),
    listed as (
      insert into signal_tickers (ticker, created_at, signal_id)
      select ticker, created_at, signal_id from picked, jsonb_array_elements_text(tickers::jsonb) ticker
       where after_reader = ${first}
      on conflict do nothing),
    progress as (select signal_id, count(*) as n, max(reader::text collate "C")::uuid as last from found group by signal_id),
    finished as (
      delete from deliveries d using picked p left join progress o on o.signal_id = p.signal_id
       where ${isPicked} and d.signal_id = p.signal_id and d.queued_at = p.queued_at and coalesce(o.n, 0) < (select readers from share)
      returning d.queued_at, d.signal_id, p.created_at, p.readers + coalesce(o.n, 0) as readers),
    emailed as (
      insert into alert_runs (signal_id, queued_at) select signal_id, ${step.now} from finished on conflict do nothing),
    receipts as (
      insert into delivery_receipts (signal_id, queued_at, push_due_at, feeds, feeds_ms)
      select p.signal_id, ${step.now}, ${step.now}, f.readers, least(2147483647, extract(epoch from greatest(interval '0',
          ${step.now}::timestamptz + (clock_timestamp() - statement_timestamp()) - f.created_at)) * 1000)
        from picked p cross join (select count(*) from given) as written left join finished f on f.signal_id = p.signal_id
       where p.user_id is not null and (p.after_reader = ${first} or f.signal_id is not null)
      on conflict (signal_id) do update set feeds = excluded.feeds, feeds_ms = excluded.feeds_ms),
    mentioned as (
      update push_devices d set held_since = least(d.held_since, p.created_at), held_for = coalesce(d.held_for, 'due'),
          release_at = coalesce(d.release_at, ${step.now}::timestamptz)
        from picked p join signal_mentions m on m.signal_id = p.signal_id
       where p.after_reader = ${first} and d.person_id = m.user_id and d.ended_at is null),
    moved as (
      update deliveries d set after_reader = o.last, readers = p.readers + o.n from picked p join progress o on o.signal_id = p.signal_id
       where ${isPicked} and d.signal_id = p.signal_id and d.queued_at = p.queued_at and o.n = (select readers from share)),
    notified as (
      insert into changes (what, user_ids)
      select ${sql.lit(CHANGE)}, array_agg(id) from (
        select f.reader as id from found f
         where (f.is_listed or ${pays}) and not ${isApart(sql`f.user_id`, sql`f.reader`, sql`picked`)}
        union
        select user_id from picked where user_id is not null and after_reader = ${first}) ids
      having count(*) > 0
      union all
      select ${sql.lit(ALERTS)}, array_agg(id) from (
        select b.person_id as id from picked p join alert_bells b on b.author_id = p.user_id
          join follows f on f.follower_id = b.person_id and f.following_id = b.author_id
         where p.after_reader = ${first} and p.is_listed and (b.level = 'all' or b.level = 'premium' and p.for_subscribers)
        union
        select s.subscriber_id from picked p join subscriptions s on s.creator_id = p.user_id
         where p.after_reader = ${first} and ${givesAccess('s', step)}
           and not ${isApart(sql`s.creator_id`, sql`s.subscriber_id`, sql`picked`)}) ids
      having count(*) > 0),
    sampled as (
      select reader from (
        select reader from found
        union all
        select user_id from picked where user_id is not null and after_reader = ${first}) all_readers
       where random() < ${step.cutChance})
    select array(select reader from sampled)::text[] as sampled, array(select queued_at from finished) as finished, (select count(*)::int from picked) as signals, (select count(*)::int from found) as readers,
      set_config('synchronous_commit', 'off', true)`
}

const deliverStep = prepared('deliver_step', statementOfStep(sql``))
/**
 * For readers who already have a signal, because they followed its author in the meantime and a job filled
 * their timelines.
 */
const deliverStepToFilled = prepared('deliver_step_to_filled', statementOfStep(sql`on conflict do nothing`))

/**
 * Runs one step for at most `readers` readers and returns how many signals and readers it handled; zero signals means
 * that nothing is left.
 */
export async function deliverSignals(
  {
    db,
    statements,
    clock,
    config,
    metrics,
  }: Pick<Deps, 'db' | 'statements' | 'clock' | 'config'> & Partial<Pick<Deps, 'metrics'>>,
  readers = READERS_AT_FIRST,
  cut = CUT,
) {
  const values = {
    now: clock.now(),
    graceDays: config.pastDueGraceDays,
    signals: SIGNALS_PER_STEP,
    readers,
    cutChance: cut.chance,
  }
  // `on conflict` would write a second WAL record for each row and take 1.6 times as long, although few rows ever
  // conflict.
  const [step] = await deliverStep(statements, values).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'timelines_pkey') throw error
    return deliverStepToFilled(statements, values)
  })
  if (step && step.sampled.length > 0) await cutTimelines(db, step.sampled, cut.max)
  for (const queuedAt of step?.finished ?? [])
    metrics?.signalDelivered((clock.now().getTime() - queuedAt.getTime()) / 1000)
  return step ?? { signals: 0, readers: 0 }
}

/**
 * Delivers until it is stopped. While the connections of `requestPools`, which serve requests, are in use, it pauses
 * for twice as long as each step took, which leaves them two thirds of the database's time.
 */
export function startSignalDelivery(
  deps: Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'log' | 'metrics'>,
  requestPools: readonly pg.Pool[],
): SignalDelivery {
  const { clock } = deps
  let lastQueryMs = Number.NEGATIVE_INFINITY
  for (const pool of requestPools) pool.on('acquire', () => (lastQueryMs = clock.elapsedMs()))
  const isBusy = () => clock.elapsedMs() - lastQueryMs < BUSY_MS

  let stopped = false
  let isTriggered = false
  let wake = () => {}

  /** Resolves after `ms`, or when `wake` is called. */
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run() {
    let readers = READERS_AT_FIRST
    while (!stopped) {
      isTriggered = false
      const startedMs = clock.elapsedMs()
      const step = await deliverSignals(deps, readers).catch((error: unknown) => {
        deps.log.warn(
          { event: 'delivery_failed', error: String(error) },
          'signals could not be delivered; trying again',
        )
        return null
      })
      if (stopped) return
      const tookMs = clock.elapsedMs() - startedMs
      if (step === null) {
        readers = READERS_MIN
        await sleep(POLL_MS)
      } else if (step.signals > 0) {
        readers = nextReaders(readers, step.readers, tookMs)
        if (isBusy()) await pause(2 * tookMs)
      }
      // The step may have missed a signal that was posted while it ran.
      else if (!isTriggered) await sleep(POLL_MS)
    }
  }
  const running = run()

  return {
    trigger() {
      isTriggered = true
      wake()
    },
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
