// A person's watched tickers. Changes can be repeated.
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { WATCHLIST_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

/** Newest first. */
export async function watchedBy({ db }: Pick<Deps, 'db'>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('watchedTickers')
    .select('ticker')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('ticker')
    .execute()
  return rows.map(({ ticker }) => ticker)
}

/** Throws `watchlist_full`. Two concurrent requests may each add one beyond the limit, which does no harm. */
export async function watch({ db, clock }: Needs, userId: string, ticker: string): Promise<void> {
  const added = await db
    .insertInto('watchedTickers')
    .columns(['userId', 'ticker', 'createdAt'])
    .expression(
      db
        .selectNoFrom((eb) => [
          eb.cast<string>(eb.val(userId), 'uuid').as('userId'),
          eb.val(ticker).as('ticker'),
          eb.cast<Date>(eb.val(clock.now()), 'timestamptz').as('createdAt'),
        ])
        .where((eb) => {
          const count = eb.fn.countAll<number>().as('count')
          const watched = eb.selectFrom('watchedTickers').select(count).where('userId', '=', userId)
          return eb(watched, '<', eb.lit(WATCHLIST_MAX))
        }),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'ticker']).doNothing())
    .returning('ticker')
    .executeTakeFirst()
    .catch((error: unknown) => {
      // The account was deleted in the meantime.
      throw violatedConstraint(error) === 'watched_tickers_user_id_fkey' ? new Problem('unauthorized') : error
    })
  if (!added && !(await watchedBy({ db }, userId)).includes(ticker)) throw new Problem('watchlist_full')
}

export async function unwatch({ db }: Pick<Deps, 'db'>, userId: string, ticker: string): Promise<void> {
  await db.deleteFrom('watchedTickers').where('userId', '=', userId).where('ticker', '=', ticker).execute()
}
