// Adds posted signals to the timelines of everyone who follows or pays their authors, and to the lists of their tickers
// (docs/decisions/0003-feed-storage.md).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { IDS_MAX, CHANNEL } from '#server/db/notify.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import type { Change } from '#shared/live.ts'
import { cutTimelines } from './timeline.ts'

export type SignalDelivery = {
  /** Delivers at once instead of with the next poll; call it after a signal was posted. */
  trigger(): void
  /** Stops once the current step is done. */
  stop(): Promise<void>
}

/** How many signals one step delivers, each to how many readers: few enough that people's requests never wait for it. */
const SIGNALS_PER_STEP = 10
const READERS_PER_STEP = 500
/**
 * How likely a delivered row makes the step check its timeline's length (`cutTimelines`). Counting 2,000 rows takes about 0.3
 * ms, so the check costs little per row, and a timeline exceeds its maximum by 500 on average.
 */
const CUT_CHANCE = 1 / 500
/** Where a delivery starts: its readers are taken in the order of their ids (`deliveries.after_reader`). */
const FIRST_READER = '00000000-0000-0000-0000-000000000000'
/** What the readers' open pages are notified of. */
const CHANGE: Change = 'feed'
/** How often each copy of the server looks for deliveries that another copy left unfinished, for example when killed. */
const POLL_MS = 1000

type Step = { now: Date; graceDays: number; signals: number; readers: number; cutChance: number }

/**
 * Delivers the oldest signals to their next readers. One statement writes the rows and advances each delivery, so a crash
 * neither loses nor repeats anything, and two copies of the server never take the same signal.
 *
 * It also notifies the open pages of these readers and of the author, whose timeline has had the signal since it was
 * posted. The notification lists every reader, although most have no page open: that is 40 bytes beside a row that is
 * written for each of them anyway. If it named only the signal, every copy of the server would have to look up, for each
 * open page and each signal, whether that person has the row, even if the author has few followers.
 */
const statementOfStep = (onConflict: RawBuilder<unknown>) => (_db: Kysely<DB>, step: Parameters<Step>) => {
  const first = sql.lit(FIRST_READER)
  return sql<{ signals: number; readers: number; sampled: string[] }>`
    with picked as (
      select d.queued_at, d.signal_id, d.after_reader, g.user_id, g.created_at, g.tickers
        from deliveries d left join signals g on g.id = d.signal_id
       order by d.queued_at limit ${step.signals} for update of d skip locked),
    found as (
      select p.signal_id, p.user_id, p.created_at, r.reader
        from picked p cross join lateral (
          select follower_id as reader from follows
           where following_id = p.user_id and follower_id > p.after_reader
          union
          select s.subscriber_id from subscriptions s
           where s.creator_id = p.user_id and s.subscriber_id > p.after_reader and ${givesAccess('s', step)}
          order by 1 limit ${step.readers}) r),
    given as (
      insert into timelines (viewer_id, created_at, signal_id, author_id)
      select reader, created_at, signal_id, user_id from found
      ${onConflict}),
    listed as (
      insert into signal_tickers (ticker, created_at, signal_id)
      select ticker, created_at, signal_id from picked, jsonb_array_elements_text(tickers::jsonb) ticker
       where after_reader = ${first}
      on conflict do nothing),
    progress as (select signal_id, count(*) as n, max(reader::text collate "C")::uuid as last from found group by signal_id),
    finished as (
      delete from deliveries d using picked p left join progress o on o.signal_id = p.signal_id
       where d.signal_id = p.signal_id and d.queued_at = p.queued_at and coalesce(o.n, 0) < ${step.readers}),
    moved as (
      update deliveries d set after_reader = o.last from picked p join progress o on o.signal_id = p.signal_id
       where d.signal_id = p.signal_id and d.queued_at = p.queued_at and o.n = ${step.readers}),
    notified as (
      select pg_notify(${sql.lit(CHANNEL)}, json_build_object('what', ${sql.lit(CHANGE)}, 'userIds', json_agg(id))::text) from (
        select id, row_number() over () / ${sql.lit(IDS_MAX)} as part from (
          select reader as id from found
          union
          select user_id from picked where user_id is not null and after_reader = ${first}) ids) parts
      group by part),
    sampled as (
      select reader from (
        select reader from found
        union all
        select user_id from picked where user_id is not null and after_reader = ${first}) all_readers
       where random() < ${step.cutChance})
    select array(select reader from sampled)::text[] as sampled, (select count(*)::int from picked) as signals, (select count(*)::int from found) as readers,
      (select count(*) from notified) as notified`
}

const deliverStep = prepared('deliver_step', statementOfStep(sql``))
/** For readers who already have a signal, because they followed its author meanwhile and a job filled their timelines. */
const deliverStepToFilled = prepared('deliver_step_to_filled', statementOfStep(sql`on conflict do nothing`))

/** Runs one step and returns how many signals and readers it handled; zero signals means that nothing is left. */
export async function deliverSignals(
  { db, statements, clock, config }: Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>,
  cutChance = CUT_CHANCE,
) {
  const values = {
    now: clock.now(),
    graceDays: config.pastDueGraceDays,
    signals: SIGNALS_PER_STEP,
    readers: READERS_PER_STEP,
    cutChance,
  }
  // `on conflict` would write a second WAL record for each row and take 1.6 times as long, although few rows ever conflict.
  const [step] = await deliverStep(statements, values).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'timelines_pkey') throw error
    return deliverStepToFilled(statements, values)
  })
  if (step && step.sampled.length > 0) await cutTimelines(db, step.sampled)
  return step ?? { signals: 0, readers: 0 }
}

export function startSignalDelivery(
  deps: Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'log'>,
): SignalDelivery {
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
    while (!stopped) {
      isTriggered = false
      const startedMs = deps.clock.elapsedMs()
      const step = await deliverSignals(deps).catch((error: unknown) => {
        deps.log.warn({ error: String(error) }, 'signals could not be delivered; trying again')
        return null
      })
      if (stopped) return
      if (step === null) await sleep(POLL_MS)
      // Pauses as long as the step took, so that half of the database's time is left for people's requests.
      else if (step.signals > 0) await pause(deps.clock.elapsedMs() - startedMs)
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
