// Money that goes back: refunds, disputes, what lies in the creator's account, and how a charge leads to its subscription.
import { expect } from 'vitest'
import { idOf } from '#server/features/billing/rules.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { chargeOf, FEE_PERCENT, paidInvoices, subscribed, unique } from './scenario-people.ts'
import type { Scenario, Venue } from './scenarios.ts'

const CENTS = 950
const { platformFeeInCents: FEE, creatorShareInCents: SHARE } = splitPrice(CENTS, FEE_PERCENT)

async function paidToCreator(venue: Venue, card?: string) {
  const { subscription } = await subscribed(venue, { cents: CENTS, toCreator: true }, card)
  const [invoice] = await paidInvoices(venue, subscription.id, 1)
  const charge = await chargeOf(venue, invoice)
  return { subscription, invoice, charge, transfer: idOf(charge.transfer) ?? '' }
}

/** What lies there in US dollars, as `revenue.ts` adds it up. */
async function balanceOf({ stripe, account }: Venue): Promise<number> {
  const balance = await stripe.balance.retrieve({}, { stripeAccount: account ?? '' })
  return [...balance.available, ...balance.pending]
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { amount }) => sum + amount, 0)
}

export const GIVING_BACK: Scenario[] = [
  {
    name: 'the creator’s account has the creator’s share',
    needsAccount: true,
    async play(venue) {
      const before = await balanceOf(venue)
      await paidToCreator(venue)
      const after = await venue.soon(
        () => balanceOf(venue),
        (cents) => cents === before + SHARE,
      )
      expect(after - before).toBe(SHARE)
    },
  },
  {
    name: 'a refund takes back the transfer and the fee, once',
    needsAccount: true,
    async play(venue) {
      const { stripe, soon } = venue
      const { charge, transfer, invoice } = await paidToCreator(venue)
      await stripe.refunds.create({ charge: charge.id, reverse_transfer: true, refund_application_fee: true })
      const after = await soon(
        () => chargeOf(venue, invoice),
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
    name: 'of a plan there is no transfer and no fee to take back',
    async play(venue) {
      const { subscription } = await subscribed(venue, { cents: 200 })
      const [invoice] = await paidInvoices(venue, subscription.id, 1)
      const charge = await chargeOf(venue, invoice)
      expect([charge.transfer ?? null, charge.application_fee]).toEqual([null, null])
      const { status, amount } = await venue.stripe.refunds.create({ charge: charge.id })
      expect([status, amount]).toEqual(['succeeded', 200])
    },
  },
  {
    name: 'a dispute takes the share back from the creator, who has it again when it is won',
    needsAccount: true,
    async play(venue) {
      const { stripe, soon, account } = venue
      const { charge, transfer, invoice } = await paidToCreator(venue, 'pm_card_createDispute')
      const disputes = () => stripe.disputes.list({ charge: charge.id, limit: 1 })
      const { data } = await soon(disputes, (page) => page.data.length > 0)
      expect(data[0]).toMatchObject({ status: 'needs_response', charge: charge.id })
      expect((await chargeOf(venue, invoice)).disputed).toBe(true)
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
      const decided = await soon(disputes, (page) => page.data[0]?.status === 'won')
      expect(decided.data[0]?.status).toBe('won')
      const group = unique('dispute-won')
      expect((await stripe.transfers.list({ transfer_group: group, limit: 1 })).data).toEqual([])
      await venue.fund(SHARE)
      const made = await stripe.transfers.create({
        amount: SHARE,
        currency: 'usd',
        destination: account ?? '',
        transfer_group: group,
      })
      const { data: found } = await soon(
        () => stripe.transfers.list({ transfer_group: group, limit: 1 }),
        (page) => page.data.length > 0,
      )
      expect(found).toMatchObject([{ id: made.id, amount: SHARE, destination: account }])
    },
  },
  {
    name: 'a charge leads to its subscription',
    async play(venue) {
      const { stripe, soon } = venue
      const { subscription } = await subscribed(venue)
      const [paid] = await paidInvoices(venue, subscription.id, 1)
      const { payment_intent: intent } = await chargeOf(venue, paid)
      const { data } = await soon(
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
