// Reads the bodies of requests.
import type { FastifyInstance } from 'fastify'

/** Parses JSON only. An empty body counts as no body, because clients set the content type on calls without one too. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
