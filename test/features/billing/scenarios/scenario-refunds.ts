// Scenarios of refunds, disputes and balances, and of finding a charge's subscription.
import { expect } from 'vitest'
import { idOf } from '#server/features/billing/rules.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { chargeOf, FEE_PERCENT, paidInvoices, paidSubscription, unique } from './scenario-setup.ts'
import type { Scenario, StripeTarget } from './scenarios.ts'

const CENTS = 950
const { platformFeeInCents: FEE, creatorShareInCents: SHARE } = splitPrice(CENTS, FEE_PERCENT)

async function paidToCreator(target: StripeTarget, card?: string) {
  const { subscription } = await paidSubscription(target, { cents: CENTS, toCreator: true }, card)
  const [invoice] = await paidInvoices(target, subscription.id, 1)
  const charge = await chargeOf(target, invoice)
  return { subscription, invoice, charge, transfer: idOf(charge.transfer) ?? '' }
}

/** The balance in US dollars, added up as in `revenue.ts`. */
async function balanceOf({ stripe, account }: StripeTarget): Promise<number> {
  const balance = await stripe.balance.retrieve({}, { stripeAccount: account ?? '' })
  return [...balance.available, ...balance.pending]
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { amount }) => sum + amount, 0)
}

export const REFUNDS: Scenario[] = [
  {
    name: 'a payment adds the creator’s share to the account’s balance',
    needsAccount: true,
    async run(target) {
      const before = await balanceOf(target)
      await paidToCreator(target)
      const after = await target.waitFor(
        () => balanceOf(target),
        (cents) => cents === before + SHARE,
      )
      expect(after - before).toBe(SHARE)
    },
  },
  {
    name: 'a refund reverses the transfer and the fee, once',
    needsAccount: true,
    async run(target) {
      const { stripe, waitFor } = target
      const { charge, transfer, invoice } = await paidToCreator(target)
      await stripe.refunds.create({ charge: charge.id, reverse_transfer: true, refund_application_fee: true })
      const after = await waitFor(
        () => chargeOf(target, invoice),
        (found) => found.refunded,
      )
      expect(after).toMatchObject({ amount: CENTS, amount_refunded: CENTS, refunded: true })
      expect(after.application_fee).toMatchObject({ amount: FEE, amount_refunded: FEE })
      expect(await stripe.transfers.retrieve(transfer)).toMatchObject({ amount_reversed: CENTS })
      await expect(
        stripe.refunds.create({ charge: charge.id, reverse_transfer: true, refund_application_fee: true }),
      ).rejects.toMatchObject({ code: 'charge_already_refunded' })
    },
  },
  {
    name: 'a plan’s refund has no transfer and no fee to reverse',
    async run(target) {
      const { subscription } = await paidSubscription(target, { cents: 200 })
      const [invoice] = await paidInvoices(target, subscription.id, 1)
      const charge = await chargeOf(target, invoice)
      expect([charge.transfer ?? null, charge.application_fee]).toEqual([null, null])
      const { status, amount } = await target.stripe.refunds.create({ charge: charge.id })
      expect([status, amount]).toEqual(['succeeded', 200])
    },
  },
  {
    name: 'a disputed share can be reversed, and transferred again when the dispute is won',
    needsAccount: true,
    async run(target) {
      const { stripe, waitFor, account } = target
      const { charge, transfer, invoice } = await paidToCreator(target, 'pm_card_createDispute')
      const disputes = () => stripe.disputes.list({ charge: charge.id, limit: 1 })
      const { data } = await waitFor(disputes, (page) => page.data.length > 0)
      expect(data[0]).toMatchObject({ status: 'needs_response', charge: charge.id })
      expect((await chargeOf(target, invoice)).disputed).toBe(true)
      await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
        code: 'charge_disputed',
      })
      const reversal = await stripe.transfers.createReversal(transfer, {
        amount: SHARE,
        metadata: { charge: charge.id },
      })
      const sent = await stripe.transfers.retrieve(transfer)
      expect(sent).toMatchObject({ amount: CENTS, amount_reversed: SHARE })
      expect(sent.reversals.data).toMatchObject([
        { id: reversal.id, amount: SHARE, metadata: { charge: charge.id } },
      ])

      const evidence = { uncategorized_text: 'winning_evidence' }
      await stripe.disputes.update(data[0]?.id ?? '', { evidence, submit: true })
      const decided = await waitFor(disputes, (page) => page.data[0]?.status === 'won')
      expect(decided.data[0]?.status).toBe('won')
      const group = unique('dispute-won')
      expect((await stripe.transfers.list({ transfer_group: group, limit: 1 })).data).toEqual([])
      await target.fund(SHARE)
      const returned = await stripe.transfers.create({
        amount: SHARE,
        currency: 'usd',
        destination: account ?? '',
        transfer_group: group,
      })
      const { data: found } = await waitFor(
        () => stripe.transfers.list({ transfer_group: group, limit: 1 }),
        (page) => page.data.length > 0,
      )
      expect(found).toMatchObject([{ id: returned.id, amount: SHARE, destination: account }])
    },
  },
  {
    name: 'a charge leads to its subscription',
    async run(target) {
      const { stripe, waitFor } = target
      const { subscription } = await paidSubscription(target)
      const [paid] = await paidInvoices(target, subscription.id, 1)
      const { payment_intent: intent } = await chargeOf(target, paid)
      const { data } = await waitFor(
        () =>
          stripe.invoicePayments.list({
            payment: { type: 'payment_intent', payment_intent: idOf(intent) ?? '' },
            expand: ['data.invoice'],
          }),
        (page) => page.data.length > 0,
      )
      const invoice = data[0]?.invoice
      if (!invoice || typeof invoice === 'string' || !('parent' in invoice))
        throw new Error('It was not expanded')
      expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id)
      await expect(stripe.charges.retrieve('ch_none')).rejects.toMatchObject({ code: 'resource_missing' })
    },
  },
]
