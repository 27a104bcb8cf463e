// The bell of an author: which of their signals a person gets alerts about.
import { sql } from 'kysely'
import type { z } from 'zod'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { isVisible, viewerContext, viewerFollows, viewerPays } from '#server/features/users/visibility.ts'
import type { AlertSettings, Bell } from '#shared/contracts/alerts.ts'
import { BELLS_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { type AlertEmail, type BellLevel, KINDS } from '#shared/rules/alert-kinds.ts'
import { preferencesOf } from './preferences.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** Throws `user_not_found` if the author doesn't exist or is hidden from the viewer. */
export async function bellOf(deps: Needs, viewerId: string, authorId: string): Promise<z.input<typeof Bell>> {
  if (!(await personById(deps, viewerId, authorId))) throw new Problem('user_not_found')
  const { db } = deps
  const chosen = await db
    .selectFrom('alertBells')
    .select(['level', 'push', 'email'])
    .where('personId', '=', viewerId)
    .where('authorId', '=', authorId)
    .executeTakeFirst()
  const usual = await usualOf(deps, viewerId)
  if (chosen) return { ...chosen, ...usual, isChosen: true }
  const { pays } = await tiesTo(deps, viewerId, authorId)
  return { level: pays ? 'all' : 'off', push: null, email: null, isChosen: false, ...usual }
}

async function usualOf({ db }: Pick<Needs, 'db'>, viewerId: string) {
  const preferences = await preferencesOf({ db }, viewerId)
  const { list, push, email } = preferences.find(({ kind }) => kind === 'signal') ?? KINDS.signal.usual
  const device = await db
    .selectFrom('pushDevices')
    .select('id')
    .where('personId', '=', viewerId)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return { usual: { list, push, email }, hasDevice: device !== undefined }
}

/**
 * If the bell was off, only signals posted from now on ring it. Throws like `bellOf`, and `self_bell`, and
 * `bell_needs_follow` because alerts only cover what the feed shows.
 */
export async function setBell(
  deps: Needs,
  viewerId: string,
  authorId: string,
  {
    level,
    push,
    email,
  }: { level: BellLevel; push?: boolean | null | undefined; email?: AlertEmail | null | undefined },
): Promise<z.input<typeof Bell>> {
  if (viewerId === authorId) throw new Problem('self_bell')
  const before = await bellOf(deps, viewerId, authorId)
  const { follows, pays } = await tiesTo(deps, viewerId, authorId)
  if (level !== 'off' && !follows && !pays) throw new Problem('bell_needs_follow')
  const now = deps.clock.now()
  const bell = {
    level,
    push: push === undefined ? before.push : push,
    email: email === undefined ? before.email : email,
  }
  await deps.db
    .insertInto('alertBells')
    .values({ authorId, personId: viewerId, ...bell, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['authorId', 'personId']).doUpdateSet({
        ...bell,
        ...(before.level === 'off' && { createdAt: now }),
      }),
    )
    .execute()
    .catch((error: unknown) => {
      // One of the two accounts was deleted after the check above.
      if (violatedConstraint(error) === 'alert_bells_person_id_fkey') throw new Problem('unauthorized')
      throw violatedConstraint(error) === 'alert_bells_author_id_fkey' ? new Problem('user_not_found') : error
    })
  return { ...bell, isChosen: true, usual: before.usual, hasDevice: before.hasDevice }
}

async function tiesTo(deps: Needs, viewerId: string, authorId: string) {
  const context = viewerContext(deps, viewerId)
  return await deps.db
    .selectNoFrom([viewerFollows(context, authorId).as('follows'), viewerPays(context, authorId).as('pays')])
    .executeTakeFirstOrThrow()
}

/** The authors the viewer pays or has set a bell for, if the viewer may see them. */
export async function bellsOf(
  deps: Needs,
  viewerId: string,
): Promise<z.input<typeof AlertSettings>['bells']> {
  const context = viewerContext(deps, viewerId)
  const rows = await deps.db
    .selectFrom('users as u')
    .leftJoin('alertBells as b', (join) =>
      join.onRef('b.authorId', '=', 'u.id').on('b.personId', '=', viewerId),
    )
    .select(['u.id', 'u.username', 'u.displayName', 'u.profileImageUrl', 'b.level'])
    .select((eb) => viewerPays(context, eb.ref('u.id')).as('pays'))
    .where(
      'u.id',
      'in',
      sql<string>`(select author_id from alert_bells where person_id = ${viewerId}
        union select creator_id from subscriptions where subscriber_id = ${viewerId}
        union (select following_id from follows where follower_id = ${viewerId}
          order by created_at desc limit ${sql.lit(BELLS_MAX)}))`,
    )
    .where(isVisible(context, 'u'))
    .where('u.isFormer', '=', false)
    .where('u.isCreator', '=', true)
    .orderBy('pays', 'desc')
    .orderBy('u.username')
    .limit(BELLS_MAX)
    .execute()
  return rows.map(({ level, pays, ...person }) => ({
    person,
    level: level ?? (pays ? 'all' : 'off'),
    pays,
  }))
}
