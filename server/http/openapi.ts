// The OpenAPI document, generated from the contract, and a page that shows it.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'

/** The body of every refusal (spec answer 31). */
const Refusal = z
  .object({ code: z.string(), message: z.string() })
  .meta({ id: 'Refusal', description: 'Why the call failed; `message` can be shown to the user.' })

const isPresent = (schema: z.ZodType) => !(schema instanceof z.ZodUndefined)
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** The schema of the response as sent. By default the generator describes the decoded values. */
function onTheWire(reply: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any' })
  return schema
}

/** The generator is loaded on the first request for the document. */
export async function openApiDocument() {
  const { createDocument } = await import('zod-openapi')
  const paths: ZodOpenApiPathsObject = {}
  for (const [tag, feature] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(feature)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(tag, name, endpoint) }
    }
  return createDocument({
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: '1', description: TAGLINE },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'signalpost_session' } },
    },
  })
}

function operation(
  tag: string,
  name: string,
  { summary, access, status, params, query, body, reply }: Endpoint,
) {
  return {
    tags: [tag],
    operationId: `${tag}_${name}`,
    summary,
    security: access === 'member' ? [{ session: [] }] : [],
    requestParams: { ...(isPresent(params) && { path: params }), ...(isPresent(query) && { query }) },
    ...(isPresent(body) && { requestBody: json(body) }),
    responses: {
      [status]: { description: 'Done', ...json(onTheWire(reply)) },
      '4XX': { description: 'Refused', ...json(Refusal) },
      '5XX': { description: 'Not possible right now', ...json(Refusal) },
    },
  }
}

/** Resolved instead of imported, because an import would load all of Swagger UI into the server. */
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

/** Served from the npm package. The page's own script starts it. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${PRODUCT_NAME} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><main id="docs"></main><script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body></html>`
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, supportedSubmitMethods: [] })`

export function serveApiDescription(app: FastifyInstance): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/api/openapi.json', async () => (document ??= openApiDocument()))
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  )
  for (const [name, type] of Object.entries(FILES))
    app.get(`/api/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(join(swaggerUi, name))),
    )
}
