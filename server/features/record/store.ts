// Reads what other features show of people's records.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isLongEnough } from './rank/store.ts'
import { METHOD } from '#engine/scoring/method.ts'

/** The records of these people that everybody may see: sealed trades aren't in them. None for people without scored signals. */
export const recordsOfPeople = ({ db }: Pick<Deps, 'db'>, userIds: readonly string[], isSample: boolean) =>
  db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .select([
      'a.userId',
      'p.firstPostedAt',
      'p.isSample',
      'p.positions',
      'p.rankedOpened',
      'p.mean',
      'p.low',
      'p.high',
      'p.worst',
    ])
    .select(isLongEnough.as('isLongEnough'))
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where(sql<boolean>`a.user_id = any(${userIds}::uuid[])`)
    .execute()
export type ShortRecordRow = Awaited<ReturnType<typeof recordsOfPeople>>[number]
