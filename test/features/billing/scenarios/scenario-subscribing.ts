// The first payment: paid, declined, with 3-D Secure, never paid, asked for twice.
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { idOf } from '#server/features/billing/rules.ts'
import { splitPrice } from '#shared/rules/money.ts'
import {
  begin,
  chargeOf,
  EXPAND,
  FEE_PERCENT,
  itemOf,
  monthlyPrice,
  paidInvoices,
  secretOf,
  standing,
  subscribed,
  subscriptionParams,
  unique,
} from './scenario-people.ts'
import type { Scenario } from './scenarios.ts'

export const SUBSCRIBING: Scenario[] = [
  {
    name: 'a creator plan is found by its lookup key and paid',
    async play(venue) {
      const { stripe, soon } = venue
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
      const { data } = await soon(
        () => stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 }),
        (page) => page.data.length === 1,
      )
      expect(data[0]).toMatchObject({ id: made.id, unit_amount: 200 })
      const { subscription } = await subscribed(venue, { price: made.id })
      expect(subscription).toMatchObject({
        cancel_at: null,
        cancel_at_period_end: false,
        ended_at: null,
        transfer_data: null,
      })
      const { current_period_start: start, current_period_end: end } = itemOf(subscription)
      expect((end - start) / 86_400).toSatisfy((days: number) => days > 27 && days < 32)
      const [invoice] = await paidInvoices(venue, subscription.id, 1)
      const charge = await chargeOf(venue, invoice)
      expect([charge.amount, charge.application_fee, charge.transfer ?? null]).toEqual([200, null, null])
    },
  },
  {
    name: 'a subscription passes the money on and keeps the fee',
    needsAccount: true,
    async play(venue) {
      // Half a cent: the fee is rounded up.
      const cents = 505
      const { platformFeeInCents: fee } = splitPrice(cents, FEE_PERCENT)
      const { subscription } = await subscribed(venue, { cents, toCreator: true })
      expect(subscription.transfer_data?.destination).toBe(venue.account)
      const [invoice] = await paidInvoices(venue, subscription.id, 1)
      const charge = await chargeOf(venue, invoice)
      expect(charge).toMatchObject({
        amount: cents,
        amount_refunded: 0,
        application_fee_amount: fee,
        disputed: false,
      })
      expect(charge.application_fee).toMatchObject({ amount: fee, amount_refunded: 0 })
      const transfer = await venue.stripe.transfers.retrieve(idOf(charge.transfer) ?? '')
      expect(transfer).toMatchObject({ amount: cents, amount_reversed: 0, destination: venue.account })
      expect(transfer.reversals.data).toEqual([])
    },
  },
  {
    name: 'a declined card is told why, and another one pays the same',
    async play(venue) {
      const { secret, subscription } = await begin(venue)
      expect(await venue.confirm(secret, 'pm_card_chargeDeclined')).toMatchObject({
        code: 'card_declined',
        declineCode: 'generic_decline',
      })
      expect((await venue.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
      const again = await venue.stripe.subscriptions.retrieve(subscription.id, { expand: EXPAND })
      expect(secretOf(again)).toBe(secret)
      expect((await venue.confirm(secret, 'pm_card_visa')).status).toBe('succeeded')
      await standing(venue, subscription.id, 'active')
      await paidInvoices(venue, subscription.id, 1)
    },
  },
  {
    name: 'with 3-D Secure nothing is paid until the owner of the card has answered',
    async play(venue) {
      const { secret, subscription } = await begin(venue)
      const asked = await venue.confirm(secret, 'pm_card_threeDSecure2Required')
      expect(asked).toMatchObject({ status: 'requires_action', asksForAction: true })
      expect((await venue.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
      expect((await venue.confirm(secret, 'pm_card_visa')).status).toBe('succeeded')
      await standing(venue, subscription.id, 'active')
    },
  },
  {
    name: 'what is not paid is taken back by voiding its invoice, and what is paid is not',
    async play(venue) {
      const { stripe } = venue
      const unpaid = await begin(venue)
      const invoice = unpaid.subscription.latest_invoice as Stripe.Invoice
      await stripe.invoices.voidInvoice(invoice.id ?? '')
      const over = await standing(venue, unpaid.subscription.id, 'incomplete_expired')
      expect(over.latest_invoice).toMatchObject({ status: 'void' })
      expect((await venue.confirm(unpaid.secret, 'pm_card_visa')).code).toBe(
        'payment_intent_unexpected_state',
      )
      await expect(stripe.invoices.voidInvoice(invoice.id ?? '')).rejects.toMatchObject({ statusCode: 400 })

      const { subscription } = await subscribed(venue)
      const [paid] = await paidInvoices(venue, subscription.id, 1)
      await expect(stripe.invoices.voidInvoice(paid?.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
      await standing(venue, subscription.id, 'active')
    },
  },
  {
    name: 'asked twice under one name it is done once, and something else under that name is refused',
    async play(venue) {
      const { stripe } = venue
      const price = (await monthlyPrice(venue, 950)).id
      const { id: customer } = await stripe.customers.create({ email: 'rosa@example.com' })
      const params = subscriptionParams(venue, customer, price, { rowId: unique('row') })
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
    async play(venue) {
      const { stripe, soon } = venue
      const { customer, rowId, subscription } = await begin(venue)
      const { data } = await soon(
        () => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        (page) => page.data.length > 0,
      )
      expect(data.find(({ metadata }) => metadata['row_id'] === rowId)?.id).toBe(subscription.id)
    },
  },
  {
    name: 'what is not there is missing, and a deleted customer is known as deleted',
    async play(venue) {
      const { stripe } = venue
      const { customer, subscription } = await begin(venue)
      await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
        code: 'resource_missing',
      })
      await stripe.customers.del(customer)
      expect(await stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true })
      const params = subscriptionParams(venue, customer, itemOf(subscription).price.id, {})
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
