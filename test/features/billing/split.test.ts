// The split that the page shows is what Stripe does: the fee that it takes, and the creator's balance.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { SUBSCRIPTION_PRICE_MAX_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { sampled } from '#test/test-scope.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import type { Blueprint } from '#tools/demo/person-options.ts'
import { becomeCreator, subscribeTo } from './billing-steps.ts'

/**
 * Prices whose tenth is half a cent or close to it, and both ends of the range. `npm test` runs some of them:
 * split-rule.test.ts tests our rule for each cent, and test/sandbox/stripe/isolation.test.ts the sandbox's.
 */
const EDGE_CASES = sampled(
  [500, 501, 504, 505, 506, 515, 594, 595, 600, 994, 995, 996, 999, 1000, 9994, 9995, 10_000],
  6,
)
/** Prices over the whole range, with every last digit. */
const SPREAD = sampled(
  Array.from({ length: 53 }, (_, index) => 507 + index * 179),
  2,
)
const PRICES = [...new Set([...EDGE_CASES, ...SPREAD])].filter(
  (cents) => cents >= SUBSCRIPTION_PRICE_MIN_IN_CENTS && cents <= SUBSCRIPTION_PRICE_MAX_IN_CENTS,
)

let server: TestServer
let nina: Browser
let people: Record<string, Person>

beforeAll(async () => {
  server = await startServer()
  const payers = PRICES.map((cents): [string, Blueprint] => [`payer_${cents}`, member()])
  people = await buildPeople(server.deps, { nina: member(), ...Object.fromEntries(payers) })
  nina = await server.signIn('nina')
  await becomeCreator(server, nina, PRICES[0])
})
afterAll(() => server.stop())

// @spec-1.13 @spec-2.133 @spec-9.7
test('the amounts shown are what Stripe charges, keeps and transfers, to the cent', async () => {
  const creatorId = people['nina']?.id ?? ''
  let balance = 0
  for (const cents of PRICES) {
    await nina.call(creators.updatePrice, { body: { priceInCents: cents } })
    const payer = await server.signIn(`payer_${cents}`)
    const offer = await payer.call(billing.offer, { params: { id: creatorId } })
    const { priceInCents, platformFeeInCents: fee, creatorShareInCents: share } = offer
    await subscribeTo(server, payer, creatorId)

    const { charge, transferred } = await chargeFor(people[`payer_${cents}`]?.id ?? '')
    const { nextPayout } = await nina.call(creators.revenue)
    const waiting = nextPayout?.amountInCents ?? 0
    expect({
      cents,
      shown: { priceInCents, fee, share },
      charged: charge.amount,
      feeTaken: charge.application_fee_amount,
      passedOn: transferred - (charge.application_fee_amount ?? 0),
      inBalance: waiting - balance,
    }).toEqual({
      cents,
      shown: { priceInCents: cents, fee, share: cents - fee },
      charged: cents,
      feeTaken: fee,
      passedOn: share,
      inBalance: share,
    })
    balance = waiting
  }
})

/** A subscriber's only charge at Stripe, and the amount transferred for it. */
async function chargeFor(subscriberId: string) {
  const { db, stripe } = server.deps
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .select(['p.stripeChargeId', 'p.stripeTransferId', 'p.amountInCents', 'p.feeInCents'])
    .where('s.subscriberId', '=', subscriberId)
    .execute()
  expect(rows).toHaveLength(1)
  const charge = await stripe.charges.retrieve(rows[0]?.stripeChargeId ?? '')
  const transfer = await stripe.transfers.retrieve(rows[0]?.stripeTransferId ?? '')
  expect([rows[0]?.amountInCents, rows[0]?.feeInCents]).toEqual([
    charge.amount,
    charge.application_fee_amount,
  ])
  return { charge, transferred: transfer.amount }
}
