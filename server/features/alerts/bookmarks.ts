// Saved signals. Changes can be repeated.
import { sql } from 'kysely'
import { violatedConstraint } from '#server/db/open.ts'
import type { CursorPosition } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { signalById, signalsFor } from '#server/features/signals/store.ts'
import { isAuthorVisible, viewerContext } from '#server/features/users/visibility.ts'
import { BOOKMARKS_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/**
 * Throws `signal_not_found` if it doesn't exist or its author is hidden from the viewer, and `bookmarks_full`. Two
 * concurrent requests may each add one beyond the limit, which does no harm.
 */
export async function save(deps: Needs, viewerId: string, signalId: string): Promise<void> {
  if (!(await signalById(deps, viewerId, signalId))) throw new Problem('signal_not_found')
  const { db, clock } = deps
  const { count } = await db
    .selectFrom('bookmarks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('personId', '=', viewerId)
    // Saving it again changes nothing, so that is allowed with a full list, too.
    .where('signalId', '<>', signalId)
    .executeTakeFirstOrThrow()
  if (count >= BOOKMARKS_MAX) throw new Problem('bookmarks_full')
  await db
    .insertInto('bookmarks')
    .values({ personId: viewerId, signalId, createdAt: clock.now() })
    .onConflict((conflict) => conflict.columns(['personId', 'signalId']).doNothing())
    .execute()
    .catch((error: unknown) => {
      // The account was deleted in the meantime.
      throw violatedConstraint(error) === 'bookmarks_person_id_fkey' ? new Problem('unauthorized') : error
    })
}

export async function unsave({ db }: Pick<Deps, 'db'>, viewerId: string, signalId: string): Promise<void> {
  await db.deleteFrom('bookmarks').where('personId', '=', viewerId).where('signalId', '=', signalId).execute()
}

/** Newest saved first; up to `limit + 1` rows. */
export const savedBy = (deps: Needs, viewerId: string, limit: number, before: CursorPosition) => {
  const context = viewerContext(deps, viewerId)
  const rows = signalsFor(deps.db, context)
    .innerJoin('bookmarks as b', 'b.signalId', 'g.id')
    .select('b.createdAt as savedAt')
    .where('b.personId', '=', viewerId)
    .where((eb) => eb(eb.refTuple('b.createdAt', 'b.signalId'), '<', eb.tuple(before.createdAt, before.id)))
    .offset(sql.lit(0))
  return deps.db
    .selectFrom(rows.as('rows'))
    .selectAll()
    .where(isAuthorVisible(context))
    .orderBy('savedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}
