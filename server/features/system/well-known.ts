// Addresses under /.well-known: where to report a vulnerability, and where to change one's password.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

/** The file has to expire within a year (RFC 9116, section 2.5.5). */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

export function wellKnownRoutes(
  app: FastifyInstance,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  publicUrl: () => string,
): void {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS)
    const lines = [
      // The mailbox of RFC 2142, unless the operator has named another one.
      `Contact: ${config.securityContact ?? `mailto:security@${new URL(publicUrl()).hostname}`}`,
      `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}/.well-known/security.txt`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`)
  })

  // Password managers open it (https://w3c.github.io/webappsec-change-password-url/).
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/settings/account?dialog=change-password', 302),
  )
}
