// Compares the creator's revenue and the payout account's balance with the model's payments.
import { revenueOf } from '#server/features/creators/revenue.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { mustEqual } from './differences.ts'
import { isRefunded } from './model-refunds.ts'
import { endsAt, isDisputed } from './model.ts'
import type { Simulation } from './simulation.ts'

export async function compareRevenue(sim: Simulation): Promise<void> {
  const percent = sim.deps.config.platformFeePercent
  const bills = sim.people.flatMap((who) => who.bills)
  const kept = bills.flatMap((bill) =>
    bill.charges
      .filter(({ dispute }) => dispute === null || dispute === 'won')
      .map(({ paidAt, dispute, refunded, feeRefunded }) => {
        const gross = bill.priceInCents - refunded
        const platformFeeInCents = splitPrice(bill.priceInCents, percent).platformFeeInCents - feeRefunded
        return { paidAt, dispute, gross, platformFeeInCents, creatorShareInCents: gross - platformFeeInCents }
      }),
  )
  const counting = bills.filter(
    (bill) =>
      bill.status === 'active' &&
      !isDisputed(bill) &&
      bill.charges.slice(-1).some((charge) => !isRefunded(charge, bill.priceInCents)) &&
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
  if (hasShare)
    mustEqual('The payout account', revenue.nextPayout?.amountInCents, sum(kept, 'creatorShareInCents'))
}
const sum = <Name extends string>(all: { [N in Name]: number }[], name: Name) =>
  all.reduce((total, one) => total + one[name], 0)
