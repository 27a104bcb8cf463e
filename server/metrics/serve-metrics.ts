// Serves `GET /metrics` on a separate port that isn't public.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Deps } from '#server/deps.ts'
import type { Metrics } from './metrics.ts'

const TEXT = 'text/plain; charset=utf-8'
const HEADERS = { 'x-content-type-options': 'nosniff' }

export type MetricsServer = {
  port: number
  close(): Promise<void>
}

/** Throws the error of `listen` if the port is in use. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { port: number; host: string },
  { log }: Pick<Deps, 'log'>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return void response
        .writeHead(404, { ...HEADERS, 'content-type': TEXT })
        .end('Only GET /metrics is here\n')
    metrics.text().then(
      ({ contentType, body }) =>
        response.writeHead(200, { ...HEADERS, 'content-type': contentType }).end(body),
      (error: unknown) => {
        log.warn({ event: 'metrics_failed', err: error }, 'the metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
