// A creator's monthly revenue, and the income of the last twelve months. docs/money.md has the definitions.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import type { creators } from '#shared/contracts/creators.ts'
import type { Wire } from '#shared/endpoint.ts'
import { splitPrice } from '#shared/rules/money.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>
type Revenue = Wire<typeof creators.revenue>

export async function revenueOf(deps: Needs, creatorId: string): Promise<Revenue> {
  const [active, months, nextPayout] = await Promise.all([
    activeSubscriptions(deps, creatorId),
    monthsOf(deps, creatorId),
    pendingPayout(deps, creatorId),
  ])
  const monthly = { grossInCents: 0, feeInCents: 0, netInCents: 0 }
  // Canceled subscriptions won't be charged again, and paused ones aren't charged now.
  const renewed = active.filter(({ endsAt, pausedFrom }) => endsAt === null && pausedFrom === null)
  for (const { priceInCents, feePercent } of renewed) {
    const { platformFeeInCents, creatorShareInCents } = splitPrice(priceInCents, feePercent)
    monthly.grossInCents += priceInCents
    monthly.feeInCents += platformFeeInCents
    monthly.netInCents += creatorShareInCents
  }
  return { activeSubscribers: active.length, monthly, nextPayout, months }
}

/** Active, undisputed and paid for the current period, with a last payment that wasn't refunded in full. */
const activeSubscriptions = ({ db, clock }: Needs, creatorId: string) =>
  db
    .selectFrom('subscriptions as s')
    .select(['s.priceInCents', 's.feePercent', 's.endsAt', 's.pausedFrom'])
    .where('s.creatorId', '=', creatorId)
    .where('s.status', '=', 'active')
    .where('s.isDisputed', '=', false)
    .where((eb) => eb.or([eb('s.pausedFrom', 'is', null), eb('s.pausedFrom', '>', clock.now())]))
    .where(
      sql<boolean>`coalesce((select p.refunded_in_cents < p.amount_in_cents from payments p
        where p.subscription_id = s.id order by p.paid_at desc limit 1), true)`,
    )
    .execute()

/**
 * Twelve calendar months in UTC, including empty ones. Payments with an open or lost dispute don't count. Net is the
 * amount transferred to the payout account, minus reversals and fees. Tax is in what was paid and in the fee, and
 * counts as neither.
 */
export async function monthsOf(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  creatorId: string,
): Promise<Revenue['months']> {
  const { rows } = await sql<{ month: string; gross: number; fee: number; net: number }>`
    with months as (
      select generate_series(
        date_trunc('month', ${clock.now()}::timestamptz at time zone 'UTC') - interval '11 months',
        date_trunc('month', ${clock.now()}::timestamptz at time zone 'UTC'), interval '1 month') as start),
    received as (
      select date_trunc('month', p.paid_at at time zone 'UTC') as start,
             p.amount_in_cents - p.refunded_in_cents as paid,
             p.fee_in_cents - p.fee_refunded_in_cents as fee,
             p.tax_in_cents - coalesce(round(p.tax_in_cents::numeric * p.refunded_in_cents / nullif(p.amount_in_cents, 0)), 0)
               as tax,
             p.transferred_in_cents - p.reversed_in_cents + p.returned_in_cents as transferred,
             p.dispute_status is null or p.dispute_status in ('won', 'prevented')
               or p.dispute_status like 'warning\\_%' as is_kept
        from payments p join subscriptions s on s.id = p.subscription_id
       where s.creator_id = ${creatorId})
    select to_char(m.start, 'YYYY-MM') as month,
           coalesce(sum(r.paid - r.tax) filter (where r.is_kept), 0)::int as gross,
           coalesce(sum(r.fee - r.tax) filter (where r.is_kept), 0)::int as fee,
           coalesce(sum(r.transferred - r.fee), 0)::int as net
      from months m left join received r on r.start = m.start group by m.start order by m.start`.execute(db)
  return rows.map(({ month, gross, fee, net }) => ({
    month,
    grossInCents: gross,
    feeInCents: fee,
    netInCents: net,
  }))
}

/** The payout account's balance in US dollars; null without an account, or while Stripe can't be reached. */
async function pendingPayout({ db, stripe, log }: Needs, creatorId: string): Promise<Revenue['nextPayout']> {
  const { stripeAccountId } = await db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', creatorId)
    .executeTakeFirstOrThrow()
  if (stripeAccountId === null) return null
  try {
    const balance = await stripe.balance.retrieve(
      {},
      { stripeAccount: stripeAccountId, maxNetworkRetries: 0, timeout: 3000 },
    )
    const dollars = [...balance.available, ...balance.pending].filter(({ currency }) => currency === 'usd')
    return { amountInCents: dollars.reduce((sum, { amount }) => sum + amount, 0) }
  } catch (error) {
    if (stripeErrorKind(error) === null) throw error
    log.warn(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to read a payout account’s balance',
    )
    return null
  }
}
