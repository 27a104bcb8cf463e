// Stripe's checks of a connected account: requirements, restrictions and events.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { DAY } from '#tools/sandbox/stripe/clock.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { connectedAccount } from './fixtures.ts'
import { testSandbox, type TestSandbox } from './stripe-fixture.ts'

const CHANGED = 'v2.core.account[configuration.recipient].capability_status_updated'
const ASKED = 'v2.core.account[requirements].updated'

async function accountState(stripe: Stripe, account: string) {
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

/** Type of each thin event so far, with its capability if it names one. */
async function thinEventTypes({ stripe, eventTypes, webhooks }: TestSandbox): Promise<string[]> {
  await eventTypes()
  const thin = webhooks
    .map(({ payload }) => JSON.parse(payload) as { id: string; object: string; type: string })
    .filter(({ object }) => object === 'v2.core.event')
  const events = await Promise.all(thin.map(({ id }) => stripe.v2.core.events.retrieve(id)))
  return events.map((event) => {
    const data = 'data' in event ? (event.data as { updated_capability?: string } | null) : null
    return data?.updated_capability ? `${event.type} ${data.updated_capability}` : event.type
  })
}

describe('Requirements of an account', () => {
  test('an active account has no requirements', async () => {
    const { stripe, account } = await connectedAccount()
    expect(await accountState(stripe, account)).toEqual({
      transfers: 'active',
      payouts: 'active',
      codes: [],
      entries: [],
      deadline: undefined,
    })
  })

  test('capabilities stay active until the deadline, then both are restricted', async () => {
    const made = await connectedAccount()
    const { stripe, sandbox, account } = made
    const deadline = Math.floor(Date.now() / 1000) + 14 * DAY
    sandbox.requireDocument(account, { deadline })
    const asked = await accountState(stripe, account)
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
    expect(await thinEventTypes(made)).toEqual([ASKED])
    // The deadline passes within a second.
    sandbox.requireDocument(account, { deadline: Math.floor(Date.now() / 1000) })
    sandbox.tick()
    const late = await accountState(stripe, account)
    expect([late.transfers, late.payouts, late.deadline?.status]).toEqual([
      'restricted',
      'restricted',
      'past_due',
    ])
    expect(late.codes).toEqual(['requirements_past_due'])
    expect(await thinEventTypes(made)).toEqual([
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
  ])('restricting %o leaves the other capability active', async (what, statuses, capabilities) => {
    const made = await connectedAccount()
    const { stripe, sandbox, account } = made
    sandbox.restrictCapabilities(account, what)
    const state = await accountState(stripe, account)
    expect([state.transfers, state.payouts]).toEqual(statuses)
    expect(state.entries[0]?.impact.restricts_capabilities?.map(({ capability }) => capability)).toEqual(
      capabilities,
    )
    expect(await thinEventTypes(made)).toEqual([ASKED, ...capabilities.map((name) => `${CHANGED} ${name}`)])
    sandbox.clearRequirements(account)
    const after = await accountState(stripe, account)
    expect([after.transfers, after.payouts, after.entries]).toEqual(['active', 'active', []])
  })

  test('an account without transfers, or a closed one, can’t be checked', async () => {
    const { stripe, sandbox, account } = await connectedAccount()
    const { id } = await stripe.v2.core.accounts.create({ contact_email: 'ada@example.com' })
    expect(() => sandbox.restrictCapabilities(id)).toThrow(/can't receive money/)
    expect(() => sandbox.restrictCapabilities(account, {})).toThrow(/neither/)
    expect(() => sandbox.requireDocument('acct_none', { deadline: 0 })).toThrow(/not found/)
    sandbox.requireDocument(account, { deadline: Math.floor(Date.now() / 1000) })
    await stripe.v2.core.accounts.close(account)
    sandbox.tick()
    expect((await stripe.v2.core.accounts.retrieve(account)).closed).toBe(true)
    expect(() => sandbox.restrictCapabilities(account)).toThrow(/closed/)
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
  test('shows the requirements, and submitting activates the account', async () => {
    const made = await connectedAccount()
    const { stripe, sandbox, account, linkFor } = made
    sandbox.restrictCapabilities(account)
    const url = await linkFor()
    const html = await (await fetch(url)).text()
    expect(html).toContain('A photo of a government-issued ID')
    expect(html).toContain(
      'Past due: transfers to this account and payouts to its bank account are restricted.',
    )
    const unreadable = await submitForm(url, { document: 'blurred.png' })
    expect([unreadable.status, (await unreadable.text()).includes('could not be read')]).toEqual([422, true])
    expect((await accountState(stripe, account)).entries[0]?.errors).toMatchObject([
      { code: 'verification_document_not_readable' },
    ])
    const back = await submitForm(url)
    expect(back.headers.get('location')).toBe('http://app.test/return')
    expect(await accountState(stripe, account)).toMatchObject({
      transfers: 'active',
      payouts: 'active',
      entries: [],
    })
  })

  test('a document under review leaves nothing due, and restricted capabilities are pending', async () => {
    const { stripe, sandbox, account, linkFor } = await connectedAccount()
    sandbox.restrictCapabilities(account, { payouts: true })
    const url = await linkFor()
    await submitForm(url, { document: 'license.png' })
    const state = await accountState(stripe, account)
    expect([state.transfers, state.payouts]).toEqual(['active', 'pending'])
    expect(state.entries[0]?.awaiting_action_from).toBe('stripe')
    expect(await (await fetch(url)).text()).toContain('Stripe is reviewing what you sent.')
    sandbox.clearRequirements(account)
    expect((await accountState(stripe, account)).payouts).toBe('active')
  })

  test('shows the deadline', async () => {
    const { sandbox, account, linkFor } = await connectedAccount()
    sandbox.requireDocument(account, { deadline: Date.UTC(2091, 4, 6) / 1000 })
    expect(await (await fetch(await linkFor())).text()).toContain('Due by May 6, 2091.')
  })

  test.each([
    ['ask', ['active', 'active', 'currently_due']],
    ['restrict', ['restricted', 'restricted', 'past_due']],
    ['restrict-payouts', ['active', 'restricted', 'past_due']],
  ])('its test tool starts the check %s', async (check, expected) => {
    const { stripe, account, linkFor } = await connectedAccount()
    const url = await linkFor()
    expect(await (await fetch(url)).text()).toContain('Restrict this account')
    const body = new URLSearchParams({ check })
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('http://app.test/return')
    const now = await accountState(stripe, account)
    expect([now.transfers, now.payouts, now.deadline?.status]).toEqual(expected)
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
