// Compares three states of a simulation: the product's rows, Stripe's objects, and the model.
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import { type Bill, endsAt, endUnpaid, hasAccess, isDisputed, isPaidOnce, periodOf } from './model.ts'
import { must, mustEqual } from './differences.ts'
import { feeAt, totalOf } from './model-refunds.ts'
import { compareRevenue } from './revenue-checks.ts'
import type { Simulation, Subscriber } from './simulation.ts'

/** A subscription in the product's database. Times in milliseconds. */
export type Row = {
  id: string
  subscriberId: string
  stripeSubscriptionId: string
  status: string
  priceInCents: number
  periodStart: number | null
  periodEnd: number | null
  endsAt: number | null
  endedBy: string | null
  pausedFrom: number | null
  isDisputed: boolean
  pays: boolean
  payments: {
    stripeInvoiceId: string
    amount: number
    fee: number
    tax: number
    refunded: number
    feeRefunded: number
    dispute: string | null
    periodStart: number
    paidAt: number
  }[]
}

const day = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const ms = (name: string) => sql`(extract(epoch from ${sql.ref(name)}) * 1000)::float8`
type Query = { creatorId: string; now: Date; graceDays: number }
const readRows = prepared(
  'rows_of_a_simulation',
  (
    _db,
    query: Parameters<Query>,
  ) => sql<Row>`select s.id, s.subscriber_id as "subscriberId", s.stripe_subscription_id as "stripeSubscriptionId", s.status,
    s.price_in_cents as "priceInCents", ${ms('s.current_period_start')} as "periodStart",
    ${ms('s.current_period_end')} as "periodEnd", ${ms('s.ends_at')} as "endsAt", s.ended_by as "endedBy",
    ${ms('s.paused_from')} as "pausedFrom",
    s.is_disputed as "isDisputed",
    ${givesAccess('s', query)} as pays,
    coalesce((select json_agg(json_build_object('stripeInvoiceId', p.stripe_invoice_id, 'amount', p.amount_in_cents,
      'fee', p.fee_in_cents, 'tax', p.tax_in_cents, 'refunded', p.refunded_in_cents, 'feeRefunded', p.fee_refunded_in_cents,
      'dispute', p.dispute_status, 'periodStart', ${ms('p.period_start')}, 'paidAt', ${ms('p.paid_at')})
      order by p.period_start) from payments p where p.subscription_id = s.id), '[]') as payments
   from subscriptions s where s.creator_id = ${query.creatorId} order by s.created_at`,
)
/** All subscriptions to the creator, oldest first. */
export const rowsOf = ({ statements, deps, creator }: Simulation): Promise<Row[]> =>
  readRows(statements, {
    creatorId: creator.id,
    now: deps.clock.now(),
    graceDays: deps.config.pastDueGraceDays,
  })

const LIVE = ['incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused']

/** A subscriber never has two live subscriptions at Stripe. */
export async function expectOneSubscription(
  { stripe }: Simulation,
  { name, customer, bills }: Subscriber,
): Promise<void> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const live = data.filter(({ status }) => LIVE.includes(status))
  must(live.length <= 1, `${name} has ${live.length} live subscriptions at Stripe`)
  must(data.length === bills.length, `${name} has ${data.length} subscriptions, not ${bills.length}`)
}

/** Checks what must hold at any time, however late webhooks are. Also tells the model what the product knows by now. */
export async function checkInvariants(sim: Simulation): Promise<Row[]> {
  const rows = await rowsOf(sim)
  for (const { id, name, bills } of sim.people) {
    const own = rows.filter(({ subscriberId }) => subscriberId === id)
    const live = own.filter(({ status }) => LIVE.includes(status))
    must(live.length <= 1, `${name} has ${live.length} live subscriptions`)
    mustEqual(`${name}: the number of subscriptions`, own.length, bills.length)
    for (const [index, row] of own.entries()) compareWithModel(name, row, bills[index], sim.now())
  }
  return rows
}

function compareWithModel(name: string, row: Row, bill: Bill | undefined, now: number): void {
  if (!bill) return
  mustEqual(`${name}: the price`, row.priceInCents, bill.priceInCents)
  must(!row.pays || bill.charges.length > 0, `${name} has access and never paid`)
  // Once the product knows that a subscription has ended, nobody can pay for it.
  if (row.status === 'canceled' && bill.status === 'canceled') bill.owed = null
  for (const { periodStart, dispute } of row.payments) {
    const charge = bill.charges.find(({ start }) => start * 1000 === periodStart)
    must(charge !== undefined, `${name} has a payment for a month without a charge`)
    // Once the product knows of a dispute, the subscription does not renew.
    if (['needs_response', 'lost'].includes(dispute ?? '') && charge?.dispute !== 'won' && isPaidOnce(bill)) {
      endUnpaid(bill, now)
      bill.willEnd ||= isPaidOnce(bill)
    }
  }
}

