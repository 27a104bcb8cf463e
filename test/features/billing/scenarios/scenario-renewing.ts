// Scenarios on a test clock: renewals, cancellations and their undo, old prices, and failed payments.
import { expect } from 'vitest'
import {
  startSubscription,
  chargeOf,
  itemOf,
  monthlyPrice,
  paidInvoices,
  waitForStatus,
  paidSubscription,
  subscriptionParams,
  unique,
} from './scenario-setup.ts'
import type { Scenario, StripeTarget } from './scenarios.ts'

const HOUR = 3600
const DAY = 24 * HOUR

async function createClock({ stripe }: StripeTarget): Promise<{ clock: string; start: number }> {
  const start = Math.floor(Date.now() / 1000)
  const { id: clock } = await stripe.testHelpers.testClocks.create({
    frozen_time: start,
    name: unique('scenario'),
  })
  return { clock, start }
}

export const RENEWING: Scenario[] = [
  {
    name: 'the next month is charged about an hour after it starts',
    async run(target) {
      const { clock } = await createClock(target)
      const { subscription } = await paidSubscription(target, { clock })
      const first = itemOf(subscription)
      await target.advance(clock, first.current_period_end + 2 * HOUR)
      const renewed = await waitForStatus(target, subscription.id, 'active')
      expect(itemOf(renewed).current_period_start).toBe(first.current_period_end)
      expect(itemOf(renewed).current_period_end).toBeGreaterThan(first.current_period_end + 27 * DAY)
      const [newest, oldest] = await paidInvoices(target, subscription.id, 2)
      expect(renewed.latest_invoice).toMatchObject({ id: newest?.id, status: 'paid' })
      expect(newest?.lines.data[0]?.period).toMatchObject({ start: first.current_period_end })
      expect(oldest?.lines.data[0]?.period).toMatchObject({ start: first.current_period_start })
      expect(newest?.status_transitions.paid_at).toBeGreaterThanOrEqual(first.current_period_end)
      const charges = [await chargeOf(target, newest), await chargeOf(target, oldest)]
      expect(charges.map(({ amount }) => amount)).toEqual([950, 950])
      expect(charges[0]?.id).not.toBe(charges[1]?.id)
    },
  },
  {
    name: 'a cancellation at the period’s end can be undone, and made again',
    async run(target) {
      const { stripe } = target
      const { clock } = await createClock(target)
      const { subscription } = await paidSubscription(target, { clock })
      const end = itemOf(subscription).current_period_end
      const ending = await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: true,
        cancellation_details: { comment: 'The creator stopped offering subscriptions.' },
      })
      expect(ending).toMatchObject({
        status: 'active',
        cancel_at_period_end: true,
        cancel_at: end,
        ended_at: null,
      })
      expect(ending.cancellation_details?.comment).toBe('The creator stopped offering subscriptions.')
      const kept = await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: false,
        cancellation_details: { comment: '' },
      })
      expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
      expect(kept.cancellation_details?.comment ?? '').toBe('')
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
      await target.advance(clock, end + HOUR)
      const ended = await waitForStatus(target, subscription.id, 'canceled')
      expect(ended.ended_at).toBe(end)
      expect(ended.cancellation_details?.reason).toBe('cancellation_requested')
      await paidInvoices(target, subscription.id, 1)
      await expect(
        stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
      ).rejects.toSatisfy((error: { statusCode?: number }) => [400, 404].includes(error.statusCode ?? 0))
    },
  },
  {
    name: 'an empty `cancel_at` undoes a cancellation from the portal',
    async run(target) {
      const { stripe } = target
      const { subscription } = await paidSubscription(target)
      const end = itemOf(subscription).current_period_end
      const ending = await stripe.subscriptions.update(subscription.id, { cancel_at: end })
      expect(ending).toMatchObject({ status: 'active', cancel_at: end })
      const more = ending.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      expect(await stripe.subscriptions.update(subscription.id, more)).toMatchObject({ cancel_at: null })
    },
  },
  {
    name: 'a subscription that is canceled at once can’t be canceled again',
    async run(target) {
      const { subscription } = await paidSubscription(target)
      const ended = await target.stripe.subscriptions.cancel(subscription.id)
      expect(ended.status).toBe('canceled')
      expect(ended.ended_at).toBeGreaterThan(0)
      await expect(target.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
        statusCode: 404,
      })
    },
  },
  {
    name: 'a new price is for new subscribers, and others keep the old one',
    async run(target) {
      const { stripe } = target
      const { clock } = await createClock(target)
      const { id: product } = await stripe.products.create({ name: 'Subscription to maya' })
      const old = await monthlyPrice(target, 700, product)
      const { subscription, customer } = await paidSubscription(target, { clock, price: old.id })
      const higher = await monthlyPrice(target, 1200, product)
      await stripe.products.update(product, { default_price: higher.id })
      await stripe.prices.update(old.id, { active: false })
      await expect(
        stripe.subscriptions.create(subscriptionParams(target, customer, old.id, {})),
      ).rejects.toMatchObject({ statusCode: 400 })
      await target.advance(clock, itemOf(subscription).current_period_end + 2 * HOUR)
      const invoices = await paidInvoices(target, subscription.id, 2)
      expect(invoices.map((invoice) => invoice.amount_paid)).toEqual([700, 700])
      const { subscription: later } = await startSubscription(target, { price: higher.id })
      expect(itemOf(later).price.unit_amount).toBe(1200)
    },
  },
  {
    name: 'an unpaid month makes a subscription past due until another card pays it',
    async run(target) {
      const { stripe } = target
      const { clock } = await createClock(target)
      const { subscription, customer } = await paidSubscription(target, { clock })
      const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
      await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
      await target.advance(clock, itemOf(subscription).current_period_end + 2 * HOUR)
      const pastDue = await waitForStatus(target, subscription.id, 'past_due')
      expect(itemOf(pastDue).current_period_start).toBe(itemOf(subscription).current_period_end)
      expect(pastDue.latest_invoice).toMatchObject({ status: 'open' })
      await paidInvoices(target, subscription.id, 1)
      const good = await stripe.paymentMethods.attach('pm_card_visa', { customer })
      await stripe.invoices.pay((pastDue.latest_invoice as { id?: string }).id ?? '', {
        payment_method: good.id,
      })
      await waitForStatus(target, subscription.id, 'active')
      await paidInvoices(target, subscription.id, 2)
    },
  },
  {
    name: 'an unpaid month of a canceled subscription can be paid until its invoice is voided',
    async run(target) {
      const { stripe } = target
      const { clock } = await createClock(target)
      const { subscription, customer } = await paidSubscription(target, { clock })
      const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
      await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
      await target.advance(clock, itemOf(subscription).current_period_end + 2 * HOUR)
      await waitForStatus(target, subscription.id, 'past_due')
      await stripe.subscriptions.cancel(subscription.id)
      const ended = await waitForStatus(target, subscription.id, 'canceled')
      expect(ended.latest_invoice).toMatchObject({ status: 'open' })
      const invoice = (ended.latest_invoice as { id?: string }).id ?? ''
      expect((await stripe.invoices.voidInvoice(invoice)).status).toBe('void')
      await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ statusCode: 400 })
    },
  },
]
