// Resetting a subscription's billing cycle anchor.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { at, dayOf, onClock, periodOf } from './clock-subscription.ts'
import { beginSubscription } from './fixtures.ts'

describe('A reset billing cycle', () => {
  const NOW = { type: 'now' } as const

  test('is charged in full at once, and later periods follow its day', async () => {
    const { stripe, id, advance, fresh, latest, eventsOf } = await onClock()
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
    const previous = (await eventsOf('customer.subscription.updated')).map((data) => data.previous_attributes)
    expect(previous).toContainEqual(
      expect.objectContaining({
        billing_cycle_anchor: at('2027-01-31T10:00:00Z'),
        latest_invoice: expect.stringMatching(/^in_/) as string,
      }),
    )
  })

  test('can resume collection in the same call', async () => {
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

  test('credits unused time unless proration is none', async () => {
    const { stripe, id, advance, latest } = await onClock()
    await advance('2027-02-14T10:00:00Z')
    await stripe.subscriptions.update(id, { billing_cycle_anchor: NOW })
    const invoice = await latest()
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-475, 950])
    expect([invoice.status, invoice.total]).toEqual(['paid', 475])
  })

  test('moves a scheduled cancellation to the new period end', async () => {
    const { stripe, id, advance, fresh } = await onClock()
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await advance('2027-02-10T00:00:00Z')
    await stripe.subscriptions.update(id, { billing_cycle_anchor: NOW, proration_behavior: 'none' })
    expect(dayOf((await fresh()).cancel_at ?? 0)).toBe('2027-03-10')
  })

  test.each([
    ['allow_incomplete', 'open', 1],
    ['default_incomplete', 'open', 0],
  ] as const)(
    'makes the subscription past due with %s if the payment fails',
    async (behavior, status, attempts) => {
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
    },
  )

  test('rolls back with error_if_incomplete if the payment fails', async () => {
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

  test('isn’t charged while collection is paused', async () => {
    const { stripe, id, pause, advance, fresh, latest } = await onClock()
    await pause('void')
    await advance('2027-02-10T00:00:00Z')
    await stripe.subscriptions.update(id, { billing_cycle_anchor: NOW, proration_behavior: 'none' })
    expect([(await latest()).status, (await fresh()).status]).toEqual(['void', 'active'])
  })

  test('requires an active subscription and this API version’s parameter', async () => {
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
