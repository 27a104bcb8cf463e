// Scenarios of the first payment: paid, declined, with 3-D Secure, never paid, requested twice.
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { idOf } from '#server/features/billing/rules.ts'
import { splitPrice } from '#shared/rules/money.ts'
import {
  startSubscription,
  chargeOf,
  EXPAND,
  FEE_PERCENT,
  itemOf,
  monthlyPrice,
  paidInvoices,
  secretOf,
  waitForStatus,
  paidSubscription,
  subscriptionParams,
  unique,
} from './scenario-setup.ts'
import type { Scenario } from './scenarios.ts'

export const SUBSCRIBING: Scenario[] = [
  {
    name: 'a creator plan is found by its lookup key and paid',
    async run(target) {
      const { stripe, waitFor } = target
      const lookup = unique('creator_plan_monthly')
      expect((await stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 })).data).toEqual([])
      const price = await stripe.prices.create({
        currency: 'usd',
        unit_amount: 200,
        recurring: { interval: 'month' },
        product_data: { name: 'Creator Mode' },
        lookup_key: lookup,
        transfer_lookup_key: true,
      })
      const { data } = await waitFor(
        () => stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 }),
        (page) => page.data.length === 1,
      )
      expect(data[0]).toMatchObject({ id: price.id, unit_amount: 200 })
      const { subscription } = await paidSubscription(target, { price: price.id })
      expect(subscription).toMatchObject({
        cancel_at: null,
        cancel_at_period_end: false,
        ended_at: null,
        transfer_data: null,
      })
      const { current_period_start: start, current_period_end: end } = itemOf(subscription)
      expect((end - start) / 86_400).toSatisfy((days: number) => days > 27 && days < 32)
      const [invoice] = await paidInvoices(target, subscription.id, 1)
      const charge = await chargeOf(target, invoice)
      expect([charge.amount, charge.application_fee, charge.transfer ?? null]).toEqual([200, null, null])
    },
  },
  {
    name: 'a subscription transfers the money to the creator and keeps the fee',
    needsAccount: true,
    async run(target) {
      // The fee is half a cent over, and rounds up.
      const cents = 505
      const { platformFeeInCents: fee } = splitPrice(cents, FEE_PERCENT)
      const { subscription } = await paidSubscription(target, { cents, toCreator: true })
      expect(subscription.transfer_data?.destination).toBe(target.account)
      const [invoice] = await paidInvoices(target, subscription.id, 1)
      const charge = await chargeOf(target, invoice)
      expect(charge).toMatchObject({
        amount: cents,
        amount_refunded: 0,
        application_fee_amount: fee,
        disputed: false,
      })
      expect(charge.application_fee).toMatchObject({ amount: fee, amount_refunded: 0 })
      const transfer = await target.stripe.transfers.retrieve(idOf(charge.transfer) ?? '')
      expect(transfer).toMatchObject({ amount: cents, amount_reversed: 0, destination: target.account })
      expect(transfer.reversals.data).toEqual([])
    },
  },
  {
    name: 'a declined card gets a reason, and another card pays the same invoice',
    async run(target) {
      const { secret, subscription } = await startSubscription(target)
      expect(await target.confirm(secret, 'pm_card_chargeDeclined')).toMatchObject({
        code: 'card_declined',
        declineCode: 'generic_decline',
      })
      expect((await target.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
      const unpaid = await target.stripe.subscriptions.retrieve(subscription.id, { expand: EXPAND })
      expect(secretOf(unpaid)).toBe(secret)
      expect((await target.confirm(secret, 'pm_card_visa')).status).toBe('succeeded')
      await waitForStatus(target, subscription.id, 'active')
      await paidInvoices(target, subscription.id, 1)
    },
  },
  {
    name: 'a 3-D Secure card pays nothing until the cardholder confirms',
    async run(target) {
      const { secret, subscription } = await startSubscription(target)
      const unconfirmed = await target.confirm(secret, 'pm_card_threeDSecure2Required')
      expect(unconfirmed).toMatchObject({ status: 'requires_action', asksForAction: true })
      expect((await target.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
      expect((await target.confirm(secret, 'pm_card_visa')).status).toBe('succeeded')
      await waitForStatus(target, subscription.id, 'active')
    },
  },
  {
    name: 'a voided invoice ends an unpaid subscription, and a paid invoice can’t be voided',
    async run(target) {
      const { stripe } = target
      const unpaid = await startSubscription(target)
      const invoice = unpaid.subscription.latest_invoice as Stripe.Invoice
      await stripe.invoices.voidInvoice(invoice.id ?? '')
      const expired = await waitForStatus(target, unpaid.subscription.id, 'incomplete_expired')
      expect(expired.latest_invoice).toMatchObject({ status: 'void' })
      expect((await target.confirm(unpaid.secret, 'pm_card_visa')).code).toBe(
        'payment_intent_unexpected_state',
      )
      await expect(stripe.invoices.voidInvoice(invoice.id ?? '')).rejects.toMatchObject({ statusCode: 400 })

      const { subscription } = await paidSubscription(target)
      const [paid] = await paidInvoices(target, subscription.id, 1)
      await expect(stripe.invoices.voidInvoice(paid?.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
      await waitForStatus(target, subscription.id, 'active')
    },
  },
  {
    name: 'a repeated idempotency key creates one object, and refuses other parameters',
    async run(target) {
      const { stripe } = target
      const price = (await monthlyPrice(target, 950)).id
      const { id: customer } = await stripe.customers.create({ email: 'rosa@example.com' })
      const params = subscriptionParams(target, customer, price, { rowId: unique('row') })
      const idempotencyKey = unique('sub')
      const first = await stripe.subscriptions.create(params, { idempotencyKey })
      const repeated = await stripe.subscriptions.create(params, { idempotencyKey })
      expect([repeated.id, secretOf(repeated)]).toEqual([first.id, secretOf(first)])
      expect(repeated.lastResponse.headers['idempotent-replayed']).toBe('true')
      await expect(
        stripe.subscriptions.create({ ...params, metadata: { row_id: 'another' } }, { idempotencyKey }),
      ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    },
  },
  {
    name: 'a subscription whose answer was lost is found by the row id in its metadata',
    async run(target) {
      const { stripe, waitFor } = target
      const { customer, rowId, subscription } = await startSubscription(target)
      const { data } = await waitFor(
        () => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        (page) => page.data.length > 0,
      )
      expect(data.find(({ metadata }) => metadata['row_id'] === rowId)?.id).toBe(subscription.id)
    },
  },
  {
    name: 'an unknown id is missing, and a deleted customer is marked as deleted',
    async run(target) {
      const { stripe } = target
      const { customer, subscription } = await startSubscription(target)
      await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
        code: 'resource_missing',
      })
      await stripe.customers.del(customer)
      expect(await stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true })
      const params = subscriptionParams(target, customer, itemOf(subscription).price.id, {})
      await expect(stripe.subscriptions.create(params)).rejects.toMatchObject({
        code: 'resource_missing',
        param: 'customer',
      })
      await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toMatchObject({
        code: 'resource_missing',
      })
    },
  },
]
