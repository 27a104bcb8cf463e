// The queue of authors whose records have to be recomputed, because their scores changed.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'

type Connection = Kysely<DB> | Transaction<DB>

/** `isPosted`: there are new signals, but no figure changed. Sorted by author, so that two calls can't deadlock. */
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
