// Finds signs of manipulation by the rules of shared/rules/manipulation.ts. Each query only reads the last hours.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import {
  BURST_MIN,
  BURST_SHARE,
  CARD_ACCOUNTS_MIN,
  CIRCLE_MAX,
  CIRCLE_MIN,
  type ManipulationRule,
  QUIET_SIGNALS_MAX,
  YOUNG_ACCOUNTS_MIN,
  YOUNG_DAYS,
} from '#shared/rules/manipulation.ts'

export type Finding = {
  rule: ManipulationRule
  /** The subject of the case: a signal or a person. */
  subject: { kind: 'signal' | 'profile'; id: string }
  /** The ids of all accounts involved. */
  accounts: string[]
  ticker: string | null
}
type Row = { subject: string; accounts: string[]; ticker: string | null }

/** The hourly job may be late. */
const LOOKBACK_HOURS = 3
/** A payment is only stored when its webhook arrives. */
const PAYMENTS_HOURS = 26

/** `hasRealCards`: false for Stripe's test cards, because everybody pays with the same few. */
export async function findManipulation(
  db: Kysely<DB>,
  now: Date,
  { hasRealCards }: { hasRealCards: boolean },
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [rule, kind, query] of [
    ['young_accounts', 'signal', youngAccounts],
    ['opposite_signals', 'signal', oppositeSignals],
    ['follower_burst', 'profile', followerBursts],
    ['closed_circle', 'profile', closedCircles],
    ['one_card', 'profile', oneCard],
  ] as const) {
    if (rule === 'one_card' && !hasRealCards) continue
    const { rows } = await query(now).execute(db)
    found.push(...rows.map(({ subject, ...rest }) => ({ rule, subject: { kind, id: subject }, ...rest })))
  }
  return found
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)

/** The case is about the first of the signals. */
const youngAccounts = (now: Date) => sql<Row>`
  with posted as (
    select t.ticker, g.id, g.user_id, g.created_at, u.created_at > g.created_at - ${YOUNG_DAYS} * interval '1 day' as young
      from signals g join signal_tickers t on t.signal_id = g.id join users u on u.id = g.user_id
     where g.created_at > ${hoursBefore(now, LOOKBACK_HOURS)} and t.created_at > ${hoursBefore(now, LOOKBACK_HOURS)}),
  quiet as (
    select ticker from posted where young group by ticker having count(distinct user_id) >= ${YOUNG_ACCOUNTS_MIN}
       and (select count(*) from (select from signal_tickers old where old.ticker = posted.ticker
              and old.created_at <= ${hoursBefore(now, LOOKBACK_HOURS)}
              and old.created_at > ${hoursBefore(now, 90 * 24)} limit ${QUIET_SIGNALS_MAX + 1}) few) <= ${QUIET_SIGNALS_MAX})
  select distinct on (a.ticker) a.id as subject, a.ticker, array_agg(distinct b.user_id) as accounts
    from posted a join quiet using (ticker)
    join posted b on b.ticker = a.ticker and b.young and b.created_at between a.created_at and a.created_at + interval '1 hour'
   where a.young
   group by a.ticker, a.id, a.created_at having count(distinct b.user_id) >= ${YOUNG_ACCOUNTS_MIN}
   order by a.ticker, a.created_at`

/** A sell that only closes isn't opposite. The case is about the later signal. */
const oppositeSignals = (now: Date) => sql<Row>`
  select distinct on (b.user_id, tb.ticker) b.id as subject, tb.ticker, array[b.user_id] as accounts
    from signals b join signal_tickers tb on tb.signal_id = b.id
    join signals a on a.user_id = b.user_id and a.created_at between b.created_at - interval '1 day' and b.created_at and a.id <> b.id
    join signal_tickers ta on ta.signal_id = a.id and ta.ticker = tb.ticker
   where b.created_at > ${hoursBefore(now, LOOKBACK_HOURS)}
     and (a.signal_type, b.signal_type) in (('buy', 'sell'), ('sell', 'buy')) and not a.only_closes and not b.only_closes
   order by b.user_id, tb.ticker, b.created_at desc`

/** New followers are younger than a week when they follow, have no signals, and follow at most three people. */
const followerBursts = (now: Date) => sql<Row>`
  with fresh as (
    select f.following_id, f.follower_id, f.created_at,
        count(*) over (partition by f.following_id order by f.created_at
          range between interval '1 hour' preceding and current row) as in_hour
      from follows f where f.created_at > ${hoursBefore(now, LOOKBACK_HOURS)}),
  bursts as (
    select following_id, max(created_at) as until from fresh where in_hour >= ${BURST_MIN} group by following_id),
  followers as (
    select b.following_id, f.follower_id,
        u.created_at > f.created_at - interval '7 days'
          and not exists (select from signals g where g.user_id = u.id)
          and (select count(*) from (select from follows o where o.follower_id = u.id limit 4) few) <= 3 as is_new
      from bursts b join fresh f on f.following_id = b.following_id and f.created_at > b.until - interval '1 hour'
      join users u on u.id = f.follower_id)
  select following_id as subject, null::text as ticker, array_agg(follower_id) filter (where is_new) as accounts
    from followers group by following_id having avg(is_new::int) >= ${BURST_SHARE}`

/**
 * In a closed circle, each account together with the people it follows is the same set. The case is about the newest
 * account.
 */
const closedCircles = (now: Date) => sql<Row>`
  with sets as (
    select array(select x from (select f.follower_id as x union select following_id from follows o where o.follower_id = f.follower_id
        limit ${CIRCLE_MAX + 1}) own order by x) as members
      from (select distinct follower_id from follows where created_at > ${hoursBefore(now, LOOKBACK_HOURS)}) f),
  small as (select distinct members from sets where cardinality(members) between ${CIRCLE_MIN} and ${CIRCLE_MAX})
  select (select id from users where id = any(members) order by created_at desc, id limit 1) as subject,
      null::text as ticker, members as accounts
    from small
   where not exists (select from unnest(members) member where members <> array(
      select x from (select member as x union select following_id from follows o where o.follower_id = member) own order by x))`

/** The case is about the creator whom the accounts pay, or the newest account if they pay several. */
const oneCard = (now: Date) => sql<Row>`
  with recent as (
    select distinct card_fingerprint from payments
     where paid_at > ${hoursBefore(now, PAYMENTS_HOURS)} and card_fingerprint is not null)
  select case when count(distinct s.creator_id) = 1 then (array_agg(s.creator_id))[1]
      else (array_agg(s.subscriber_id order by u.created_at desc, u.id))[1] end as subject,
      null::text as ticker, array_agg(distinct s.subscriber_id) as accounts
    from recent join payments p using (card_fingerprint) join subscriptions s on s.id = p.subscription_id
    join users u on u.id = s.subscriber_id
   where p.paid_at > ${hoursBefore(now, 30 * 24)}
   group by p.card_fingerprint having count(distinct s.subscriber_id) >= ${CARD_ACCOUNTS_MIN}`
