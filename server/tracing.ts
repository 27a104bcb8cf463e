// Sends traces of requests and their queries to an OpenTelemetry collector. Loaded only with
// OTEL_EXPORTER_OTLP_ENDPOINT.
import { createRequire } from 'node:module'
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import { routeOf } from './http/access-log.ts'

export type Tracing = {
  /** Names each request's span after its route. Call this before the server listens. */
  nameRequests(app: FastifyInstance): void
  /** Sends the remaining spans. Never throws. */
  stop(): Promise<void>
}

/**
 * Starts tracing, before the first connection to the database. Addresses, headers and statement values are never sent,
 * because they can contain secrets. Calls to other services have no spans, because SnapTrade's URLs contain a secret. A
 * request continues its caller's trace only if the caller is the trusted proxy.
 */
export function startTracing({ tracesUrl, trustProxy }: { tracesUrl: string; trustProxy: boolean }): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'signalpost' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: tracesUrl }))],
  })
  provider.register(trustProxy ? {} : { propagator: null })
  const hidden = ['url.path', 'url.query', 'user_agent.original', 'client.address', 'network.peer.address']
  const hide = Object.fromEntries(hidden.map((name) => [name, '']))
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        startIncomingSpanHook: () => hide,
      }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  })
  // The instrumentation patches both modules in place on the next `require`, although they were already imported.
  const require = createRequire(import.meta.url)
  require('node:http')
  require('pg')
  return {
    nameRequests(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const route = routeOf(request)
        trace.getActiveSpan()?.updateName(`${request.method} ${route}`).setAttribute('http.route', route)
        done()
      })
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}
