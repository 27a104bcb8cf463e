// Submits the sample broker's pages as a browser would: choose a broker, sign in or cancel, follow the redirect.

/**
 * The URL to which the broker redirects, with its query parameters, such as `{ status: 'SUCCESS',
 * connection_id: '…' }`.
 */
export type Redirect = { path: string; params: Record<string, string> }

/** Opens the URL and submits its form. Throws if the page doesn't redirect. */
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
    throw new Error(`The broker's page returned ${response.status}: ${await response.text()}`)
  const { pathname, searchParams } = new URL(location)
  return { path: pathname, params: Object.fromEntries(searchParams) }
}
