// The list of what a person published about a ticker, as JSON and as a CSV file. Open to visitors.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import type { Serve } from '#server/http/serve.ts'
import { viewerOf } from '#server/http/session.ts'
import { statements, Statements, STATEMENTS_FILE } from '#shared/contracts/statements.ts'
import { STATEMENTS_FILE_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { readStatements } from './read-statements.ts'
import { statementsCsv } from './statements-csv.ts'

export function statementRoutes(
  serve: Serve,
  app: FastifyInstance,
  deps: Deps,
  limits: RateLimits,
  publicUrl: () => string,
): void {
  serve(statements.about, async ({ viewer, params }) => readStatements(deps, viewer?.id ?? STRANGER, params))

  app.get<{ Params: { username: string; ticker: string } }>(STATEMENTS_FILE, async (request, reply) => {
    const viewer = await viewerOf(deps, request, reply)
    limits.count(viewer?.id ?? clientAddress(request))
    const params = statements.about.params.safeParse(request.params)
    if (!params.success)
      throw new Problem('invalid', { message: params.error.issues[0]?.message ?? 'Not valid' })
    const asked = { ...params.data, max: STATEMENTS_FILE_MAX }
    const list = await readStatements(deps, viewer?.id ?? STRANGER, asked)
    const name = `${list.author.username}-${list.ticker.replaceAll(/[^A-Z0-9]/g, '_')}-${list.until}.csv`
    return await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('x-robots-tag', 'noindex')
      .send(statementsCsv(Statements.parse(list), publicUrl()))
  })
}
