// Which authors' records must be calculated again, and calculating them one after the other.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { DB } from '#server/db/tables.ts'
import { METHOD } from '../score/method.ts'
import { computeRecord, countAgain } from './compute-record.ts'
import { type GrowthReader, newestDay } from './read-growth.ts'

type Connection = Kysely<DB> | Transaction<DB>

/** `isPosted`: there are new signals, and no figure changed. Always in the order of the authors, so that two calls can't deadlock. */
export async function enqueueRankings(
  db: Connection,
  authors: readonly string[],
  { since, isPosted }: { since: Date; isPosted: boolean },
): Promise<void> {
  if (authors.length === 0) return
  await sql`
    insert into record_rankings_due as due (author, since, is_posted)
    select author, ${since}::timestamptz, ${isPosted}::boolean from unnest(${authors.toSorted()}::uuid[]) author
    on conflict (author) do update set since = excluded.since, is_posted = due.is_posted and excluded.is_posted
      where due.since <> excluded.since or due.is_posted > excluded.is_posted`.execute(db)
}

/** Makes all authors due whose figures lack the newest close, also those without a new score: quiet days count too. */
export async function sweepRankings({
  db,
  clock,
  market,
}: Pick<Deps, 'db' | 'clock' | 'market'>): Promise<boolean> {
  const newest = await newestDay(db, market.isSample)
  if (newest === null) return false
  const { rows } = await sql<{ author: string }>`select author from record_people
    where method = ${METHOD} and as_of is distinct from ${newest}::date`.execute(db)
  const authors = rows.map(({ author }) => author)
  await enqueueRankings(db, authors, { since: clock.now(), isPosted: false })
  return authors.length > 0
}

/**
 * Calculates the records that have been due longest, at most that many. An author stays due until the record is saved. Returns how
 * many there were.
 */
export async function rankDue(
  deps: Pick<Deps, 'db' | 'clock' | 'market'>,
  { max, onlyPosted = false, readGrowth }: { max: number; onlyPosted?: boolean; readGrowth?: GrowthReader },
): Promise<number> {
  const { db } = deps
  const { rows } = await sql<{ author: string; since: string; isPosted: boolean }>`
    select author, since::text, is_posted from record_rankings_due where is_posted or not ${onlyPosted}::boolean
     order by since, author limit ${max}`.execute(db)
  for (const { author, since, isPosted } of rows) {
    if (!isPosted || !(await countAgain(deps, author))) await computeRecord(deps, author, readGrowth)
    // What became due again meanwhile stays.
    await sql`delete from record_rankings_due where author = ${author} and since = ${since}::timestamptz
      and is_posted = ${isPosted}`.execute(db)
  }
  return rows.length
}
