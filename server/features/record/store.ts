// Reads the parts of people's records that other features show.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { METHOD } from '#engine/scoring/method.ts'

/**
 * These people's records as everybody sees them. Of two rated books the one with the better lead comes last. No row for
 * people without scored signals.
 */
export const recordsOfPeople = ({ db }: Pick<Deps, 'db'>, userIds: readonly string[], isSample: boolean) =>
  db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .leftJoin('recordRatings as r', (join) =>
      join.onRef('r.author', '=', 'p.author').on('r.isEarly', '=', false).on('r.isSample', '=', isSample),
    )
    .select(['a.userId', 'p.firstPostedAt', 'p.isSample', 'p.positions', 'p.worst'])
    .select(['r.book', 'r.trades', 'r.mean', 'r.low', 'r.high', 'r.isYearly', 'r.days', 'r.isRated'])
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where(sql<boolean>`a.user_id = any(${userIds}::uuid[])`)
    .orderBy(sql`r.is_rated nulls first`)
    .orderBy(sql`r.p desc nulls first`)
    .execute()
export type ShortRecordRow = Awaited<ReturnType<typeof recordsOfPeople>>[number]
