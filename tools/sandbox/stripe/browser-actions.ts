// Acts as a browser on Stripe's or the sandbox's pages: confirms a payment with the publishable key, submits a form.

type Reply = { status: number; body: Record<string, unknown> & { error?: Record<string, unknown> } }

/** `base` is the URL before `/v1`; `more` are further parameters. */
export async function confirmAsBrowser(
  base: string,
  secret: string,
  number: string,
  more: Record<string, string> = {},
): Promise<Reply> {
  const [id = ''] = secret.split('_secret_')
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const form = new URLSearchParams({
    key: 'pk_test_sandbox',
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    ...more,
  })
  const response = await fetch(`${base}/v1/${kind}/${id}/confirm`, { method: 'POST', body: form })
  return { status: response.status, body: (await response.json()) as Reply['body'] }
}

/** Submits the first form of a page, with its default values unless changed. */
export async function submitForm(url: string, changes: Record<string, string> = {}): Promise<Response> {
  const html = await (await fetch(url)).text()
  const [, form = ''] = /<form[^>]*>(.*?)<\/form>/s.exec(html) ?? []
  const fields = [...form.matchAll(/name="([^"]*)"[^>]*value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...changes })
  return fetch(url, { method: 'POST', body, redirect: 'manual' })
}

/** The saved cards that Stripe.js would show for a customer session. */
export async function savedCardsOf(
  base: string,
  sessionSecret: string,
): Promise<{ id: string; card: { brand: string; last4: string } }[]> {
  const query = new URLSearchParams({
    key: 'pk_test_sandbox',
    customer_session_client_secret: sessionSecret,
  })
  const reply = (await (await fetch(`${base}/v1/elements/sessions?${query}`)).json()) as {
    customer: { payment_methods: { id: string; card: { brand: string; last4: string } }[] }
  }
  return reply.customer.payment_methods
}

/** Confirms a payment with a saved card. */
export async function confirmWithSaved(
  base: string,
  secret: string,
  paymentMethod: string,
): Promise<Reply['body']> {
  const [id = ''] = secret.split('_secret_')
  const form = new URLSearchParams({
    key: 'pk_test_sandbox',
    client_secret: secret,
    payment_method: paymentMethod,
    return_url: 'http://localhost/return',
  })
  const response = await fetch(`${base}/v1/payment_intents/${id}/confirm`, { method: 'POST', body: form })
  return (await response.json()) as Reply['body']
}
