// Money that is taken back from a connected account after it went to its bank.
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { paidSubscription, readyAccount } from './fixtures.ts'
import { testSandbox } from './sandbox.ts'

const DAY = 86_400
const present = () => Math.floor(Date.now() / 1000)

/** A sandbox whose days are moved by hand, and an account in it that was just paid $8.55 by a destination charge. */
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
    /** What the account holds goes to its bank. */
    isPaidOut: () => void (days += 8),
  }
}

test('a destination charge leaves its account with less than nothing when that was paid out', async () => {
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

test('where accounts may hold no less than nothing, the reversal is refused and nothing is moved', async () => {
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

test('a transfer of its own is reversed only out of what the account holds', async () => {
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
