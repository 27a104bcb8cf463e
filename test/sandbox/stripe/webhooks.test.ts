// Webhook delivery: signatures, retries, delays, duplicates, reordering, and listing events.
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { SNAPSHOT_SECRET, testSandbox, THIN_SECRET } from './stripe-fixture.ts'
import { readyAccount } from './fixtures.ts'

test('snapshot webhooks carry the object and a signature the SDK accepts', async () => {
  const { stripe, webhooks, eventTypes } = await testSandbox()
  const customer = await stripe.customers.create({ email: 'a@example.com' })
  await eventTypes()
  const [webhook] = webhooks
  const event = stripe.webhooks.constructEvent(
    webhook?.payload ?? '',
    webhook?.signature ?? '',
    SNAPSHOT_SECRET,
  )
  expect(event).toMatchObject({
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    data: { object: { id: customer.id, email: 'a@example.com' } },
  })
  expect(event.request?.idempotency_key).toMatch(/^stripe-node-retry-/)
  expect(() =>
    stripe.webhooks.constructEvent(webhook?.payload ?? '', webhook?.signature ?? '', 'whsec_other'),
  ).toThrow(Stripe.errors.StripeSignatureVerificationError)
})

test('thin webhooks name the account, which is then retrieved', async () => {
  const { stripe, webhooks, eventTypes } = await testSandbox()
  const account = await readyAccount(stripe)
  const types = await eventTypes()
  const type = 'v2.core.account[configuration.recipient].capability_status_updated'
  const webhook = webhooks[types.indexOf(type)]
  const notice = stripe.parseEventNotification(webhook?.payload ?? '', webhook?.signature ?? '', THIN_SECRET)
  if (notice.type !== type) throw new Error(`Another event: ${notice.type}`)
  expect(JSON.parse(webhook?.payload ?? '{}')).not.toHaveProperty('data')
  expect(notice.related_object.id).toBe(account)
  expect((await notice.fetchEvent()).data.updated_capability).toBe('stripe_balance.stripe_transfers')
  expect((await notice.fetchRelatedObject()).id).toBe(account)
  expect(
    (await stripe.v2.core.events.list({ object_id: account })).data.map((event) => event.type),
  ).toContain(type)
})

test('a failed delivery is retried with a fresh signature, and the event counts as undelivered until then', async () => {
  const { stripe, answer, webhooks, sandbox, eventTypes } = await testSandbox({
    webhooks: { retryAfterMs: [30, 30, 30] },
  })
  answer.status = 500
  await stripe.customers.create({ name: 'x' })
  await eventTypes()
  const undelivered = await stripe.events.list({ delivery_success: false })
  expect(undelivered.data.map(({ type }) => type)).toEqual(['customer.created'])
  answer.status = 200
  await new Promise((done) => setTimeout(done, 80))
  await sandbox.webhooks.settled()
  expect(webhooks.length).toBeGreaterThan(1)
  for (const { payload, signature } of webhooks)
    stripe.webhooks.constructEvent(payload, signature, SNAPSHOT_SECRET)
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
  expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(0)
})

test('a test can hold webhooks and send them in any order, twice or never', async () => {
  const { stripe, sandbox, webhooks } = await testSandbox({ webhooks: { hold: true } })
  await stripe.customers.create({ name: 'a' })
  await stripe.products.create({ name: 'b' })
  await stripe.products.create({ name: 'c' })
  const [first, second, third] = sandbox.webhooks.pending()
  expect([first?.type, second?.type]).toEqual(['customer.created', 'product.created'])
  await sandbox.webhooks.deliver(second?.id ?? 0)
  await sandbox.webhooks.deliver(first?.id ?? 0)
  await sandbox.webhooks.deliver(first?.id ?? 0)
  sandbox.webhooks.drop(third?.id ?? 0)
  expect(webhooks.map(({ payload }) => (JSON.parse(payload) as Stripe.Event).type)).toEqual([
    'product.created',
    'customer.created',
    'customer.created',
  ])
  expect(sandbox.webhooks.pending()).toEqual([])
})

test('webhooks can be duplicated and delayed', async () => {
  const { stripe, webhooks, sandbox, eventTypes } = await testSandbox({
    webhooks: { copies: 2, delayMs: 60 },
  })
  await stripe.customers.create({ name: 'a' })
  await sandbox.webhooks.settled()
  expect(webhooks).toHaveLength(0)
  await new Promise((done) => setTimeout(done, 120))
  expect(await eventTypes()).toEqual(['customer.created', 'customer.created'])
})

test('a registered endpoint gets its event types, signed with its own secret', async () => {
  const { stripe, url, sandbox } = await testSandbox({ deliver: [] })
  // Uses the sandbox's own URL, which returns 404, so delivery fails.
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${url}/v1/x`,
    enabled_events: ['product.created'],
  })
  expect(endpoint.secret).toMatch(/^whsec_/)
  expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret')
  await stripe.customers.create({ name: 'a' })
  await stripe.products.create({ name: 'b' })
  expect(sandbox.webhooks.pending().map(({ type, target }) => [type, target])).toEqual([
    ['product.created', endpoint.id],
  ])
  const destination = await stripe.v2.core.eventDestinations.create({
    name: 'thin',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: ['v2.core.account.created'],
    webhook_endpoint: { url: `${url}/v1/y` },
    include: ['webhook_endpoint.signing_secret'],
  })
  expect(destination.webhook_endpoint?.signing_secret).toMatch(/^whsec_/)
  await stripe.v2.core.accounts.create({ contact_email: 'x@example.com' })
  expect(sandbox.webhooks.pending().at(-1)?.type).toBe('v2.core.account.created')
})
