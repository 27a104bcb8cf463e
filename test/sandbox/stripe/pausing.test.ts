// Pausing the collection of payments, and starting a period anew.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { testSandbox } from './sandbox.ts'
import { beginSubscription, monthlyPrice, paidSubscription } from './subscribers.ts'

const at = (text: string) => Math.floor(Date.parse(text) / 1000)
const dayOf = (seconds = 0) => new Date(seconds * 1000).toISOString().slice(0, 10)

async function onClock() {
  const made = await testSandbox()
  const { stripe, url } = made
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at('2027-01-31T10:00:00Z') })
  const paid = await paidSubscription(stripe, url, { customer: { test_clock: clock.id } })
  const { id } = paid.subscription
  return {
    ...made,
    ...paid,
    id,
    advance: async (to: string) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at(to) }),
    fresh: async () => stripe.subscriptions.retrieve(id),
    latest: async () => {
      const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id, {
        expand: ['latest_invoice'],
      })
      return latest as Stripe.Invoice
    },
    invoices: async () => (await stripe.invoices.list({ subscription: id })).data,
    useCard: async (token: string) => {
      const method = await stripe.paymentMethods.attach(token, { customer: paid.customer.id })
      await stripe.subscriptions.update(id, { default_payment_method: method.id })
    },
    pause: async (behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void', resumes_at?: number) =>
      stripe.subscriptions.update(id, {
        pause_collection: { behavior, ...(resumes_at ? { resumes_at } : {}) },
      }),
    eventsOf: (type: string) =>
      made.letters
        .map(({ payload }) => JSON.parse(payload) as Stripe.Event)
        .filter((event) => event.type === type)
        .map(({ data }) => data),
  }
}
const periodOf = ({ items }: Stripe.Subscription) =>
  [items.data[0]?.current_period_start, items.data[0]?.current_period_end].map(dayOf)

describe('A pause of collection', () => {
  test('is shown, told with what was before, and lifted', async () => {
    const { stripe, id, pause, arrived, eventsOf } = await onClock()
    const paused = await pause('void')
    expect([paused.status, paused.pause_collection]).toEqual([
      'active',
      { behavior: 'void', resumes_at: null },
    ])
    const lifted = await stripe.subscriptions.update(id, { pause_collection: '' })
    expect(lifted.pause_collection).toBeNull()
    await arrived()
    expect(
      eventsOf('customer.subscription.updated')
        .map(({ previous_attributes: before }) => before)
        .filter((before) => before && 'pause_collection' in before),
    ).toEqual([{ pause_collection: null }, { pause_collection: { behavior: 'void', resumes_at: null } }])
  })

  test.each([
    ['void', { status: 'void', auto_advance: false, amount_paid: 0 }, 'invoice.voided'],
    ['keep_as_draft', { status: 'draft', auto_advance: false, number: null }, 'invoice.created'],
    ['mark_uncollectible', { status: 'uncollectible', auto_advance: false }, 'invoice.marked_uncollectible'],
  ] as const)('with %s nobody is charged, and the periods go on', async (behavior, invoice, event) => {
    const { pause, advance, fresh, latest, stripe, customer, arrived } = await onClock()
    await pause(behavior)
    await advance('2027-02-28T12:00:00Z')
    await advance('2027-03-31T12:00:00Z')
    expect(await latest()).toMatchObject(invoice)
    const after = await fresh()
    expect([after.status, ...periodOf(after)]).toEqual(['active', '2027-03-31', '2027-04-30'])
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1)
    expect(await arrived()).toContain(event)
  })

  test('ends by itself at its moment, and the next renewal is charged again', async () => {
    const { pause, advance, fresh, latest, invoices } = await onClock()
    const paused = await pause('void', at('2027-03-10T00:00:00Z'))
    expect(paused.pause_collection?.resumes_at).toBe(at('2027-03-10T00:00:00Z'))
    await advance('2027-03-09T00:00:00Z')
    expect((await fresh()).pause_collection?.behavior).toBe('void')
    await advance('2027-03-11T00:00:00Z')
    expect((await fresh()).pause_collection).toBeNull()
    await advance('2027-03-31T12:00:00Z')
    expect(await latest()).toMatchObject({ status: 'paid', amount_paid: 950 })
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'void', 'paid'])
  })

  test('leaves alone what was made before it, and after it what was made in it', async () => {
    const { stripe, id, pause, advance, fresh, latest, invoices } = await onClock()
    await advance('2027-02-28T10:30:00Z')
    expect((await latest()).status).toBe('draft')
    await pause('keep_as_draft')
    await advance('2027-02-28T12:00:00Z')
    expect((await latest()).status).toBe('paid')
    await advance('2027-03-31T12:00:00Z')
    await stripe.subscriptions.update(id, { pause_collection: '' })
    await advance('2027-04-30T12:00:00Z')
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'draft', 'paid', 'paid'])
    const [, draft] = await invoices()
    expect(await stripe.invoices.finalizeInvoice(draft?.id ?? '')).toMatchObject({ status: 'open' })
    expect(await stripe.invoices.pay(draft?.id ?? '')).toMatchObject({ status: 'paid' })
    expect((await fresh()).status).toBe('active')
  })

  test('an open invoice of before is retried, and the status stays what the payments make of it', async () => {
    const { pause, advance, fresh, invoices, useCard } = await onClock()
    await useCard('pm_card_chargeCustomerFail')
    await advance('2027-02-28T12:00:00Z')
    expect((await fresh()).status).toBe('past_due')
    await pause('void')
    await advance('2027-03-04T00:00:00Z')
    expect((await invoices())[0]).toMatchObject({ status: 'open', attempt_count: 2 })
    await useCard('pm_card_visa')
    await advance('2027-03-10T00:00:00Z')
    expect([(await fresh()).status, (await invoices())[0]?.status]).toEqual(['active', 'paid'])
  })

  test('an invoice that was marked as uncollectible can be paid after all', async () => {
    const { stripe, pause, advance, latest } = await onClock()
    await pause('mark_uncollectible')
    await advance('2027-02-28T12:00:00Z')
    const { id } = await latest()
    expect(await stripe.invoices.pay(id ?? '')).toMatchObject({ status: 'paid', amount_paid: 950 })
  })

  test.each([
    [{ behavior: 'sleep' }, 'pause_collection[behavior]'],
    [{ resumes_at: 4102444800 }, 'pause_collection[behavior]'],
    [{ behavior: 'void', resumes_at: 1 }, 'pause_collection[resumes_at]'],
    [{ behavior: 'void', until: 1 }, 'pause_collection[until]'],
  ])('%o is refused', async (wish, param) => {
    const { stripe, id, fresh } = await onClock()
    const pause_collection = wish as Stripe.SubscriptionUpdateParams.PauseCollection
    await expect(stripe.subscriptions.update(id, { pause_collection })).rejects.toMatchObject({
      statusCode: 400,
      param,
    })
    expect((await fresh()).pause_collection).toBeNull()
  })

  test('an ended subscription can’t be paused', async () => {
    const { stripe, id, pause } = await onClock()
    await stripe.subscriptions.cancel(id)
    await expect(pause('void')).rejects.toThrow(/canceled/)
  })
})

