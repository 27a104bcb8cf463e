// A connected account that Stripe checks: what is asked for, what becomes restricted, and what is refused meanwhile.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#sandbox/stripe/clock.ts'
import { confirmAsBrowser, submitForm } from '#test/stripe-browser.ts'
import { testSandbox, type TestSandbox } from './sandbox.ts'
import { beginSubscription, paidSubscription, readyAccount } from './subscribers.ts'

const REFUSED = { statusCode: 400, code: 'insufficient_capabilities_for_transfer' }
const CHANGED = 'v2.core.account[configuration.recipient].capability_status_updated'
const ASKED = 'v2.core.account[requirements].updated'

async function standingOf(stripe: Stripe, account: string) {
  const include = ['configuration.recipient', 'requirements'] as const
  const found = await stripe.v2.core.accounts.retrieve(account, { include: [...include] })
  const balance = found.configuration?.recipient?.capabilities?.stripe_balance
  return {
    transfers: balance?.stripe_transfers?.status,
    payouts: balance?.payouts?.status,
    codes: balance?.stripe_transfers?.status_details.map(({ code }) => code),
    entries: found.requirements?.entries ?? [],
    deadline: found.requirements?.summary?.minimum_deadline,
  }
}

async function withAccount() {
  const made = await testSandbox()
  const account = await readyAccount(made.stripe)
  await made.arrived()
  made.letters.length = 0
  const linkFor = async () => {
    const link = await made.stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: 'account_update',
        account_update: { refresh_url: 'http://app.test/refresh', return_url: 'http://app.test/return' },
      },
    })
    return link.url
  }
  return { ...made, account, linkFor, params: { transfer_data: { destination: account } } }
}

/** The thin events so far: their type, and the capability if they name one. */
async function told({ stripe, arrived, letters }: TestSandbox): Promise<string[]> {
  await arrived()
  const thin = letters
    .map(({ payload }) => JSON.parse(payload) as { id: string; object: string; type: string })
    .filter(({ object }) => object === 'v2.core.event')
  const events = await Promise.all(thin.map(({ id }) => stripe.v2.core.events.retrieve(id)))
  return events.map((event) => {
    const data = 'data' in event ? (event.data as { updated_capability?: string } | null) : null
    return data?.updated_capability ? `${event.type} ${data.updated_capability}` : event.type
  })
}

describe('What Stripe asks for', () => {
  test('an account in order has nothing to tell', async () => {
    const { stripe, account } = await withAccount()
    expect(await standingOf(stripe, account)).toEqual({
      transfers: 'active',
      payouts: 'active',
      codes: [],
      entries: [],
      deadline: undefined,
    })
  })

  test('until its deadline everything stays active, and then both are restricted by themselves', async () => {
    const made = await withAccount()
    const { stripe, sandbox, account } = made
    const deadline = Math.floor(Date.now() / 1000) + 14 * DAY
    sandbox.askFor(account, { deadline })
    const asked = await standingOf(stripe, account)
    expect([asked.transfers, asked.payouts]).toEqual(['active', 'active'])
    expect(asked.deadline).toEqual({ status: 'currently_due', time: new Date(deadline * 1000).toISOString() })
    expect(asked.entries).toMatchObject([
      {
        awaiting_action_from: 'user',
        description: 'identity.individual.documents.primary_verification',
        minimum_deadline: { status: 'currently_due' },
        requested_reasons: [{ code: 'routine_verification' }],
      },
    ])
    expect(await told(made)).toEqual([ASKED])
    // Such a deadline lies in the past as soon as a moment is over.
    sandbox.askFor(account, { deadline: Math.floor(Date.now() / 1000) })
    sandbox.tick()
    const late = await standingOf(stripe, account)
    expect([late.transfers, late.payouts, late.deadline?.status]).toEqual([
      'restricted',
      'restricted',
      'past_due',
    ])
    expect(late.codes).toEqual(['requirements_past_due'])
    expect(await told(made)).toEqual([
      ASKED,
      ASKED,
      ASKED,
      `${CHANGED} stripe_balance.stripe_transfers`,
      `${CHANGED} stripe_balance.payouts`,
    ])
  })

  test.each([
    [{ payouts: true }, ['active', 'restricted'], ['stripe_balance.payouts']],
    [{ transfers: true }, ['restricted', 'active'], ['stripe_balance.stripe_transfers']],
  ])('restricting %o leaves the other one active', async (what, statuses, capabilities) => {
    const made = await withAccount()
    const { stripe, sandbox, account } = made
    sandbox.restrict(account, what)
    const standing = await standingOf(stripe, account)
    expect([standing.transfers, standing.payouts]).toEqual(statuses)
    expect(standing.entries[0]?.impact.restricts_capabilities?.map(({ capability }) => capability)).toEqual(
      capabilities,
    )
    expect(await told(made)).toEqual([ASKED, ...capabilities.map((name) => `${CHANGED} ${name}`)])
    sandbox.lift(account)
    const after = await standingOf(stripe, account)
    expect([after.transfers, after.payouts, after.entries]).toEqual(['active', 'active', []])
  })

  test('payouts come with transfers and can’t be requested', async () => {
    const { stripe } = await testSandbox()
    const balance = { payouts: { requested: true } } as object
    await expect(
      stripe.v2.core.accounts.create({
        configuration: { recipient: { capabilities: { stripe_balance: balance } } },
      }),
    ).rejects.toThrow(/unknown parameter/)
  })
})

