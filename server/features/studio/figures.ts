// The figures of a creator's business, computed from subscriptions and payments. docs/money.md has the definitions.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { wilson } from '#engine/scoring/ranking/per-position.ts'
import { SUBSCRIBER_STATES, type studio, type SubscriberState } from '#shared/contracts/studio.ts'
import type { Wire } from '#shared/endpoint.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { payoutsOf } from '#server/features/creators/store.ts'
import { COUNTS, livesOf, type Studio } from './lives.ts'
import { reasonsOf } from './reasons.ts'

type Overview = Wire<typeof studio.overview>
type Monthly = Overview['recurring']
/** What was received in each of the last twelve months (UTC), in US cents. */
export type ReceivedMonths = (creatorId: string) => Promise<({ month: string } & Monthly)[]>

const DAY_MS = 86_400_000
const MONTHS = 12
export const WINDOW_DAYS = 30
const PAYOUTS_SHOWN = 6

export async function overviewOf(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  receivedMonths: ReceivedMonths,
  creatorId: string,
): Promise<Overview> {
  const now = clock.now()
  const given = { creatorId, now, graceDays: config.pastDueGraceDays }
  // The present instant belongs to the current month.
  const end = new Date(now.getTime() + 1)
  const starts = monthStarts(now)
  const windows = [
    ...starts.map((from, place) => ({ from, to: starts[place + 1] ?? end })),
    { from: new Date(end.getTime() - WINDOW_DAYS * DAY_MS), to: end },
  ]
  const [states, recurring, counts, received, reasons, payouts] = await Promise.all([
    statesOf(db, given),
    recurringAt(db, given, starts.slice(1)),
    countsOf(db, given, windows),
    receivedMonths(creatorId),
    reasonsOf(db, given),
    payoutsOf(db, creatorId, PAYOUTS_SHOWN),
  ])
  const withChurn = (place: number) => {
    const count = counts[place] ?? NO_COUNTS
    return { ...count, churn: churnOf(count) }
  }
  return {
    asOf: now.toISOString(),
    states: states.counts,
    recurring: states.recurring,
    last30Days: withChurn(MONTHS),
    months: starts.map((start, place) => {
      const month = start.toISOString().slice(0, 7)
      const { grossInCents, feeInCents, netInCents } = received.find((one) => one.month === month) ?? NOTHING
      return {
        month,
        ...withChurn(place),
        recurring: place === MONTHS - 1 ? states.recurring : (recurring[place] ?? NOTHING),
        received: { grossInCents, feeInCents, netInCents },
      }
    }),
    reasons,
    payouts: payouts.map(({ amount, currency, status, arrivesAt }) => ({
      amount,
      currency,
      status,
      arrivesAt: arrivesAt.toISOString(),
    })),
  }
}

const NOTHING: Monthly = { grossInCents: 0, feeInCents: 0, netInCents: 0 }
const NO_COUNTS = { atStart: 0, started: 0, returned: 0, left: 0, lost: 0, atEnd: 0 }

/** The first instants of the last twelve months, in UTC. */
const monthStarts = (now: Date): Date[] =>
  Array.from(
    { length: MONTHS },
    (_, place) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1) + place, 1)),
  )

const churnOf = ({ lost, atStart }: { lost: number; atStart: number }) =>
  atStart === 0 ? null : { rate: lost / atStart, ...wilson(lost, atStart) }

type AtPrice = { price: number; fee: number; n: number }

/** The sum of monthly prices, each paid by `n` people, and how it is split. */
const sumOf = (prices: readonly AtPrice[]): Monthly =>
  prices.reduce((sum, { price, fee, n }) => {
    const { platformFeeInCents, creatorShareInCents } = splitPrice(price, fee)
    return {
      grossInCents: sum.grossInCents + n * price,
      feeInCents: sum.feeInCents + n * platformFeeInCents,
      netInCents: sum.netInCents + n * creatorShareInCents,
    }
  }, NOTHING)

async function statesOf(db: Deps['db'], given: Studio) {
  const { rows } = await sql<AtPrice & { state: SubscriberState }>`
    select state, price_in_cents as price, fee_percent as fee, count(*)::int as n
      from ${livesOf(given)} l group by 1, 2, 3`.execute(db)
  const countIn = (state: SubscriberState) =>
    rows.filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0)
  return {
    counts: Object.fromEntries(SUBSCRIBER_STATES.map((state) => [state, countIn(state)])) as Record<
      SubscriberState,
      number
    >,
    recurring: sumOf(rows.filter(({ state }) => state === 'renewing')),
  }
}

/** Monthly recurring revenue right before each instant, all in the past. */
async function recurringAt(db: Deps['db'], given: Studio, instants: readonly Date[]): Promise<Monthly[]> {
  const { rows } = await sql<AtPrice & { place: number }>`
    with lives as materialized (select * from ${livesOf(given)} l)
    select t.place::int, l.price_in_cents as price, l.fee_percent as fee, count(*)::int as n
      from unnest(${[...instants]}::timestamptz[]) with ordinality as t(at, place)
      join lives l on l.started_at < t.at
        and (l.over_at is null or l.over_at >= t.at) and (l.canceled_at is null or l.canceled_at >= t.at)
     where (l.is_open and l.open_from < t.at)
        or exists (select from payments p where p.subscription_id = l.id
             and p.period_start < t.at and p.period_end >= t.at and ${COUNTS})
     group by 1, 2, 3`.execute(db)
  return instants.map((_, place) => sumOf(rows.filter((row) => row.place === place + 1)))
}

type Period = { from: Date; to: Date }

/** What began and ended in each period, which includes its first instant but not its last. */
async function countsOf(db: Deps['db'], given: Studio, periods: readonly Period[]) {
  const { rows } = await sql<typeof NO_COUNTS>`
    with lives as materialized (
      select started_at, over_at, row_number() over (partition by subscriber_id order by started_at, id) as nth
        from ${livesOf(given)} l)
    select count(*) filter (where l.started_at < t.start and (over_at is null or over_at >= t.start))::int as "atStart",
           count(*) filter (where l.started_at >= t.start and l.started_at < t.stop and nth = 1)::int as started,
           count(*) filter (where l.started_at >= t.start and l.started_at < t.stop and nth > 1)::int as returned,
           count(*) filter (where over_at >= t.start and over_at < t.stop)::int as "left",
           count(*) filter (where l.started_at < t.start and over_at >= t.start and over_at < t.stop)::int as lost,
           count(*) filter (where l.started_at < t.stop and (over_at is null or over_at >= t.stop))::int as "atEnd"
      from unnest(${periods.map(({ from }) => from)}::timestamptz[], ${periods.map(({ to }) => to)}::timestamptz[])
           with ordinality as t(start, stop, place)
      left join lives l on true
     group by t.place order by t.place`.execute(db)
  return rows
}
