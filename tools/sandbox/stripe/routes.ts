// Defines and matches API routes: method, path, parameters, handler.
import type { RawObject } from './form-body.ts'
import type { Read, Reader } from './params.ts'
import type { Context } from './context.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

export type Call<P> = {
  params: P
  /** The id in the path. */
  id: string
  /** Called with the publishable key. */
  isBrowser: boolean
  /** The connected account in `Stripe-Account`. */
  account: string | null
}

export type Route = {
  method: Method
  /** Such as `/v1/customers/:id`. */
  path: string
  pattern: RegExp
  forBrowser: boolean
  run: (context: Context, raw: RawObject, call: Omit<Call<unknown>, 'params'>) => unknown
}

/** Defines a route. Parameters are read before any work. */
export function route<R extends Reader<unknown>>(
  method: Method,
  path: string,
  reader: R,
  work: (context: Context, call: Call<Read<R>>) => unknown,
  forBrowser = false,
): Route {
  return {
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]+)')}$`),
    forBrowser,
    run: (context, raw, call) => work(context, { ...call, params: reader.read(raw, '') as Read<R> }),
  }
}

export type Match = { route: Route; id: string }

export function matchRoute(routes: Route[], method: string, path: string): Match | undefined {
  for (const candidate of routes) {
    const found = candidate.method === method ? candidate.pattern.exec(path) : null
    if (found) {
      const [, id = ''] = found
      return { route: candidate, id: decoded(id) }
    }
  }
  return undefined
}

/** Returns malformed text unchanged; no id looks like that. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