describe('The page of the account link', () => {
  test('says what is asked for, and telling it makes the account active', async () => {
    const made = await withAccount()
    const { stripe, sandbox, account, linkFor } = made
    sandbox.restrict(account)
    const url = await linkFor()
    const html = await (await fetch(url)).text()
    expect(html).toContain('A photo of a government-issued ID')
    expect(html).toContain(
      'Past due: transfers to this account and payouts to its bank account are restricted.',
    )
    const unreadable = await submitForm(url, { document: 'blurred.png' })
    expect([unreadable.status, (await unreadable.text()).includes('could not be read')]).toEqual([422, true])
    expect((await standingOf(stripe, account)).entries[0]?.errors).toMatchObject([
      { code: 'verification_document_not_readable' },
    ])
    const back = await submitForm(url)
    expect(back.headers.get('location')).toBe('http://app.test/return')
    expect(await standingOf(stripe, account)).toMatchObject({
      transfers: 'active',
      payouts: 'active',
      entries: [],
    })
  })

  test('names the day until which an answer is awaited', async () => {
    const { sandbox, account, linkFor } = await withAccount()
    sandbox.askFor(account, { deadline: Date.UTC(2091, 4, 6) / 1000 })
    expect(await (await fetch(await linkFor())).text()).toContain('Due by May 6, 2091.')
  })

  test.each([
    ['ask', ['active', 'active', 'currently_due']],
    ['restrict', ['restricted', 'restricted', 'past_due']],
    ['restrict-payouts', ['active', 'restricted', 'past_due']],
  ])('its test tool can start a check: %s', async (check, standing) => {
    const { stripe, account, linkFor } = await withAccount()
    const url = await linkFor()
    expect(await (await fetch(url)).text()).toContain('Restrict this account')
    const body = new URLSearchParams({ check })
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('http://app.test/return')
    const now = await standingOf(stripe, account)
    expect([now.transfers, now.payouts, now.deadline?.status]).toEqual(standing)
  })

  test('has no test tool before the first onboarding', async () => {
    const { stripe } = await testSandbox()
    const { id } = await stripe.v2.core.accounts.create({ contact_email: 'ada@example.com' })
    const { url } = await stripe.v2.core.accountLinks.create({
      account: id,
      use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'http://app.test/' } },
    })
    expect(await (await fetch(url)).text()).not.toContain('Restrict this account')
  })
})

