// Mutes a person, a ticker or a word, and removes mutes. Both can be repeated.
import { violatedConstraint } from '#server/db/open.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import type { NewMute } from '#shared/contracts/safety.ts'
import { MUTES_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/**
 * Returns the mute's id. Throws `self_mute`, `mute_ended`, `mutes_full`, and `user_not_found` if the person doesn't
 * exist or is hidden from the viewer. Two concurrent requests may each add one beyond the limit, which does no harm.
 */
export async function mute(deps: Needs, viewerId: string, { kind, value, until }: NewMute): Promise<string> {
  const { db, clock } = deps
  const now = clock.now()
  if (until !== null && until <= now) throw new Problem('mute_ended')
  if (kind === 'person' && value === viewerId) throw new Problem('self_mute')
  if (kind === 'person' && !(await personById(deps, viewerId, value))) throw new Problem('user_not_found')
  return await db
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('mutes').where('personId', '=', viewerId).where('until', '<=', now).execute()
      const { id } = await trx
        .insertInto('mutes')
        .values({ id: clock.newId(), personId: viewerId, kind, value, until, createdAt: now })
        .onConflict((conflict) => conflict.columns(['personId', 'kind', 'value']).doUpdateSet({ until }))
        .returning('id')
        .executeTakeFirstOrThrow()
      const { count } = await trx
        .selectFrom('mutes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('personId', '=', viewerId)
        .executeTakeFirstOrThrow()
      if (count > MUTES_MAX) throw new Problem('mutes_full')
      await notify(trx, [viewerId], 'signals')
      return id
    })
    .catch((error: unknown) => {
      // One of the two accounts was deleted after the check above.
      if (violatedConstraint(error) === 'mutes_person_id_fkey') throw new Problem('unauthorized')
      throw violatedConstraint(error) === 'mutes_muted_person_id_fkey' ? new Problem('user_not_found') : error
    })
}

export async function unmute({ db }: Pick<Deps, 'db'>, viewerId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('mutes').where('personId', '=', viewerId).where('id', '=', id).execute()
    await notify(trx, [viewerId], 'signals')
  })
}
