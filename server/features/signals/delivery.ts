// Brings posted signals into the timelines of everybody who follows or pays their authors, and into the lists of their
// tickers (docs/decisions/0003-feed-storage.md).
import { sql } from 'kysely'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { IDS_MAX, CHANNEL } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import type { Change } from '#shared/live.ts'

export type Delivery = {
  /** Says that a signal was just posted here, so that nobody waits for the next round. */
  nudge(): void
  /** Waits for the step in hand and stops. */
  stop(): Promise<void>
}

/** Signals and readers of each that one step takes: small enough that people's own requests never wait for it. */
const SIGNALS = 10
const READERS = 500
/** After whom a delivery begins (`deliveries.after_reader`). */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** What the open pages of its readers are notified of. */
const HAS_COME: Change = 'feed'
/** How often each copy of the server looks for what another one left behind, for example when it was killed. */
const ROUND_MS = 1000

type Step = { now: Date; graceDays: number; signals: number; readers: number }

/**
 * The next readers of the oldest undelivered signals. One statement: a signal's place moves on together with the rows
 * written, so that a crash neither loses nor doubles anything, and copies of the server never take the same signal.
 *
 * It also notifies the open pages of those it serves, and of the author, in whose timeline the signal is since it was posted.
 * They are named one by one, although most have no page open: 40 bytes beside a row that is written for each anyway. To
 * name the signal only, and let every copy of the server ask which of the people connected to it have the row, would cost
 * a look-up for each open page for each signal, however few follow its author.
 */
const deliverStep = prepared('deliver_step', (_db, step: Parameters<Step>) => {
  const before = sql.lit(NOBODY)
  return sql<{ signals: number; readers: number }>`
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
      on conflict do nothing),
    listed as (
      insert into signal_tickers (ticker, created_at, signal_id)
      select ticker, created_at, signal_id from picked, jsonb_array_elements_text(tickers::jsonb) ticker
       where after_reader = ${before}
      on conflict do nothing),
    progress as (select signal_id, count(*) as n, max(reader::text collate "C")::uuid as last from found group by signal_id),
    finished as (
      delete from deliveries d using picked p left join progress o on o.signal_id = p.signal_id
       where d.signal_id = p.signal_id and d.queued_at = p.queued_at and coalesce(o.n, 0) < ${step.readers}),
    moved as (
      update deliveries d set after_reader = o.last from picked p join progress o on o.signal_id = p.signal_id
       where d.signal_id = p.signal_id and d.queued_at = p.queued_at and o.n = ${step.readers}),
    notified as (
      select pg_notify(${sql.lit(CHANNEL)}, json_build_object('what', ${sql.lit(HAS_COME)}, 'userIds', json_agg(id))::text) from (
        select id, row_number() over () / ${sql.lit(IDS_MAX)} as part from (
          select reader as id from found
          union
          select user_id from picked where user_id is not null and after_reader = ${before}) ids) parts
      group by part)
    select (select count(*)::int from picked) as signals, (select count(*)::int from found) as readers,
      (select count(*) from notified) as notified`
})

/** One step; resolves with how many signals it had in hand and how many readers it served. Zero signals: nothing is left. */
export async function deliver({ statements, clock, config }: Pick<Deps, 'statements' | 'clock' | 'config'>) {
  const [step] = await deliverStep(statements, {
    now: clock.now(),
    graceDays: config.pastDueGraceDays,
    signals: SIGNALS,
    readers: READERS,
  })
  return step ?? { signals: 0, readers: 0 }
}

export function openDelivery(deps: Pick<Deps, 'statements' | 'clock' | 'config' | 'log'>): Delivery {
  let stopped = false
  let nudged = false
  let wake = () => {}

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function work() {
    while (!stopped) {
      nudged = false
      const started = deps.clock.elapsedMs()
      const step = await deliver(deps).catch((error: unknown) => {
        deps.log.warn({ error: String(error) }, 'signals could not be delivered; trying again')
        return null
      })
      if (stopped) return
      if (step === null) await rest(ROUND_MS)
      // Between steps as long a rest as the step took: half the database's time always belongs to people's requests.
      else if (step.signals > 0) await pause(deps.clock.elapsedMs() - started)
      // What was posted during the step may not have been seen by it.
      else if (!nudged) await rest(ROUND_MS)
    }
  }
  const working = work()

  return {
    nudge() {
      nudged = true
      wake()
    },
    async stop() {
      stopped = true
      wake()
      await working
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
