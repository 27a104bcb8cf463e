// Random calls in random order: no call crashes, no cent is lost, nothing is charged twice.
import { runs } from '#test/test-scope.ts'
import fc from 'fast-check'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '#tools/sandbox/stripe/clock.ts'
import type { StripeSandbox } from '#tools/sandbox/stripe/open.ts'
import { testSandbox } from './stripe-fixture.ts'
import { shapeErrors } from './sdk-shapes.ts'
import { monthlyPrice, readyAccount } from './fixtures.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'

const CARDS = [
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_createDispute',
]
const STEPS = [
  'subscribe',
  'confirm',
  'authenticate',
  'end',
  'keep',
  'cancel',
  'wait',
  'wait long',
  'pay',
  'void',
  'refund',
  'change card',
  'pause',
  'resume',
  'start again',
  'finalize',
  'give up',
  'restrict',
  'lift',
  'delete customer',
] as const
const step = fc.record({ what: fc.constantFrom(...STEPS), card: fc.constantFrom(...CARDS), pick: fc.nat(7) })
type Step = { what: (typeof STEPS)[number]; card: string; pick: number }

async function live(steps: Step[]) {
  const { stripe, sandbox } = world
  sandbox.clearRequirements(world.account)
  const start = Date.UTC(2027, 0, 31) / 1000
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const customer = await stripe.customers.create({ test_clock: clock.id })
  const page = { customer: customer.id, limit: 100 }
  const act = async ({ what, card, pick }: Step): Promise<unknown> => {
    const subscriptions = (await stripe.subscriptions.list({ ...page, status: 'all' })).data
    const subscription = subscriptions[pick % Math.max(1, subscriptions.length)]
    const id = subscription?.id ?? 'sub_none'
    const invoice = subscription?.latest_invoice as string | undefined
    const intents = (await stripe.paymentIntents.list(page)).data
    const intent = intents.find(({ status }) => !['succeeded', 'canceled'].includes(status))
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock.id)
    const attached = async () => (await stripe.paymentMethods.attach(card, { customer: customer.id })).id
    const todo: Record<Step['what'], () => Promise<unknown>> = {
      subscribe: async () =>
        stripe.subscriptions.create({
          customer: customer.id,
          items: [{ price: pick % 2 === 0 ? world.price : world.dearer }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription' },
          application_fee_percent: 10,
          transfer_data: { destination: world.account },
        }),
      confirm: async () => stripe.paymentIntents.confirm(intent?.id ?? 'pi_none', { payment_method: card }),
      authenticate: async () => {
        const url = intent?.next_action?.redirect_to_url?.url
        return url ? submitForm(url, { answer: pick % 2 === 0 ? 'complete' : 'fail' }) : null
      },
      end: async () => stripe.subscriptions.update(id, { cancel_at_period_end: true }),
      keep: async () => stripe.subscriptions.update(id, { cancel_at_period_end: false }),
      cancel: async () => stripe.subscriptions.cancel(id),
      wait: async () =>
        stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + (pick + 1) * 5 * HOUR }),
      'wait long': async () =>
        stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + (pick + 1) * 6 * DAY }),
      pay: async () => stripe.invoices.pay(invoice ?? 'in_none', { payment_method: await attached() }),
      void: async () => stripe.invoices.voidInvoice(invoice ?? 'in_none'),
      refund: async () => {
        const charge = (await stripe.charges.list(page)).data.find(({ status }) => status === 'succeeded')
        const amount = pick === 0 ? {} : { amount: 100 * pick }
        return stripe.refunds.create({
          charge: charge?.id ?? 'ch_none',
          reverse_transfer: true,
          refund_application_fee: true,
          ...amount,
        })
      },
      'change card': async () =>
        stripe.subscriptions.update(id, { default_payment_method: await attached() }),
      pause: async () =>
        stripe.subscriptions.update(id, {
          pause_collection: {
            behavior: (['void', 'keep_as_draft', 'mark_uncollectible'] as const)[pick % 3] ?? 'void',
            ...(pick > 3 ? { resumes_at: now + pick * 6 * DAY } : {}),
          },
        }),
      resume: async () => stripe.subscriptions.update(id, { pause_collection: '' }),
      'start again': async () =>
        stripe.subscriptions.update(id, {
          billing_cycle_anchor: { type: 'now' },
          proration_behavior: (['none', 'create_prorations', 'always_invoice'] as const)[pick % 3] ?? 'none',
          payment_behavior: pick > 5 ? 'error_if_incomplete' : 'allow_incomplete',
          ...(pick % 2 === 0 ? { pause_collection: '' } : {}),
        }),
      finalize: async () =>
        stripe.invoices.finalizeInvoice(invoice ?? 'in_none', { auto_advance: pick % 2 === 0 }),
      'give up': async () => stripe.invoices.markUncollectible(invoice ?? 'in_none'),
      restrict: async () => sandbox.restrictCapabilities(world.account, { transfers: true }),
      lift: async () => sandbox.clearRequirements(world.account),
      'delete customer': async () => (pick === 7 ? stripe.customers.del(customer.id) : null),
    }
    return todo[what]()
  }
  const charged = async () =>
    (await stripe.charges.list(page)).data.filter(({ status }) => status === 'succeeded').length
  let isRestricted = false
  for (const one of steps) {
    isRestricted = one.what === 'restrict' || (isRestricted && one.what !== 'lift')
    const before = isRestricted ? await charged() : 0
    try {
      await act(one)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      // An API error, not a crash.
      expect({ ...one, status: error.statusCode }).toEqual({
        ...one,
        status: expect.toBeOneOf([400, 402, 404]),
      })
    }
    // Every charge goes to the account.
    if (isRestricted) expect({ ...one, charged: await charged() }).toEqual({ ...one, charged: before })
  }
  return page
}

