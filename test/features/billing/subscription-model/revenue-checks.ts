// Compares the creator's revenue, the payout account's balance and what the platform keeps with the model's payments.
import { revenueOf } from '#server/features/creators/revenue.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { mustEqual } from './differences.ts'
import { feeAt, isRefunded, taxRefunded, totalOf } from './model-refunds.ts'
import { endsAt, isDisputed } from './model.ts'
import type { Simulation } from './simulation.ts'

export async function compareRevenue(sim: Simulation): Promise<void> {
  const percent = sim.deps.config.platformFeePercent
  const bills = sim.people.flatMap((who) => who.bills)
  const kept = bills.flatMap((bill) =>
    bill.charges
      .filter(({ dispute }) => dispute === null || dispute === 'won')
      .map((charge) => {
        const { paidAt, dispute, refunded, feeRefunded } = charge
        const tax = bill.taxInCents - taxRefunded(charge, bill)
        const gross = totalOf(bill) - refunded - tax
        const platformFeeInCents = feeAt(percent, bill) - feeRefunded - tax
        return { paidAt, dispute, gross, platformFeeInCents, creatorShareInCents: gross - platformFeeInCents }
      }),
  )
  const counting = bills.filter(
    (bill) =>
      bill.status === 'active' &&
      !isDisputed(bill) &&
      bill.charges.slice(-1).some((charge) => !isRefunded(charge, bill)) &&
      (bill.pausedFrom === null || bill.pausedFrom > sim.now()),
  )
  const renewed = counting.filter((bill) => endsAt(bill) === null && bill.pausedFrom === null)
  const ask = () => revenueOf(sim.deps, sim.creator.id)
  let revenue = await ask()
  // On a busy machine Stripe may take longer than the page waits, and then no balance is shown.
  for (let times = 0; revenue.nextPayout === null && times < 100; times += 1) revenue = await ask()
  // While payouts are on hold a share from a won dispute waits to be transferred.
  const hasShare = !sim.creator.isOnHold || kept.every(({ dispute }) => dispute !== 'won')
  const months = revenue.months.map(({ month, grossInCents, feeInCents, netInCents }) => {
    const of = kept.filter(({ paidAt }) => new Date(paidAt * 1000).toISOString().startsWith(month))
    const should = [sum(of, 'gross'), sum(of, 'platformFeeInCents'), sum(of, 'creatorShareInCents')]
    const is = [grossInCents, feeInCents, hasShare ? netInCents : should[2]]
    return { month, is, should }
  })
  mustEqual(
    'The revenue',
    {
      ...revenue.monthly,
      of: revenue.activeSubscribers,
      months: months.map(({ month, is }) => [month, ...is]),
    },
    {
      grossInCents: renewed.reduce((total, { priceInCents }) => total + priceInCents, 0),
      feeInCents: renewed.reduce(
        (total, { priceInCents: of }) => total + splitPrice(of, percent).platformFeeInCents,
        0,
      ),
      netInCents: renewed.reduce(
        (total, { priceInCents: of }) => total + splitPrice(of, percent).creatorShareInCents,
        0,
      ),
      of: counting.length,
      months: months.map(({ month, should }) => [month, ...should]),
    },
  )
  await compareParties(sim)
  if (hasShare)
    mustEqual('The payout account', revenue.nextPayout?.amountInCents, sum(kept, 'creatorShareInCents'))
}

/**
 * Compares the final amounts of all parties: what the payers paid is what creator, platform and tax office got.
 * Stripe's fees leave the tax with the platform, to the cent.
 */
async function compareParties(sim: Simulation): Promise<void> {
  const charges = sim.people.flatMap(({ bills }) =>
    bills.flatMap((bill) => bill.charges.map((charge) => ({ bill, charge }))),
  )
  const kept = charges.map(({ bill, charge }) => {
    const fee = feeAt(sim.deps.config.platformFeePercent, bill) - charge.feeRefunded
    const tax = bill.taxInCents - taxRefunded(charge, bill)
    const payer = totalOf(bill) - charge.refunded
    return { payer, tax, platform: fee - tax, creator: payer - fee, fee }
  })
  mustEqual('The payers', sum(kept, 'payer'), sum(kept, 'creator') + sum(kept, 'platform') + sum(kept, 'tax'))
  const fees = await sim.stripe.applicationFees.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const atStripe = fees.reduce((total, { amount, amount_refunded: back }) => total + amount - back, 0)
  mustEqual('At Stripe, the platform’s fees with the tax', atStripe, sum(kept, 'fee'))
}

const sum = <Name extends string>(all: { [N in Name]: number }[], name: Name) =>
  all.reduce((total, one) => total + one[name], 0)
