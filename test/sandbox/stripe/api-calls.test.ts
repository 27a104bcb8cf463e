// Calls to Stripe's API: keys, parameters, idempotency, lists, expansion, errors.
import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clientAt, listen, testSandbox } from './stripe-fixture.ts'
import { beginSubscription, monthlyPrice, paidSubscription } from './fixtures.ts'
import { confirmAsBrowser } from '#tools/sandbox/stripe/browser-actions.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const secret = { authorization: 'Bearer sk_test_sandbox' }
type Body = { id?: string; error?: { code?: string; param?: string; message: string; type: string } }
const bodyOf = async (response: Response) => (await response.json()) as Body

describe('Authentication', () => {
  test('rejects a missing or unknown key', async () => {
    const { url } = await testSandbox()
    const nobody = await fetch(`${url}/v1/customers`)
    expect([nobody.status, (await bodyOf(nobody)).error?.type]).toEqual([401, 'invalid_request_error'])
    const { hostname, port } = new URL(url)
    const stranger = new Stripe('sk_test_another', { host: hostname, port: Number(port), protocol: 'http' })
    await expect(stranger.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })

  test('lets a publishable key only create payment methods and read its own intent', async () => {
    const { stripe, url } = await testSandbox()
    const browser = { authorization: 'Bearer pk_test_sandbox' }
    expect((await fetch(`${url}/v1/customers`, { headers: browser })).status).toBe(403)
    const { secret: clientSecret } = await beginSubscription(stripe)
    const [id = ''] = clientSecret.split('_secret_')
    const own = await fetch(
      `${url}/v1/payment_intents/${id}?key=pk_test_sandbox&client_secret=${clientSecret}`,
    )
    expect([own.status, (await bodyOf(own)).id]).toEqual([200, id])
    const other = await fetch(
      `${url}/v1/payment_intents/${id}?key=pk_test_sandbox&client_secret=${id}_secret_x`,
    )
    expect([other.status, (await bodyOf(other)).error?.param]).toEqual([400, 'client_secret'])
    const none = await fetch(`${url}/v1/payment_intents/${id}?key=pk_test_sandbox`)
    expect([none.status, (await bodyOf(none)).error?.code]).toEqual([400, 'parameter_missing'])
  })

  test('rejects another API version', async () => {
    const { url } = await testSandbox()
    const old = await fetch(`${url}/v1/customers`, { headers: { ...secret, 'stripe-version': '2020-08-27' } })
    expect(old.status).toBe(400)
  })
})

describe('Parameters', () => {
  test.each([
    ['customers', 'colour=red', 'parameter_unknown', 'colour'],
    ['prices', 'unit_amount=500', 'parameter_missing', 'currency'],
    ['prices', 'currency=usd&unit_amount=5.5', 'parameter_invalid_integer', 'unit_amount'],
    ['prices', 'currency=', 'parameter_invalid_empty', 'currency'],
    ['prices', 'currency=usd&unit_amount=1&recurring[interval]=decade', undefined, 'recurring[interval]'],
    ['subscriptions', 'customer=cus_x', 'parameter_missing', 'items'],
    ['subscriptions', 'customer=cus_x&items[0][price]=price_x', 'resource_missing', 'customer'],
    ['subscriptions', 'customer=c&items[0][cost]=5', 'parameter_unknown', 'items[0][cost]'],
    [
      'payment_intents',
      'amount=500&currency=usd&payment_method_types[]=card',
      'parameter_unknown',
      'payment_method_types',
    ],
  ])('POST %s with %s is refused with %s on %s', async (path, body, code, param) => {
    const { url } = await testSandbox()
    const response = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { ...form, ...secret },
      body,
    })
    expect(response.status).toBe(400)
    expect((await bodyOf(response)).error).toMatchObject({
      type: 'invalid_request_error',
      ...(code ? { code } : {}),
      param,
    })
  })

  test('filter lists', async () => {
    const { stripe } = await testSandbox()
    const price = await monthlyPrice(stripe)
    const old = await monthlyPrice(stripe, 700)
    await stripe.prices.update(old.id, { active: false })
    expect((await stripe.prices.list({ active: true })).data.map(({ id }) => id)).toEqual([price.id])
    expect((await stripe.prices.list({ active: false })).data.map(({ id }) => id)).toEqual([old.id])
    expect((await stripe.prices.list({ created: { gt: price.created + 5 } })).data).toEqual([])
    expect(
      (await stripe.prices.list({ created: { lte: price.created + 5 }, type: 'recurring' })).data,
    ).toHaveLength(2)
    expect((await stripe.events.list({ types: ['price.updated', 'nothing.*'] })).data).toHaveLength(1)
    expect((await stripe.events.list({ type: 'price.*' })).data).toHaveLength(3)
    await expect(stripe.subscriptions.list({ customer: 'cus_none' })).resolves.toMatchObject({ data: [] })
  })

  test('return 404 for an unknown id in the URL, and name it', async () => {
    const { stripe, url } = await testSandbox()
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    })
    expect((await fetch(`${url}/v1/unicorns`, { headers: secret })).status).toBe(404)
  })
})

