// Finds the devices that are notified of a signal, right before it is sent and by the rules of the feed.
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { StatementPool } from '#server/db/open.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { signalsFor } from '#server/features/signals/store.ts'
import { givesAccess, isForSubscribers, isInFeed } from '#server/features/users/visibility.ts'
import { KINDS } from '#shared/rules/alert-kinds.ts'
import type { Page } from './send-in-order.ts'

const PEOPLE_PER_PAGE = 200
/** After this time, the recipients are read again, so that a loss of access takes effect within a second. */
const READ_AGAIN_MS = 800
/** Recipients are used for at least this long, even if reading them was slow. */
const USED_AT_LEAST_MS = 200

type PageOfPeople = {
  signalId: string
  now: Date
  graceDays: number
  after: string
  upTo: string
  limit: number
}

/** The next people with a device whose bell rings for the signal, in the order of their ids. */
const nextPeople = prepared('push_people', (_db, page: Parameters<PageOfPeople>) => {
  const isNext = (
    column: string,
  ) => sql`${sql.ref(column)} > ${page.after} and ${sql.ref(column)} <= ${page.upTo}
    and exists (select from push_devices d where d.person_id = ${sql.ref(column)} and d.ended_at is null)`
  return sql<{ id: string }>`
    select id from (
      (select b.person_id as id from signals g join alert_bells b on b.author_id = g.user_id
        where g.id = ${page.signalId} and b.level <> 'off' and (b.level = 'all' or ${isForSubscribers('g')})
          and b.created_at < g.created_at and ${isNext('b.personId')}
        order by 1 limit ${page.limit})
      union
      (select s.subscriber_id from signals g join subscriptions s on s.creator_id = g.user_id
        where g.id = ${page.signalId} and s.created_at < g.created_at and ${givesAccess('s', page)}
          and not exists (select from alert_bells chosen
            where chosen.author_id = g.user_id and chosen.person_id = s.subscriber_id)
          and ${isNext('s.subscriberId')}
        order by 1 limit ${page.limit})) people
    order by 1 limit ${page.limit}`
})

export type Device = {
  id: string
  personId: string
  endpoint: string
  p256dh: string
  auth: string
  vapidKey: number
  showsText: boolean
  failures: number
  isHeld: boolean
  timeZone: string | null
  quietFrom: number | null
  quietTo: number | null
  /** Whether the person may read a premium signal of the author. */
  pays: boolean
}

/** The signed-in devices of these people that may be notified of the signal, ordered by person. */
const devicesToTell = prepared(
  'push_devices_to_tell',
  (db, values: Parameters<{ signalId: string; people: string[]; now: Date; graceDays: number }>) => {
    const context = { viewerId: sql<string>`reader.id`, now: values.now, graceDays: values.graceDays }
    const rows = signalsFor(db, context).where('g.id', '=', values.signalId).offset(sql.lit(0))
    const seen = db
      .selectFrom(rows.as('rows'))
      .select('pays')
      .where(isInFeed(context))
      .where('withdrawnAt', 'is', null)
      .where('removedFor', 'is', null)
      .where('hiddenAt', 'is', null)
    return sql<Device>`
      select d.id, d.person_id, d.endpoint, d.p256dh, d.auth, d.vapid_key, d.shows_text, d.failures,
          d.release_at is not null as is_held, plan.time_zone, plan.quiet_from, plan.quiet_to, seen.pays
        from unnest(${values.people}::uuid[]) as reader (id)
        join users person on person.id = reader.id and person.deletion_requested_at is null
        cross join lateral (${seen}) seen
        join push_devices d on d.person_id = reader.id and d.ended_at is null
        join sessions s on s.sid = d.session and s.expire > ${values.now}
        left join alert_bells b on b.person_id = reader.id and b.author_id = (select user_id from signals where id = ${values.signalId})
        left join alert_preferences wanted on wanted.person_id = reader.id and wanted.kind = 'signal'
        left join alert_schedules plan on plan.person_id = reader.id
       where coalesce(b.push, wanted.push, ${sql.lit(KINDS.signal.usual.push)})
       order by d.person_id, d.id`
  },
)

export type PersonToTell = { id: string; devices: Device[] }

/** The next people with their devices, in the order of their ids. */
export async function readPeople(
  statements: StatementPool,
  { elapsedMs }: Pick<Clock, 'elapsedMs'>,
  page: Omit<PageOfPeople, 'limit'>,
): Promise<Page<PersonToTell>> {
  const { signalId, now, graceDays, after } = page
  const startedMs = elapsedMs()
  const found = await nextPeople(statements, { ...page, limit: PEOPLE_PER_PAGE })
  const ids = found.map(({ id }) => id)
  const devices =
    ids.length > 0 ? await devicesToTell(statements, { signalId, now, graceDays, people: ids }) : []
  const people: PersonToTell[] = []
  for (const device of devices) {
    const last = people.at(-1)
    if (last?.id === device.personId) last.devices.push(device)
    else people.push({ id: device.personId, devices: [device] })
  }
  return {
    people,
    last: ids.at(-1) ?? after,
    isEnd: ids.length < PEOPLE_PER_PAGE,
    usableUntilMs: Math.max(startedMs + READ_AGAIN_MS, elapsedMs() + USED_AT_LEAST_MS),
  }
}
