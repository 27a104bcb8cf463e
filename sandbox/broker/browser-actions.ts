// What a browser does on the sample broker's pages: chooses a broker, signs in or cancels, and is redirected back.

/** The address the broker redirects back to, with its query parameters, such as `{ status: 'SUCCESS', connection_id: '…' }`. */
export type Redirect = { path: string; params: Record<string, string> }

/** Opens the address as a browser does and presses a button of its form. Throws when the page leads nowhere. */
export async function signInAt(
  url: string,
  choice: { broker?: string; do?: 'connect' | 'cancel' },
): Promise<Redirect> {
  const form = new URLSearchParams({
    do: choice.do ?? 'connect',
    ...(choice.broker && { broker: choice.broker }),
  })
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null)
    throw new Error(`The broker's page answered ${response.status}: ${await response.text()}`)
  const { pathname, searchParams } = new URL(location)
  return { path: pathname, params: Object.fromEntries(searchParams) }
}
