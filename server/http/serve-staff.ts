// Serves the calls of moderators and administrators, who need their role and a second factor.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Endpoint, Input, Wire } from '#shared/endpoint.ts'
import { FACTOR_HOURS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import type { Http, Serve } from './serve.ts'
import type { Viewer } from './session.ts'

export type Role = 'moderator' | 'administrator'
/** An administrator may do what a moderator may. */
export type ServeStaff = <E extends Endpoint & { access: 'member' }>(
  role: Role,
  endpoint: E,
  answer: (input: Input<E> & { viewer: Viewer; http: Http }) => Promise<Wire<E>>,
) => void

export const createServeStaff =
  (serve: Serve, deps: Pick<Deps, 'db' | 'clock'>): ServeStaff =>
  (role, endpoint, answer) =>
    // The types of `serve` can't see that the access of every such endpoint is `member`.
    serve(endpoint as Endpoint & { access: 'member' }, async (input) => {
      await requireRole(deps, input.viewer, role)
      return await answer(input as never)
    })

/** The person's role, and whether this session used a second factor within `FACTOR_HOURS`; null without a role. */
export async function roleOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, sid }: Pick<Viewer, 'id' | 'sid'>,
): Promise<{ role: Role; hasFactor: boolean } | null> {
  const since = new Date(clock.now().getTime() - FACTOR_HOURS * 3_600_000)
  const found = await db
    .selectFrom('moderators as m')
    .leftJoin('sessions as s', (join) => join.onRef('s.userId', '=', 'm.personId').on('s.sid', '=', sid))
    .select('m.role')
    .select(sql<boolean>`(s.factor_at > ${since}) is true`.as('hasFactor'))
    .where('m.personId', '=', id)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Throws `not_moderator`, `not_administrator`, and `factor_required` without a recent second factor in this session.
 */
async function requireRole(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'sid'>,
  role: Role,
): Promise<void> {
  const found = await roleOf(deps, viewer)
  if (!found) throw new Problem('not_moderator')
  if (role === 'administrator' && found.role !== 'administrator') throw new Problem('not_administrator')
  if (!found.hasFactor) throw new Problem('factor_required')
}
