// Starts the market sandbox on a loopback port and records its calls.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { alpacaSymbol, alpacaResponse } from './alpaca.ts'
import { massiveResponse, massiveSymbol } from './massive.ts'
import {
  type ApiResponse,
  delayOf,
  type MarketOptions,
  type ApiRequest,
  tooMany,
  simulatedError,
} from './requests.ts'

export type Call = {
  wire: 'massive' | 'alpaca'
  symbol: string
  path: string
  query: string
  atMs: number
  status: number
}
export type ListeningMarket = {
  url: string
  calls: Call[]
  /** Replaces the options. */
  set(options: MarketOptions): void
  close(): Promise<void>
}

export async function listenMarket(given: MarketOptions = {}): Promise<ListeningMarket> {
  let options = given
  const calls: Call[] = []

  function answer(apiRequest: ApiRequest): ApiResponse {
    const massive = massiveSymbol(apiRequest)
    const symbol = massive ?? alpacaSymbol(apiRequest)
    if (symbol === null) return { status: 404, body: { message: 'endpoint not found.' } }
    const wire = massive === null ? 'alpaca' : 'massive'
    const atMs = performance.now()
    const before = calls.filter((call) => call.wire === wire)
    const lately = before.filter((call) => call.status !== 429 && atMs - call.atMs < 60_000)
    const asked = before.filter((call) => call.symbol === symbol).length
    const reply =
      lately.length >= (options.callsAMinute ?? Infinity)
        ? tooMany(60)
        : (simulatedError(options.isDown ? 'DOWN' : symbol, asked) ??
          (wire === 'massive' ? massiveResponse(apiRequest, options) : alpacaResponse(apiRequest, options)))
    const { path, query } = apiRequest
    calls.push({ wire, symbol, path, query: query.toString(), atMs, status: reply.status })
    return { ...reply, afterMs: delayOf(symbol) }
  }

  const server = createServer((request, response) => {
    const { status, body, headers, afterMs = 0 } = answer(questionOf(request))
    const reply = () => {
      const isPage = typeof body === 'string'
      response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers })
      response.end(isPage ? body : JSON.stringify(body))
    }
    setTimeout(reply, afterMs)
  })
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse)
    server.listen(0, '127.0.0.1', done)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    set: (next) => (options = next),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function questionOf({ url = '/', headers }: IncomingMessage): ApiRequest {
  const { pathname, searchParams } = new URL(url, 'http://sandbox')
  return { path: pathname, query: searchParams, headers }
}
