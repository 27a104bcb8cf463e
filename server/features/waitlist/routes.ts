// Calls for joining and leaving the waitlist, and for the links that stop an email.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import type { Serve } from '#server/http/serve.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Stops emails about alerts; false for a token of another kind. Passed in because it changes their tables. */
type StopAlertEmails = (token: string) => Promise<boolean>

export function waitlistRoutes(
  serve: Serve,
  app: FastifyInstance,
  deps: Deps,
  limits: RateLimits,
  stopAlertEmails: StopAlertEmails,
): void {
  const stop = async (token: string) => {
    if (!(await stopAlertEmails(token))) await unsubscribe(deps, token)
  }

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
    await stop(body.token)
    return { message: 'You’re unsubscribed' }
  })

  serveOneClick(app, limits, stop)
}

/**
 * Mail programs post a form with `List-Unsubscribe=One-Click` to the page's address (RFC 8058). The token is in the
 * query, because they run no script.
 */
function serveOneClick(
  app: FastifyInstance,
  limits: RateLimits,
  stop: (token: string) => Promise<void>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    scope.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async (request, reply) => {
      limits.count(clientAddress(request))
      const { token } = request.query
      await stop(typeof token === 'string' ? token : '')
      return reply.type('text/plain; charset=utf-8').send('You’re unsubscribed')
    })
  })
}
