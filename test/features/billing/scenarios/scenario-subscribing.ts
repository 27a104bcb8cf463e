// The first payment: paid, declined, with 3-D Secure, never paid, asked for twice.
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { idOf } from '#server/features/billing/rules.ts'
import { splitOf } from '#shared/rules/money.ts'
import {
  begin,
  chargeOf,
  EXPAND,
  FEE_PERCENT,
  itemOf,
  monthlyPrice,
  paidInvoices,
  secretOf,
  waitForStatus,
  subscribed,
  subscriptionParams,
  unique,
} from './scenario-setup.ts'
import type { Scenario } from './scenarios.ts'

export const SUBSCRIBING: Scenario[] = [
  {
    name: 'a creator plan is found by its lookup key and paid',
    async play(target) {
      const { stripe, waitFor } = target
      const lookup = unique('creator_plan_monthly')
      expect((await stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 })).data).toEqual([])
      const made = await stripe.prices.create({
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
      expect(data[0]).toMatchObject({ id: made.id, unit_amount: 200 })
      const { subscription } = await subscribed(target, { price: made.id })
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
    name: 'a subscription passes the money on and keeps the fee',
    needsAccount: true,
    async play(target) {
      // Half a cent: the fee is rounded up.
      const cents = 505
      const { platformFeeInCents: fee } = splitOf(cents, FEE_PERCENT)
      const { subscription } = await subscribed(target, { cents, toCreator: true })
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
    name: 'a declined card is told why, and another one pays the same',
    async play(target) {
      const { secret, subscription } = await begin(target)
      expect(await target.confirm(secret, 'pm_card_chargeDeclined')).toMatchObject({
        code: 'card_declined',
        declineCode: 'generic_decline',
      })
      expect((await target.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
      const again = await target.stripe.subscriptions.retrieve(subscription.id, { expand: EXPAND })
      expect(secretOf(again)).toBe(secret)
      expect((await target.confirm(secret, 'pm_card_visa')).status).toBe('succeeded')
      await waitForStatus(target, subscription.id, 'active')
      await paidInvoices(target, subscription.id, 1)
    },
  },
  {
    name: 'with 3-D Secure nothing is paid until the owner of the card has answered',
    async play(target) {
      const { secret, subscription } = await begin(target)
      const asked = await target.confirm(secret, 'pm_card_threeDSecure2Required')
      expect(asked).toMatchObject({ status: 'requires_action', asksForAction: true })
      expect((await target.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
      expect((await target.confirm(secret, 'pm_card_visa')).status).toBe('succeeded')
      await waitForStatus(target, subscription.id, 'active')
    },
  },
  {
    name: 'what is not paid is taken back by voiding its invoice, and what is paid is not',
    async play(target) {
      const { stripe } = target
      const unpaid = await begin(target)
      const invoice = unpaid.subscription.latest_invoice as Stripe.Invoice
      await stripe.invoices.voidInvoice(invoice.id ?? '')
      const over = await waitForStatus(target, unpaid.subscription.id, 'incomplete_expired')
      expect(over.latest_invoice).toMatchObject({ status: 'void' })
      expect((await target.confirm(unpaid.secret, 'pm_card_visa')).code).toBe(
        'payment_intent_unexpected_state',
      )
      await expect(stripe.invoices.voidInvoice(invoice.id ?? '')).rejects.toMatchObject({ statusCode: 400 })

      const { subscription } = await subscribed(target)
      const [paid] = await paidInvoices(target, subscription.id, 1)
      await expect(stripe.invoices.voidInvoice(paid?.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
      await waitForStatus(target, subscription.id, 'active')
    },
  },
  {
    name: 'asked twice under one name it is done once, and something else under that name is refused',
    async play(target) {
      const { stripe } = target
      const price = (await monthlyPrice(target, 950)).id
      const { id: customer } = await stripe.customers.create({ email: 'rosa@example.com' })
      const params = subscriptionParams(target, customer, price, { rowId: unique('row') })
      const idempotencyKey = unique('sub')
      const first = await stripe.subscriptions.create(params, { idempotencyKey })
      const again = await stripe.subscriptions.create(params, { idempotencyKey })
      expect([again.id, secretOf(again)]).toEqual([first.id, secretOf(first)])
      expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
      await expect(
        stripe.subscriptions.create({ ...params, metadata: { row_id: 'another' } }, { idempotencyKey }),
      ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    },
  },
  {
    name: 'after a lost answer it is found among the customer’s by what it was named after',
    async play(target) {
      const { stripe, waitFor } = target
      const { customer, rowId, subscription } = await begin(target)
      const { data } = await waitFor(
        () => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        (page) => page.data.length > 0,
      )
      expect(data.find(({ metadata }) => metadata['row_id'] === rowId)?.id).toBe(subscription.id)
    },
  },
  {
    name: 'what is not there is missing, and a deleted customer is known as deleted',
    async play(target) {
      const { stripe } = target
      const { customer, subscription } = await begin(target)
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
