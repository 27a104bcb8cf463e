// Pauses selling and renewals of creators who haven't posted a premium signal for a long time, so that nobody pays for
// silence.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isForSubscribers } from '#server/features/users/visibility.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { emailOnce } from '../notices/email-once.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

const DAY_MS = 86_400_000

/** The days of silence after which a creator gets a warning (60 of 90), and the days that are left then. */
export function silenceDays(pauseAfterDays: number): { warnAfter: number; left: number } {
  const warnAfter = Math.floor((pauseAfterDays * 2) / 3)
  return { warnAfter, left: pauseAfterDays - warnAfter }
}

/**
 * Hourly: warns creators who have been silent for a long time, pauses those who were warned long enough ago, and
 * resumes those who have posted since. With `PAUSE_SILENT_AFTER_DAYS=0`, nobody is paused and everybody resumes.
 */
export async function sweepSilentCreators(deps: Needs): Promise<void> {
  const { db, clock, config } = deps
  const now = clock.now()
  const over = await silenceOver(deps).execute()
  for (const { id } of over) await endSilence(deps, id)
  if (config.pauseSilentAfterDays === 0) return
  const { warnAfter, left } = silenceDays(config.pauseSilentAfterDays)
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  for (const { id, since } of await silentSince(deps, before(warnAfter)).execute())
    await db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('silentCreators')
        .values({ creatorId: id, since, warnedAt: now, pausedAt: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (added.numInsertedOrUpdatedRows === 0n) return
      const pausesAt = new Date(now.getTime() + left * DAY_MS).toISOString()
      const data = { since: since.toISOString(), pausesAt }
      await emailOnce(trx, clock, {
        userId: id,
        name: 'creatorSilent',
        cause: `warned ${since.toISOString()}`,
        data,
      })
    })
  const due = await db
    .selectFrom('silentCreators')
    .select('creatorId')
    .where('pausedAt', 'is', null)
    .where('warnedAt', '<=', before(left))
    .execute()
  for (const { creatorId } of due)
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('silentCreators')
        .set({ pausedAt: now })
        .where('creatorId', '=', creatorId)
        .where('pausedAt', 'is', null)
        .returning('since')
        .executeTakeFirst()
      if (!row) return
      const since = row.since.toISOString()
      await emailOnce(trx, clock, {
        userId: creatorId,
        name: 'creatorSilent',
        cause: `paused ${since}`,
        data: { since, pausesAt: null },
      })
      await enqueue(trx, 'enqueue_pauses', { creatorId })
    })
}

/**
 * Called after a premium signal: renewals that were paused because of the silence resume, unless another reason
 * remains.
 */
export async function endSilence({ db }: Pick<Deps, 'db'>, creatorId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('silentCreators')
      .where('creatorId', '=', creatorId)
      .returning('pausedAt')
      .executeTakeFirst()
    if (row?.pausedAt) await enqueue(trx, 'enqueue_pauses', { creatorId })
  })
}

/** A creator's last premium signal that wasn't withdrawn, for a row of `users as u`. */
const lastPremium = sql<Date | null>`(select max(g.created_at) from signals g
  where g.user_id = u.id and ${isForSubscribers('g')} and g.withdrawn_at is null)`

/** Creators with a price who have been silent since before `limit` and haven't been warned yet. */
const silentSince = ({ db }: Pick<Deps, 'db'>, limit: Date) => {
  // The silence begins with the creator plan at the earliest.
  const began = sql<Date | null>`(select max(p.created_at) from creator_plans p
    where p.user_id = u.id and p.status not in ('incomplete', 'incomplete_expired'))`
  const since = sql<Date>`greatest(${lastPremium}, coalesce(${began}, u.created_at))`
  return db
    .selectFrom('users as u')
    .select(['u.id', since.as('since')])
    .where('u.isCreator', '=', true)
    .where('u.stripePriceId', 'is not', null)
    .where('u.deletionRequestedAt', 'is', null)
    .where(since, '<=', limit)
    .where(sql<boolean>`not exists (select from silent_creators s where s.creator_id = u.id)`)
}

/** Creators who have posted since the warning or no longer sell; all of them if the setting is 0. */
const silenceOver = ({ db, config }: Needs) =>
  db
    .selectFrom('silentCreators as s')
    .innerJoin('users as u', 'u.id', 's.creatorId')
    .select('u.id')
    .where((eb) =>
      eb.or([
        sql<boolean>`${config.pauseSilentAfterDays} = 0`,
        eb('u.isCreator', '=', false),
        sql<boolean>`${lastPremium} > s.since`,
      ]),
    )
