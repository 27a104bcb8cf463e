// Figures of reports, decisions and appeals by year, from the tables. They name nobody.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { notices } from '#shared/contracts/notices.ts'
import type { Wire } from '#shared/endpoint.ts'

type Figures = Wire<typeof notices.transparency>

export async function transparencyOf(db: Kysely<DB>, now: Date): Promise<Figures> {
  const year = (column: string) => sql`extract(year from ${sql.ref(column)} at time zone 'UTC')::int`
  const { rows: years } = await sql<Figures['years'][number]>`
    with
      r as (select ${year('created_at')} as year, count(*)::int as n from reports group by 1),
      n as (select ${year('created_at')} as year, count(*)::int as n from notices group by 1),
      d as (select ${year('d.starts_at')} as year, count(*)::int as cases,
          count(*) filter (where measure = 'dismiss')::int as dismissed,
          count(*) filter (where measure = 'hide')::int as hidden,
          count(*) filter (where measure = 'suspend')::int as suspended,
          count(*) filter (where measure = 'stop_selling')::int as selling_stopped,
          count(*) filter (where measure = 'stop_reporting')::int as reporting_stopped,
          count(*) filter (where is_automatic)::int as automatic,
          count(*) filter (where d.starts_at > c.due_at)::int as late,
          round((percentile_cont(0.5) within group (order by extract(epoch from d.starts_at - c.opened_at)) / 3600)::numeric, 1)::float8
            as median_hours
        from decisions d join cases c on c.id = d.case_id group by 1),
      a as (select ${year('created_at')} as year, count(*)::int as appeals, count(*) filter (where outcome = 'reversed')::int as reversed
        from appeals group by 1)
    select year, coalesce(r.n, 0) as reports, coalesce(n.n, 0) as notices, coalesce(cases, 0) as cases,
      coalesce(dismissed, 0) as dismissed, coalesce(hidden, 0) as hidden, coalesce(suspended, 0) as suspended,
      coalesce(selling_stopped, 0) as selling_stopped, coalesce(reporting_stopped, 0) as reporting_stopped, coalesce(automatic, 0) as automatic, coalesce(late, 0) as late,
      median_hours, coalesce(appeals, 0) as appeals, coalesce(reversed, 0) as reversed
    from (select extract(year from ${now}::timestamptz at time zone 'UTC')::int as year
        union select year from r union select year from n union select year from d union select year from a) years
      left join r using (year) left join n using (year) left join d using (year) left join a using (year)
    order by year desc`.execute(db)
  const { rows: groups } = await sql<{ pays: boolean; creators: number; suspended: number }>`
    with last as (
      select person_id, max(starts_at) as at from restrictions
       where kind = 'post' and lifted_at is null and starts_at > ${now}::timestamptz - interval '365 days' group by 1)
    -- Suspended creators lose their subscribers, so they count as they were when they were suspended.
    select exists (select from subscriptions s where s.creator_id = u.id and (
        case when last.at is null then s.status in ('active', 'trialing', 'past_due')
          else s.created_at <= last.at and exists (select from payments p where p.subscription_id = s.id
            and p.paid_at <= last.at and p.period_end > last.at) end)) as pays,
      count(*)::int as creators, count(last.at)::int as suspended
    from users u left join last on last.person_id = u.id
    where not u.is_former and (u.is_creator or (last.at is not null
      and exists (select from subscriptions s where s.creator_id = u.id)))
    group by 1`.execute(db)
  const group = (pays: boolean) => {
    const { creators, suspended } = groups.find((one) => one.pays === pays) ?? { creators: 0, suspended: 0 }
    return { creators, suspended }
  }
  return { at: now.toISOString(), years, withSubscribers: group(true), withoutSubscribers: group(false) }
}
