// Reversing transfers after the account was paid out.
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { paidSubscription, readyAccount } from './fixtures.ts'
import { testSandbox } from './stripe-fixture.ts'

const DAY = 86_400
const present = () => Math.floor(Date.now() / 1000)

/** A sandbox with a settable clock, and an account that was just paid $8.55 by a destination charge. */
async function paidAccount(settings: { allowsNegativeBalances?: boolean } = {}) {
  let days = 0
  const { stripe, url } = await testSandbox({ now: () => present() + days * DAY, settings })
  const account = await readyAccount(stripe)
  const { customer } = await paidSubscription(stripe, url, {
    params: { application_fee_percent: 10, transfer_data: { destination: account } },
  })
  const { data } = await stripe.charges.list({ customer: customer.id, expand: ['data.transfer'] })
  const [charge] = data
  if (!charge) throw new Error('Nothing was charged')
  const held = async () => (await stripe.balance.retrieve({}, { stripeAccount: account })).pending[0]?.amount
  return {
    stripe,
    account,
    charge,
    transfer: charge.transfer as Stripe.Transfer,
    held,
    /** Moves time until the account's balance is paid out. */
    isPaidOut: () => void (days += 8),
  }
}

test('reversing a destination charge after the payout makes the balance negative', async () => {
  const { stripe, charge, transfer, held, isPaidOut } = await paidAccount()
  expect(await held()).toBe(855)
  isPaidOut()
  expect(await held()).toBe(0)
  await stripe.transfers.createReversal(transfer.id, { amount: 855 })
  expect(await held()).toBe(-855)
  await expect(stripe.transfers.createReversal(transfer.id, { amount: 9999 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  expect(await stripe.refunds.create({ charge: charge.id, reverse_transfer: true })).toMatchObject({
    amount: 950,
    status: 'succeeded',
  })
})

test('where negative balances aren’t allowed, the reversal is refused and nothing moves', async () => {
  const { stripe, charge, transfer, held, isPaidOut } = await paidAccount({ allowsNegativeBalances: false })
  isPaidOut()
  const refused = { statusCode: 400, type: 'StripeInvalidRequestError', code: 'balance_insufficient' }
  await expect(stripe.transfers.createReversal(transfer.id, { amount: 855 })).rejects.toMatchObject(refused)
  const whole = { charge: charge.id, reverse_transfer: true, refund_application_fee: true }
  await expect(stripe.refunds.create(whole)).rejects.toMatchObject(refused)
  expect(await held()).toBe(0)
  expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({ amount_reversed: 0 })
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0 })
})

test('a separate transfer is reversed only from the account’s balance', async () => {
  const { stripe, account, held, isPaidOut } = await paidAccount()
  const send = () =>
    stripe.transfers.create({ amount: 500, currency: 'usd', destination: account, transfer_group: 'won' })
  const spent = await send()
  isPaidOut()
  await expect(stripe.transfers.createReversal(spent.id)).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  await send()
  expect(await stripe.transfers.createReversal(spent.id)).toMatchObject({ amount: 500 })
  expect(await held()).toBe(0)
})
