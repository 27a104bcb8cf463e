// Automatic tax: a stated test rate, in the shapes of the SDK's types, and no subscription without an address.
import { expect, test } from 'vitest'
import { beginSubscription } from './fixtures.ts'
import { shapeErrors } from './sdk-shapes.ts'
import { testSandbox } from './stripe-fixture.ts'

const SEATTLE = { country: 'US', postal_code: '98101', state: 'WA' }
const TAXED = { automatic_tax: { enabled: true } }

test('an invoice has the test rate on top of its price, and its preview says the same', async () => {
  const { stripe } = await testSandbox()
  const { subscription, customer } = await beginSubscription(stripe, {
    params: { ...TAXED, invoice_settings: { footer: 'Sold by Signalpost Inc.' } },
    customer: { address: SEATTLE },
  })
  const [item] = subscription.items.data
  const preview = await stripe.invoices.createPreview({
    customer: customer.id,
    ...TAXED,
    subscription_details: { items: [{ price: item?.price.id ?? '' }] },
  })
  const { data } = await stripe.invoices.list({ subscription: subscription.id })
  expect(shapeErrors([preview, data, subscription])).toEqual([])
  const price = item?.price.unit_amount ?? 0
  for (const invoice of [preview, data[0]])
    expect(invoice).toMatchObject({
      subtotal: price,
      total: price + price / 10,
      amount_due: price + price / 10,
      total_taxes: [{ amount: price / 10, tax_behavior: 'exclusive', taxable_amount: price }],
      automatic_tax: { enabled: true, status: 'complete' },
    })
  expect(data[0]?.footer).toBe('Sold by Signalpost Inc.')
})

test('without an address that it knows, Stripe sells nothing with tax, and a preview says why', async () => {
  const { stripe } = await testSandbox()
  await expect(beginSubscription(stripe, { params: TAXED })).rejects.toMatchObject({
    code: 'customer_tax_location_invalid',
  })
  const { subscription, customer } = await beginSubscription(stripe, { customer: { address: SEATTLE } })
  await expect(
    stripe.customers.update(customer.id, {
      address: { country: 'US', postal_code: '00000' },
      tax: { validate_location: 'immediately' },
    }),
  ).rejects.toMatchObject({ code: 'customer_tax_location_invalid' })
  await stripe.customers.update(customer.id, { address: '' })
  const price = subscription.items.data[0]?.price.id ?? ''
  const preview = await stripe.invoices.createPreview({
    customer: customer.id,
    ...TAXED,
    subscription_details: { items: [{ price }] },
  })
  expect(preview).toMatchObject({ automatic_tax: { status: 'requires_location_inputs' }, total_taxes: [] })
  await expect(
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      automatic_tax: { enabled: true, liability: { type: 'self' } },
    }),
  ).rejects.toMatchObject({ code: 'parameter_unknown' })
})

test('the fee of a draft replaces the percentage; a finalized invoice keeps its own', async () => {
  const { stripe } = await testSandbox()
  const { subscription } = await beginSubscription(stripe, { params: TAXED, customer: { address: SEATTLE } })
  const { data } = await stripe.invoices.list({ subscription: subscription.id })
  await expect(
    stripe.invoices.update(data[0]?.id ?? '', { application_fee_amount: 5 }),
  ).rejects.toMatchObject({ code: 'invoice_not_editable' })
})
