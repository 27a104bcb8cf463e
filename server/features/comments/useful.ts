// "Useful" votes: at most one per person and signal. They affect no ranking.
import { sql } from 'kysely'
import { duePush } from '#server/alerts/due-push.ts'
import { notify } from '#server/db/notify.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { Problem } from '#shared/problems.ts'
import { isNewAccount } from './rules.ts'
import { signalOfThread } from './store.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/**
 * Can be repeated. Throws `signal_not_found`, `signal_locked`, `own_useful`, `useful_email` without a verified email,
 * and `useful_age` in an account's first week.
 */
export async function findUseful(deps: Needs, viewerId: string, signalId: string): Promise<void> {
  const { db, clock } = deps
  const signal = await signalOfThread(deps, viewerId, signalId)
  if (signal.userId === viewerId) throw new Problem('own_useful')
  const viewer = await db
    .selectFrom('users')
    .select(['createdAt', 'emailVerifiedAt'])
    .where('id', '=', viewerId)
    .executeTakeFirst()
  if (!viewer) throw new Problem('unauthorized')
  const now = clock.now()
  if (viewer.emailVerifiedAt === null) throw new Problem('useful_email')
  if (isNewAccount(viewer.createdAt, now)) throw new Problem('useful_age')
  await db
    .transaction()
    .execute(async (trx) => {
      const added = await trx
        .insertInto('useful')
        .values({ personId: viewerId, signalId, authorId: signal.userId, createdAt: now })
        .onConflict((conflict) => conflict.columns(['personId', 'signalId']).doNothing())
        .returning(sql<boolean>`true`.as('isNew'))
        .executeTakeFirst()
      if (!added) return
      await duePush(trx, now, [signal.userId])
      await notify(trx, [signal.userId], 'alerts')
    })
    .catch((error: unknown) => {
      // The account was deleted in the meantime.
      throw violatedConstraint(error) === 'useful_person_id_fkey' ? new Problem('unauthorized') : error
    })
}

/** Also works for a signal that the viewer can no longer see. Can be repeated. */
export async function takeBackUseful(
  { db }: Pick<Deps, 'db'>,
  viewerId: string,
  signalId: string,
): Promise<void> {
  await db.deleteFrom('useful').where('personId', '=', viewerId).where('signalId', '=', signalId).execute()
}
