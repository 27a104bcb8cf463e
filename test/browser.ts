// People's browsers: the page's typed client, each with its own cookies.
import { AsyncLocalStorage } from 'node:async_hooks'
import { call, callPage } from '#web/lib/call.ts'

/** The browser that the current request belongs to. */
const browsing = new AsyncLocalStorage<{ origin: string; cookies: Map<string, string> }>()
const realFetch = globalThis.fetch
globalThis.location ??= { origin: 'http://localhost' } as Location
globalThis.fetch = async (input, init) => {
  const browser = browsing.getStore()
  if (!browser || typeof input !== 'string' || !input.startsWith('/')) return realFetch(input, init)
  const headers = new Headers(init?.headers)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  if (cookie) headers.set('cookie', cookie)
  const response = await realFetch(browser.origin + input, { redirect: 'manual', ...init, headers })
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value) browser.cookies.set(name, value)
    else browser.cookies.delete(name)
  }
  return response
}

/** The boxes of the registration form, ticked. */
export const CONSENT = { isAdult: true, acceptsTerms: true }

/** One person's browser: the typed client, and plain requests for what the client would never send. */
export type Browser = {
  cookies: ReadonlyMap<string, string>
  call: typeof call
  callPage: typeof callPage
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request with any JSON body; resolves with the status and parsed body. */
  send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown; headers: Headers }>
}

/** A browser with no cookies, or with those of another. */
export function openBrowser(origin: string, cookies: Browser['cookies'] = new Map()): Browser {
  const browser = { origin, cookies: new Map(cookies) }
  const within = <T>(run: () => T): T => browsing.run(browser, run)
  return {
    cookies: browser.cookies,
    call: ((...args: Parameters<typeof call>) => within(() => call(...args))) as typeof call,
    callPage: (...args: Parameters<typeof callPage>) => within(() => callPage(...args)),
    fetch: (path, init) => within(() => fetch(path, init)),
    async send(method, path, body) {
      const response = await within(() =>
        fetch(path, {
          method,
          ...(body !== undefined && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        }),
      )
      const text = await response.text()
      return {
        status: response.status,
        body: text ? (JSON.parse(text) as unknown) : undefined,
        headers: response.headers,
      }
    },
  }
}
