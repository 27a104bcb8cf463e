// Connect: onboarding, refunds, reversals, disputes.
import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { testSandbox } from './stripe-fixture.ts'
import { beginSubscription, paidSubscription, readyAccount } from './fixtures.ts'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'

async function newAccount(stripe: Stripe, email = 'maya@example.com') {
  return stripe.v2.core.accounts.create({
    contact_email: email,
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
  })
}
async function linkFor(stripe: Stripe, account: string): Promise<string> {
  const link = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: 'http://app.test/refresh', return_url: 'http://app.test/return' },
    },
  })
  return link.url
}
async function transfersOf(stripe: Stripe, account: string): Promise<string | undefined> {
  const found = await stripe.v2.core.accounts.retrieve(account, { include: ['configuration.recipient'] })
  return found.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
}

describe('Onboarding', () => {
  test('an account can’t receive transfers before onboarding, and a response has only the included parts', async () => {
    const { stripe } = await testSandbox()
    const account = await newAccount(stripe)
    expect(account.configuration).toBeNull()
    expect(await transfersOf(stripe, account.id)).toBe('restricted')
    await expect(
      beginSubscription(stripe, { params: { transfer_data: { destination: account.id } } }),
    ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
    const url = await linkFor(stripe, account.id)
    expect(await (await fetch(url)).text()).toContain('Test payments, no real money')
    const back = await submitForm(url)
    expect([back.status, back.headers.get('location')]).toEqual([303, 'http://app.test/return'])
    expect(await transfersOf(stripe, account.id)).toBe('active')
  })

  test.each([
    ['waits', { ssn_last_4: '1111' }, 'pending'],
    ['is refused', { ssn_last_4: '2222' }, 'restricted'],
    ['has a bank account that does not work', { account_number: '000111111116' }, 'restricted'],
    ['is put off', { later: 'yes' }, 'restricted'],
  ])('an account whose onboarding %s can’t receive transfers', async (_, changes, status) => {
    const { stripe } = await testSandbox()
    const { id } = await newAccount(stripe)
    const back = await submitForm(await linkFor(stripe, id), changes)
    expect(back.headers.get('location')).toBe('http://app.test/return')
    expect(await transfersOf(stripe, id)).toBe(status)
  })

  test('missing fields are requested again', async () => {
    const { stripe } = await testSandbox()
    const { id } = await newAccount(stripe)
    const answer = await submitForm(await linkFor(stripe, id), { last_name: '' })
    expect([answer.status, (await answer.text()).includes('Still missing: Last name.')]).toEqual([422, true])
  })

  test('a platform without Connect gets an error, and a closed account receives no transfers', async () => {
    const { stripe, eventTypes } = await testSandbox()
    await expect(newAccount(stripe, 'maya+connect-not-enabled@example.com')).rejects.toThrow(
      /signed up for Connect/,
    )
    const account = await readyAccount(stripe)
    expect((await stripe.v2.core.accounts.close(account)).closed).toBe(true)
    await expect(
      stripe.transfers.create({ amount: 5, currency: 'usd', destination: account }),
    ).rejects.toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    })
    expect(await eventTypes()).toContain('v2.core.account.closed')
    await expect(stripe.v2.core.accounts.retrieve('acct_none')).rejects.toMatchObject({ statusCode: 404 })
  })
})

describe('Refunds and disputes', () => {
  const paidToCreator = async (number = '4242424242424242') => {
    const made = await testSandbox()
    const account = await readyAccount(made.stripe)
    const params = { application_fee_percent: 10, transfer_data: { destination: account } }
    const started = await beginSubscription(made.stripe, { params })
    await confirmAsBrowser(made.url, started.secret, number)
    const [charge] = (await made.stripe.charges.list()).data
    const balance = async () =>
      (await made.stripe.balance.retrieve({}, { stripeAccount: account })).pending[0]?.amount
    return {
      ...made,
      ...started,
      account,
      charge: charge?.id ?? '',
      intent: started.secret.split('_secret_')[0] ?? '',
      balance,
    }
  }

  test('a full refund reverses the transfer and the fee once', async () => {
    const { stripe, charge, balance, eventTypes, intent } = await paidToCreator()
    expect(await balance()).toBe(855)
    const refund = await stripe.refunds.create({
      payment_intent: intent,
      reverse_transfer: true,
      refund_application_fee: true,
    })
    expect(refund).toMatchObject({ amount: 950, status: 'succeeded' })
    expect(await balance()).toBe(0)
    const after = await stripe.charges.retrieve(charge, { expand: ['refunds'] })
    expect([after.refunded, after.refunds?.data.length]).toEqual([true, 1])
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' })
    expect(await eventTypes()).toEqual(
      expect.arrayContaining(['charge.refunded', 'transfer.reversed', 'application_fee.refunded']),
    )
  })

  test('partial refunds add up to the whole amount', async () => {
    const { stripe, charge, balance } = await paidToCreator()
    for (const amount of [333, 333, 284]) {
      await stripe.refunds.create({ charge, amount, reverse_transfer: true, refund_application_fee: true })
    }
    expect(await balance()).toBe(0)
    const [fee] = (await stripe.applicationFees.list()).data
    expect(fee).toMatchObject({ amount: 95, amount_refunded: 95, refunded: true })
  })

  test('a refund can’t exceed the payment and requires a successful charge', async () => {
    const { stripe, charge, url } = await paidToCreator()
    await expect(stripe.refunds.create({ charge, amount: 951 })).rejects.toThrow(/greater than charge amount/)
    const plain = await paidSubscription(stripe, url)
    const [own] = (await stripe.charges.list({ customer: plain.customer.id })).data
    await expect(
      stripe.refunds.create({ charge: own?.id ?? '', reverse_transfer: true }),
    ).rejects.toMatchObject({ param: 'reverse_transfer' })
  })

  test('a dispute withdraws the money until it is won', async () => {
    const { stripe, charge, eventTypes, account, balance } = await paidToCreator('4000000000000259')
    const [dispute] = (await stripe.disputes.list({ charge })).data
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 950, reason: 'fraudulent' })
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
    const [transfer] = (await stripe.transfers.list()).data
    await stripe.transfers.createReversal(transfer?.id ?? '', { amount: 855 })
    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    expect(won.status).toBe('won')
    await stripe.transfers.create({ amount: 855, currency: 'usd', destination: account })
    expect(await balance()).toBe(855)
    expect(await eventTypes()).toEqual(
      expect.arrayContaining([
        'charge.dispute.created',
        'charge.dispute.closed',
        'charge.dispute.funds_reinstated',
      ]),
    )
  })

  test('an unanswered dispute is lost, and an early fraud warning has its own event', async () => {
    const { stripe, charge } = await paidToCreator('4000000000000259')
    const [dispute] = (await stripe.disputes.list({ charge })).data
    expect((await stripe.disputes.close(dispute?.id ?? '')).status).toBe('lost')
    const warned = await paidToCreator('4000000000005423')
    expect(await warned.eventTypes()).toContain('radar.early_fraud_warning.created')
    const [warning] = (await warned.stripe.radar.earlyFraudWarnings.list()).data
    expect(warning).toMatchObject({ actionable: true, charge: warned.charge })
  })
})
