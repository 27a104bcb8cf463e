// A paid monthly subscription of 950 cents on a test clock, started January 31, 2027 at 10:00 UTC.
import type { Stripe } from 'stripe'
import { testSandbox } from './stripe-fixture.ts'
import { paidSubscription } from './fixtures.ts'

export const at = (text: string) => Math.floor(Date.parse(text) / 1000)
export const dayOf = (seconds = 0) => new Date(seconds * 1000).toISOString().slice(0, 10)

export async function onClock() {
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
    /** Oldest first. Webhooks aren't compared: they may arrive in any order. */
    eventsOf: async (type: string) =>
      (await stripe.events.list({ type, limit: 100 })).data.map(({ data }) => data).toReversed(),
  }
}
/** First and last day of the current period. */
export const periodOf = ({ items }: Stripe.Subscription) =>
  [items.data[0]?.current_period_start, items.data[0]?.current_period_end].map(dayOf)