async function sums(page: { customer: string; limit: number }) {
  const { stripe } = world
  const charges = (await stripe.charges.list(page)).data
  const invoices = (await stripe.invoices.list({ ...page, expand: ['data.payments'] })).data
  const subscriptions = (await stripe.subscriptions.list({ ...page, status: 'all' })).data
  expect([...new Set(shapeErrors([charges, invoices, subscriptions]))]).toEqual([])
  for (const invoice of invoices) {
    const intents = invoice.payments?.data.map(({ payment }) => payment.payment_intent) ?? []
    const paid = charges.filter(
      ({ payment_intent: of, status }) => intents.includes(of as string) && status === 'succeeded',
    )
    const taken = paid.reduce((sum, { amount }) => sum + amount, 0)
    expect([invoice.status, taken]).toEqual([
      invoice.status,
      invoice.status === 'paid' ? (invoice.total > 0 ? invoice.total : 0) : 0,
    ])
  }
  for (const { id, transfer, application_fee: fee, amount, amount_refunded: back } of charges) {
    if (!transfer) continue
    const sent = await stripe.transfers.retrieve(transfer as string)
    const [kept] = (await stripe.applicationFees.list({ charge: id })).data
    if (kept?.id !== fee) throw new Error(`The charge ${id} names another fee than the list has`)
    expect({ id, sent: sent.amount, reversed: sent.amount_reversed }).toEqual({
      id,
      sent: amount,
      reversed: back,
    })
    expect(Math.abs(kept.amount_refunded - (kept.amount * back) / amount)).toBeLessThanOrEqual(4)
    if (back === amount) expect(kept.amount_refunded).toBe(kept.amount)
  }
}

let world: { stripe: Stripe; sandbox: StripeSandbox; price: string; dearer: string; account: string }

test('random calls in random order keep the books balanced', async () => {
  const { stripe, sandbox } = await testSandbox({ webhooks: { hold: true } })
  const [price, dearer] = [await monthlyPrice(stripe, 950), await monthlyPrice(stripe, 1777)]
  world = { stripe, sandbox, price: price.id, dearer: dearer.id, account: await readyAccount(stripe) }
  const result = await fc.check(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await sums(
        await live([
          { what: 'subscribe', card: 'pm_card_visa', pick: 0 },
          { what: 'confirm', card: 'pm_card_visa', pick: 0 },
          ...steps,
        ]),
      )
    }),
    { numRuns: runs(40), endOnFailure: true },
  )
  expect(fc.defaultReportMessage(result)).toBeUndefined()
})