describe('Idempotency', () => {
  const post = async (url: string, key: string, body: string, path = 'customers') =>
    fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { ...form, ...secret, 'idempotency-key': key },
      body,
    })

  test('a repeated key and request runs once and gets the same response', async () => {
    const { stripe, url } = await testSandbox()
    const first = await bodyOf(await post(url, 'k1', 'email=a@example.com'))
    const again = await post(url, 'k1', 'email=a@example.com')
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await bodyOf(again)).toEqual(first)
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  test('a key can’t be reused for a different request', async () => {
    const { url } = await testSandbox()
    await post(url, 'k1', 'email=a@example.com')
    const other = await post(url, 'k1', 'email=b@example.com')
    expect([other.status, (await bodyOf(other)).error?.type]).toEqual([400, 'idempotency_error'])
    expect((await post(url, 'k1', 'name=x', 'products')).status).toBe(400)
  })

  test('a refused request leaves its key free', async () => {
    const { url } = await testSandbox()
    expect((await post(url, 'k1', 'colour=red')).status).toBe(400)
    expect((await post(url, 'k1', 'name=red')).status).toBe(200)
  })

  test('a decline is answered again, and the card is tried once', async () => {
    const { stripe } = await testSandbox()
    const { secret: clientSecret } = await beginSubscription(stripe)
    const [id = ''] = clientSecret.split('_secret_')
    const decline = async () =>
      stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'k2' },
      )
    await expect(decline()).rejects.toBeInstanceOf(Stripe.errors.StripeCardError)
    await expect(decline()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('of two concurrent requests one runs and the other gets 409', async () => {
    const { stripe, url, sandbox } = await testSandbox()
    sandbox.failNext({ how: 'slow', slowMs: 80 })
    const both = await Promise.all([post(url, 'k3', 'name=x'), post(url, 'k3', 'name=x')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  test.each(['cut-after', 'conflict', 'error-before', 'cut-before'] as const)(
    'the SDK retries after %s and the work runs once',
    async (how) => {
      const { stripe, sandbox } = await testSandbox()
      sandbox.failNext({ how, method: 'POST' })
      await stripe.customers.create({ name: 'once' })
      expect((await stripe.customers.list()).data).toHaveLength(1)
    },
  )

  test('a failed response is replayed for its key, and the work stays done', async () => {
    const { stripe, sandbox } = await testSandbox()
    sandbox.failNext({ how: 'error-after', method: 'POST' })
    await expect(stripe.customers.create({ name: 'done' })).rejects.toMatchObject({ statusCode: 500 })
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })
})

describe('Lists and expansion', () => {
  test('lists are newest first and page in both directions', async () => {
    const { stripe } = await testSandbox()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.unshift((await stripe.customers.create({ name })).id)
    const first = await stripe.customers.list({ limit: 2 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true])
    const next = await stripe.customers.list({ limit: 2, starting_after: ids[1] ?? '' })
    expect(next.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const back = await stripe.customers.list({ limit: 2, ending_before: ids[3] ?? '' })
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([ids.slice(1, 3), true])
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(ids)
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
  })

  test('ids expand up to four levels deep', async () => {
    const { stripe, url } = await testSandbox()
    const { subscription } = await paidSubscription(stripe, url)
    const found = await stripe.subscriptions.list({
      expand: ['data.latest_invoice.customer', 'data.items.data.price'],
    })
    expect(found.data[0]?.latest_invoice).toMatchObject({ customer: { object: 'customer' } })
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string, {
      expand: ['payments.data.payment.payment_intent'],
    })
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: 'succeeded' })
    await expect(
      stripe.subscriptions.retrieve(subscription.id, {
        expand: ['latest_invoice.payments.data.payment.payment_intent'],
      }),
    ).rejects.toThrow(/more than 4 levels/)
    await expect(stripe.subscriptions.retrieve(subscription.id, { expand: ['status'] })).rejects.toThrow(
      /cannot be expanded/,
    )
  })

  test('a subscription that has ended is left out of the list unless it is asked for', async () => {
    const { stripe, url } = await testSandbox()
    const { subscription, customer } = await paidSubscription(stripe, url)
    await stripe.subscriptions.cancel(subscription.id)
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })
})

test('the sandbox answers under any prefix, which an SDK reaches through its HTTP client', async () => {
  const { sandbox } = await testSandbox()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/sandbox/stripe/')) sandbox.handle(request, response)
    else response.writeHead(404).end('{}')
  })
  const url = await listen(server)
  onTestFinished(() => void server.close())
  const node = Stripe.createNodeHttpClient()
  const makeRequest = node.makeRequest.bind(node)
  node.makeRequest = async (host, port, path, ...rest) =>
    makeRequest(host, port, `/sandbox/stripe${path}`, ...rest)
  const prefixed = clientAt(url, { httpClient: node })
  const { secret: clientSecret } = await beginSubscription(prefixed)
  expect((await confirmAsBrowser(`${url}/sandbox/stripe`, clientSecret, '4242424242424242')).status).toBe(200)
  expect((await prefixed.v2.core.accounts.list()).data).toEqual([])
  expect((await monthlyPrice(prefixed)).object).toBe('price')
})
