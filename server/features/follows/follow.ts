// Follows and unfollows a person and updates the follower's timeline. Both calls can be repeated.
import { sql } from 'kysely'
import { duePush } from '#server/alerts/due-push.ts'
import { notify } from '#server/db/notify.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { addNewest } from '#server/features/signals/timeline.ts'
import { personById } from '#server/features/users/store.ts'
import { addPolledJob } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** Throws `self_follow`, and `user_not_found` if the person doesn't exist or is hidden from the viewer. */
export async function follow(deps: Needs, viewerId: string, followingId: string): Promise<void> {
  if (viewerId === followingId) throw new Problem('self_follow')
  if (!(await personById(deps, viewerId, followingId))) throw new Problem('user_not_found')
  const { db, clock } = deps
  const now = clock.now()
  // One statement, because the followed person's counter stays locked until the commit, and others may be
  // waiting for it.
  const added = await db
    .with('added', (cte) =>
      cte
        .insertInto('follows')
        .values({ id: clock.newId(), followerId: viewerId, followingId, createdAt: now })
        .onConflict((conflict) => conflict.columns(['followerId', 'followingId']).doNothing())
        .returning('id'),
    )
    .selectFrom('added')
    .select(addPolledJob('fill_timeline', { viewerId, authorId: followingId }).as('job'))
    .executeTakeFirst()
    .catch((error: unknown) => {
      // One of the two accounts was deleted after the check above.
      if (violatedConstraint(error) === 'follows_follower_id_fkey') throw new Problem('unauthorized')
      throw violatedConstraint(error) === 'follows_following_id_fkey' ? new Problem('user_not_found') : error
    })
  // The job adds all signals. This adds the newest at once, for the next time the feed opens.
  if (!added) return
  await addNewest(deps, viewerId, followingId, 100)
  await duePush(db, now, [followingId])
  await notify(db, [followingId], 'alerts')
}

/** Does nothing if the person isn't followed or doesn't exist. */
export async function unfollow({ db }: Needs, viewerId: string, followingId: string): Promise<void> {
  await db
    .with('deleted', (cte) =>
      cte
        .deleteFrom('follows')
        .where('followerId', '=', viewerId)
        .where('followingId', '=', followingId)
        .returning('id'),
    )
    .selectFrom('deleted')
    .select(addPolledJob('tidy_timeline', { viewerId, authorId: followingId }).as('job'))
    .execute()
}

export async function isFollowing({ db }: Needs, viewerId: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follows')
    .select(sql`1`.as('one'))
    .where('followerId', '=', viewerId)
    .where('followingId', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}
