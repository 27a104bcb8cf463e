// Pausing collection, and voided or uncollectible invoices.
import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { at, onClock, periodOf } from './clock-subscription.ts'
import { beginSubscription } from './fixtures.ts'

describe('Paused collection', () => {
  test('is returned, reported with its previous attributes, and resumed', async () => {
    const { stripe, id, pause, eventsOf } = await onClock()
    const paused = await pause('void')
    expect([paused.status, paused.pause_collection]).toEqual([
      'active',
      { behavior: 'void', resumes_at: null },
    ])
    const lifted = await stripe.subscriptions.update(id, { pause_collection: '' })
    expect(lifted.pause_collection).toBeNull()
    expect(
      (await eventsOf('customer.subscription.updated'))
        .map(({ previous_attributes: before }) => before)
        .filter((before) => before && 'pause_collection' in before),
    ).toEqual([{ pause_collection: null }, { pause_collection: { behavior: 'void', resumes_at: null } }])
  })

  test.each([
    ['void', { status: 'void', auto_advance: false, amount_paid: 0 }, 'invoice.voided'],
    ['keep_as_draft', { status: 'draft', auto_advance: false, number: null }, 'invoice.created'],
    ['mark_uncollectible', { status: 'uncollectible', auto_advance: false }, 'invoice.marked_uncollectible'],
  ] as const)('with %s continues its periods without charges', async (behavior, invoice, event) => {
    const { pause, advance, fresh, latest, stripe, customer, eventTypes } = await onClock()
    await pause(behavior)
    await advance('2027-02-28T12:00:00Z')
    await advance('2027-03-31T12:00:00Z')
    expect(await latest()).toMatchObject(invoice)
    const after = await fresh()
    expect([after.status, ...periodOf(after)]).toEqual(['active', '2027-03-31', '2027-04-30'])
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1)
    expect(await eventTypes()).toContain(event)
  })

  test('ends at resumes_at, and the next renewal is charged again', async () => {
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

  test('doesn’t change earlier invoices, and resuming doesn’t change invoices of the pause', async () => {
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

  test('a paused draft is charged automatically only if it is finalized with auto_advance', async () => {
    const { stripe, pause, advance, latest, invoices } = await onClock()
    await pause('keep_as_draft')
    await advance('2027-02-28T12:00:00Z')
    await stripe.invoices.finalizeInvoice((await latest()).id ?? '')
    await advance('2027-03-31T12:00:00Z')
    await stripe.invoices.finalizeInvoice((await latest()).id ?? '', { auto_advance: true })
    await advance('2027-03-31T12:00:01Z')
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'open', 'paid'])
  })

  test('an earlier draft or open invoice isn’t charged once auto_advance is off', async () => {
    const { stripe, pause, advance, latest, invoices, useCard } = await onClock()
    await advance('2027-02-28T10:30:00Z')
    await stripe.invoices.update((await latest()).id ?? '', { auto_advance: false })
    await pause('void')
    await advance('2027-03-31T10:30:00Z')
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'draft', 'paid'])
    const [, draft] = await invoices()
    expect(draft).toMatchObject({ automatically_finalizes_at: null, next_payment_attempt: null })
    await stripe.invoices.finalizeInvoice(draft?.id ?? '')
    await useCard('pm_card_visa')
    await stripe.invoices.update(draft?.id ?? '', { auto_advance: true })
    await advance('2027-03-31T10:30:01Z')
    expect((await stripe.invoices.retrieve(draft?.id ?? '')).status).toBe('paid')
  })

  test('an earlier open invoice is still retried, and payments decide the status', async () => {
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

  test('an uncollectible invoice can still be paid', async () => {
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
  ])('%o is an invalid pause', async (wish, param) => {
    const { stripe, id, fresh } = await onClock()
    const pause_collection = wish as Stripe.SubscriptionUpdateParams.PauseCollection
    await expect(stripe.subscriptions.update(id, { pause_collection })).rejects.toMatchObject({
      statusCode: 400,
      param,
    })
    expect((await fresh()).pause_collection).toBeNull()
  })

  test('a canceled or incomplete subscription can’t be paused', async () => {
    const { stripe, id, pause } = await onClock()
    const { subscription } = await beginSubscription(stripe)
    await expect(
      stripe.subscriptions.update(subscription.id, { pause_collection: { behavior: 'void' } }),
    ).rejects.toThrow(/incomplete/)
    await stripe.subscriptions.cancel(id)
    await expect(pause('void')).rejects.toThrow(/canceled/)
  })
})

describe('A past-due subscription whose latest invoice is settled', () => {
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

  test.each(['pay', 'voidInvoice'] as const)(
    'is active after %s even if a pause voided a later invoice',
    async (act) => {
      const { stripe, invoice, fresh, pause, advance, latest, useCard } = await behind()
      await pause('void')
      await stripe.invoices.update(invoice, { auto_advance: false })
      await advance('2027-03-31T12:00:00Z')
      expect([(await fresh()).status, (await latest()).status]).toEqual(['past_due', 'void'])
      await useCard('pm_card_visa')
      await stripe.invoices[act](invoice)
      expect((await fresh()).status).toBe('active')
    },
  )

  test('stays past due while a later invoice is open', async () => {
    const { stripe, invoice, fresh, advance, latest } = await behind()
    await advance('2027-03-14T00:00:00Z')
    await stripe.subscriptions.update((await fresh()).id, { billing_cycle_anchor: { type: 'now' } })
    expect((await latest()).id).not.toBe(invoice)
    await stripe.invoices.voidInvoice(invoice)
    expect((await fresh()).status).toBe('past_due')
  })
})