/** Checks what must hold once every webhook has arrived or the sweep has caught up. */
export async function compare(sim: Simulation): Promise<void> {
  const rows = await checkInvariants(sim)
  const fee = sim.deps.config.platformFeePercent
  for (const { id, name, customer, bills } of sim.people) {
    const own = rows.filter(({ subscriberId }) => subscriberId === id)
    mustEqual(
      `In the product, ${name}`,
      own.map(fromRow),
      bills.map((bill) => fromModel(bill, sim.now(), fee)),
    )
    if (bills.length === 0) continue
    const { data } = await sim.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    const statuses = own.map((row) => data.find((one) => one.id === row.stripeSubscriptionId)?.status)
    mustEqual(
      `At Stripe, ${name}`,
      statuses,
      bills.map(({ status }) => status),
    )
    for (const [index, bill] of bills.entries()) await mustHaveNoOpenInvoice(sim, own[index], bill)
    await mustHaveOneCard(sim, name, customer, data)
    const { data: charges } = await sim.stripe.charges.list({ customer, limit: 100 })
    const charged = charges
      .filter(({ status }) => status === 'succeeded')
      .map((one) => [one.created, one.amount])
    const paid = bills.flatMap((bill) => bill.charges.map(({ paidAt }) => [paidAt, totalOf(bill)]))
    mustEqual(`At Stripe, ${name} paid`, charged.toSorted(byText), paid.toSorted(byText))
  }
  await compareRevenue(sim)
}

/** What is still charged is charged to the customer's default card. */
async function mustHaveOneCard(
  { stripe }: Simulation,
  name: string,
  customer: string,
  subscriptions: Stripe.Subscription[],
): Promise<void> {
  const { invoice_settings: settings } = (await stripe.customers.retrieve(customer)) as Stripe.Customer
  for (const { status, default_payment_method: own } of subscriptions)
    if (['active', 'past_due', 'unpaid'].includes(status) && own !== null)
      mustEqual(`${name}’s card`, own, settings.default_payment_method)
}

/** An ended subscription has no open invoice that could still be paid for no access. */
async function mustHaveNoOpenInvoice(
  { stripe }: Simulation,
  row: Row | undefined,
  bill: Bill,
): Promise<void> {
  if (!row || bill.status !== 'canceled' || bill.charges.at(-1)?.start === periodOf(bill).start) return
  const { data } = await stripe.invoices.list({ subscription: row.stripeSubscriptionId, status: 'open' })
  must(data.length === 0, 'an ended subscription can still be paid')
}
const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1)

const fromRow = (row: Row) => ({
  status: row.status,
  from: day(row.periodStart),
  to: day(row.periodEnd),
  endsAt: day(row.endsAt),
  pausedFrom: day(row.pausedFrom),
  isDisputed: row.isDisputed,
  hasAccess: row.pays,
  payments: row.payments.map(({ amount, fee, tax, refunded, feeRefunded, dispute, periodStart, paidAt }) => ({
    of: day(periodStart),
    paidAt: day(paidAt),
    amount,
    fee,
    tax,
    refunded,
    feeRefunded,
    dispute,
  })),
})

function fromModel(bill: Bill, now: number, feePercent: number): ReturnType<typeof fromRow> {
  const hasPeriod = isPaidOnce(bill) || bill.status === 'canceled'
  const { start, end } = periodOf(bill)
  const ends = endsAt(bill)
  const fee = feeAt(feePercent, bill)
  return {
    status: bill.status,
    from: hasPeriod ? day(start * 1000) : null,
    to: hasPeriod ? day(end * 1000) : null,
    endsAt: ends === null ? null : day(ends * 1000),
    pausedFrom: bill.pausedFrom === null ? null : day(bill.pausedFrom * 1000),
    isDisputed: isDisputed(bill),
    hasAccess: hasAccess(bill, now),
    payments: bill.charges.map(({ start: of, paidAt, refunded, feeRefunded, dispute }) => ({
      of: day(of * 1000),
      paidAt: day(paidAt * 1000),
      amount: totalOf(bill),
      fee,
      tax: bill.taxInCents,
      refunded,
      feeRefunded,
      dispute: dispute === 'open' ? 'needs_response' : dispute,
    })),
  }
}