describe('An account without transfers', () => {
  test('is refused as a destination of anything new', async () => {
    const { stripe, sandbox, account, params, url } = await withAccount()
    const plain = await paidSubscription(stripe, url)
    sandbox.restrict(account)
    await expect(beginSubscription(stripe, { params })).rejects.toMatchObject(REFUSED)
    await expect(stripe.subscriptions.update(plain.subscription.id, params)).rejects.toMatchObject(REFUSED)
    await expect(
      stripe.transfers.create({ amount: 500, currency: 'usd', destination: account }),
    ).rejects.toMatchObject(REFUSED)
    await expect(
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...params }),
    ).rejects.toMatchObject(REFUSED)
    sandbox.lift(account)
    expect((await beginSubscription(stripe, { params })).subscription.status).toBe('incomplete')
  })

  test('can’t be paid by a subscription that was begun before, and nothing is charged', async () => {
    const { stripe, sandbox, account, params, url } = await withAccount()
    const { subscription, secret } = await beginSubscription(stripe, { params })
    sandbox.restrict(account)
    const refused = await confirmAsBrowser(url, secret, '4242424242424242')
    expect([refused.status, refused.body.error?.['code']]).toEqual([
      400,
      'insufficient_capabilities_for_transfer',
    ])
    expect((await stripe.charges.list()).data).toEqual([])
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
    sandbox.lift(account)
    await confirmAsBrowser(url, secret, '4242424242424242')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  test('is still paid when only its payouts are restricted', async () => {
    const { stripe, sandbox, account, params, url } = await withAccount()
    sandbox.restrict(account, { payouts: true })
    expect((await paidSubscription(stripe, url, { params })).subscription.status).toBe('active')
    await stripe.transfers.create({ amount: 500, currency: 'usd', destination: account })
    expect((await stripe.transfers.list({ destination: account })).data).toHaveLength(2)
  })
})

describe('A renewal for an account without transfers', () => {
  async function onClock() {
    const made = await withAccount()
    const { stripe, url, params } = made
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 3, 1) / 1000 })
    const paid = await paidSubscription(stripe, url, { params, customer: { test_clock: clock.id } })
    const advance = async (month: number, days: number, hours: number) =>
      stripe.testHelpers.testClocks.advance(clock.id, {
        frozen_time: Date.UTC(2027, month, days, hours) / 1000 + HOUR / 60,
      })
    const latest = async () => {
      const expand = ['latest_invoice']
      const now = await stripe.subscriptions.retrieve(paid.subscription.id, { expand })
      return { status: now.status, invoice: now.latest_invoice as Stripe.Invoice }
    }
    return { ...made, ...paid, advance, latest }
  }

  test('stays a draft that says why, and can be finalized and paid later', async () => {
    const { stripe, sandbox, account, advance, latest, arrived } = await onClock()
    sandbox.restrict(account)
    await advance(4, 1, 2)
    const { status, invoice } = await latest()
    expect(status).toBe('active')
    expect(invoice).toMatchObject({
      status: 'draft',
      auto_advance: false,
      last_finalization_error: {
        type: 'invalid_request_error',
        code: 'insufficient_capabilities_for_transfer',
      },
    })
    const id = invoice.id ?? ''
    expect(await arrived()).toContain('invoice.finalization_failed')
    await expect(stripe.invoices.finalizeInvoice(id)).rejects.toMatchObject(REFUSED)
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject(REFUSED)
    sandbox.lift(account)
    expect(await stripe.invoices.pay(id)).toMatchObject({ status: 'paid', last_finalization_error: null })
  })

  test('that is open already is tried again in vain until the account is in order', async () => {
    const { stripe, sandbox, account, customer, subscription, advance, latest } = await onClock()
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id })
    await advance(4, 1, 2)
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
    sandbox.restrict(account)
    await advance(4, 5, 0)
    const late = await latest()
    expect([late.status, late.invoice.status, late.invoice.attempt_count]).toEqual(['past_due', 'open', 2])
    await expect(stripe.invoices.pay(late.invoice.id ?? '')).rejects.toMatchObject(REFUSED)
    sandbox.lift(account)
    await stripe.invoices.pay(late.invoice.id ?? '')
    expect((await latest()).status).toBe('active')
  })
})
