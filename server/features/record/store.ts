// Reads the parts of people's records that other features show.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isLongEnough } from './rank/store.ts'
import { METHOD } from '#engine/scoring/method.ts'

/** These people's public records, without sealed trades. No row for people without scored signals. */
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
