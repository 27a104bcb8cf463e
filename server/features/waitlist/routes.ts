// Calls for joining and leaving the waitlist.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import type { Serve } from '#server/http/serve.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { unsubscribe } from './unsubscribe.ts'

export function waitlistRoutes(serve: Serve, app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  const { db, clock } = deps
  serve(waitlist.join, async ({ body }) => {
    await db
      .insertInto('waitlist')
      .values({ id: clock.newId(), email: body.email, createdAt: clock.now() })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .execute()
    // The same response for a known address and a new one (spec answer 14).
    return { message: "You've been added to our waitlist" }
  })

  serve(waitlist.unsubscribe, async ({ body }) => {
    await unsubscribe(deps, body.token)
    return { message: 'You’re unsubscribed' }
  })

  serveOneClick(app, deps, limits)
}

/**
 * Mail programs post a form with `List-Unsubscribe=One-Click` to the page's address (RFC 8058). The token is in the
 * query, because they run no script.
 */
function serveOneClick(app: FastifyInstance, deps: Deps, limits: RateLimits): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    scope.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async (request, reply) => {
      limits.count(clientAddress(request))
      const { token } = request.query
      await unsubscribe(deps, typeof token === 'string' ? token : '')
      return reply.type('text/plain; charset=utf-8').send('You’re unsubscribed')
    })
  })
}
