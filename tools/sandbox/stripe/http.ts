// Reads HTTP requests and writes responses, subject to a fault.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './faults.ts'
import type { ApiResponse, ApiRequest } from './handle-request.ts'

const LARGEST_BODY = 1_000_000

export function send(response: ServerResponse, reply: ApiResponse, fault: Fault | null = null): void {
  if (fault?.how === 'cut-after') {
    response.destroy()
    return
  }
  if (fault?.how === 'silence' || response.destroyed) return
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    // Browsers call Stripe from other origins.
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    ...reply.headers,
  })
  response.end(reply.body)
}

/** Null if the body is too large. Drops the mount path before `/v1`, `/v2` and `/pages`. */
export async function readRequest(request: IncomingMessage): Promise<ApiRequest | null> {
  const [whole = '', query = ''] = (request.url ?? '/').split('?', 2)
  const path = /\/(?:v1|v2|pages)\/.*$/.exec(whole)?.[0] ?? whole
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST_BODY) return null
    parts.push(part)
  }
  return {
    method: request.method ?? 'GET',
    path,
    query,
    body: Buffer.concat(parts).toString('utf8'),
    request,
  }
}