describe('A period that starts anew', () => {
  const NOW = { type: 'now' } as const

  test('is charged in full at once, and later ones follow its day', async () => {
    const { stripe, id, advance, fresh, latest, arrived, eventsOf } = await onClock()
    await advance('2027-02-10T08:00:00Z')
    const renewed = await stripe.subscriptions.update(id, {
      billing_cycle_anchor: NOW,
      proration_behavior: 'none',
    })
    expect([renewed.status, ...periodOf(renewed), dayOf(renewed.billing_cycle_anchor)]).toEqual([
      'active',
      '2027-02-10',
      '2027-03-10',
      '2027-02-10',
    ])
    expect(await latest()).toMatchObject({
      status: 'paid',
      amount_paid: 950,
      billing_reason: 'subscription_update',
    })
    await advance('2027-03-10T12:00:00Z')
    expect([...periodOf(await fresh()), (await latest()).status]).toEqual([
      '2027-03-10',
      '2027-04-10',
      'paid',
    ])
    await arrived()
    expect(
      eventsOf('customer.subscription.updated').some(
        ({ previous_attributes: before }) =>
          (before as { billing_cycle_anchor?: number } | undefined)?.billing_cycle_anchor ===
          at('2027-01-31T10:00:00Z'),
      ),
    ).toBe(true)
  })

  test('lifts a pause in the same call, after which everything is collected', async () => {
    const { stripe, id, pause, advance, latest, invoices } = await onClock()
    await pause('void')
    await advance('2027-03-05T00:00:00Z')
    const resumed = await stripe.subscriptions.update(id, {
      billing_cycle_anchor: NOW,
      pause_collection: '',
      proration_behavior: 'none',
    })
    expect([resumed.status, resumed.pause_collection, ...periodOf(resumed)]).toEqual([
      'active',
      null,
      '2027-03-05',
      '2027-04-05',
    ])
    expect((await latest()).status).toBe('paid')
    await advance('2027-04-05T12:00:00Z')
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'paid', 'void', 'paid'])
  })

  test('credits the time that was paid for and not used, unless that is turned off', async () => {
    const { stripe, id, advance, latest } = await onClock()
    await advance('2027-02-14T10:00:00Z')
    await stripe.subscriptions.update(id, { billing_cycle_anchor: NOW })
    const invoice = await latest()
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-475, 950])
    expect([invoice.status, invoice.total]).toEqual(['paid', 475])
  })

  test('takes another price along', async () => {
    const { stripe, id, advance, latest, subscription } = await onClock()
    await advance('2027-02-10T00:00:00Z')
    const dearer = await monthlyPrice(stripe, 2000)
    await stripe.subscriptions.update(id, {
      billing_cycle_anchor: NOW,
      items: [{ id: subscription.items.data[0]?.id ?? '', price: dearer.id }],
      proration_behavior: 'none',
    })
    expect(await latest()).toMatchObject({ status: 'paid', total: 2000 })
  })

  test('an end at the end of the period moves along', async () => {
    const { stripe, id, advance, fresh } = await onClock()
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await advance('2027-02-10T00:00:00Z')
    await stripe.subscriptions.update(id, { billing_cycle_anchor: NOW, proration_behavior: 'none' })
    expect(dayOf((await fresh()).cancel_at ?? 0)).toBe('2027-03-10')
  })

  test.each([
    ['allow_incomplete', 'open', 1],
    ['default_incomplete', 'open', 0],
  ] as const)('that is not paid makes it past due with %s', async (behavior, status, attempts) => {
    const { stripe, id, advance, latest, useCard } = await onClock()
    await useCard('pm_card_chargeCustomerFail')
    await advance('2027-02-10T00:00:00Z')
    const after = await stripe.subscriptions.update(id, {
      billing_cycle_anchor: NOW,
      payment_behavior: behavior,
      proration_behavior: 'none',
    })
    expect(after.status).toBe('past_due')
    expect(await latest()).toMatchObject({ status, attempt_count: attempts })
  })

  test('that is not paid leaves nothing behind with error_if_incomplete', async () => {
    const { stripe, id, advance, fresh, invoices, useCard } = await onClock()
    await useCard('pm_card_chargeCustomerFail')
    await advance('2027-02-10T00:00:00Z')
    await expect(
      stripe.subscriptions.update(id, {
        billing_cycle_anchor: NOW,
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect([(await fresh()).status, ...periodOf(await fresh())]).toEqual([
      'active',
      '2027-01-31',
      '2027-02-28',
    ])
    expect(await invoices()).toHaveLength(1)
  })

  test('under a pause is not charged', async () => {
    const { stripe, id, pause, advance, fresh, latest } = await onClock()
    await pause('void')
    await advance('2027-02-10T00:00:00Z')
    await stripe.subscriptions.update(id, { billing_cycle_anchor: NOW, proration_behavior: 'none' })
    expect([(await latest()).status, (await fresh()).status]).toEqual(['void', 'active'])
  })

  test('needs a subscription that was paid for, and the words of this API version', async () => {
    const { stripe, id } = await onClock()
    const { subscription } = await beginSubscription(stripe)
    await expect(stripe.subscriptions.update(subscription.id, { billing_cycle_anchor: NOW })).rejects.toThrow(
      /incomplete/,
    )
    const trial = await beginSubscription(stripe, { params: { trial_period_days: 7 } })
    await expect(
      stripe.subscriptions.update(trial.subscription.id, { billing_cycle_anchor: NOW }),
    ).rejects.toThrow(/trial/)
    const before = await stripe.subscriptions.retrieve(id)
    await stripe.subscriptions.update(id, { billing_cycle_anchor: { type: 'unchanged' } })
    expect(await stripe.subscriptions.retrieve(id)).toEqual(before)
    const old = 'now' as unknown as Stripe.SubscriptionUpdateParams.BillingCycleAnchor
    await expect(stripe.subscriptions.update(id, { billing_cycle_anchor: old })).rejects.toMatchObject({
      param: 'billing_cycle_anchor',
    })
  })
})

describe('A past-due subscription whose latest invoice is no longer owed', () => {
  const behind = async () => {
    const made = await onClock()
    await made.useCard('pm_card_chargeCustomerFail')
    await made.advance('2027-02-28T12:00:00Z')
    return { ...made, invoice: (await made.latest()).id ?? '' }
  }

  test.each(['voidInvoice', 'markUncollectible'] as const)('is active after %s', async (act) => {
    const { stripe, invoice, fresh } = await behind()
    expect((await fresh()).status).toBe('past_due')
    await stripe.invoices[act](invoice)
    expect((await fresh()).status).toBe('active')
  })

  test('stays past due while a later one waits', async () => {
    const { stripe, invoice, fresh, advance, latest } = await behind()
    await advance('2027-03-14T00:00:00Z')
    await stripe.subscriptions.update((await fresh()).id, { billing_cycle_anchor: { type: 'now' } })
    expect((await latest()).id).not.toBe(invoice)
    await stripe.invoices.voidInvoice(invoice)
    expect((await fresh()).status).toBe('past_due')
  })
})
