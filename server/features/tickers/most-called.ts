// The tickers that the most people posted calls about in the last month, based on signals that everybody may read.
import { isTicker } from '#engine/market/prices.ts'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isOpenToAll } from '#server/features/users/visibility.ts'

const MONTH_MS = 30 * 86_400_000
/** The newest signals of the month that are counted, so that the query takes equally long on any installation. */
const COUNTED_MAX = 2000
const TICKERS_MAX = 50

/** Ordered by the number of people instead of signals, so that nobody can push a ticker alone. */
export async function mostCalled({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const since = new Date(clock.now().getTime() - MONTH_MS)
  const { rows } = await sql<{ ticker: string }>`
    with newest as (
      select g.user_id, g.tickers from signals g join users u on u.id = g.user_id
       where g.created_at > ${since} and g.signal_type <> 'comment' and g.tickers is not null
         and g.withdrawn_at is null and g.removed_for is null and g.hidden_at is null and ${isOpenToAll('g', 'u')}
       order by g.created_at desc, g.id desc limit ${COUNTED_MAX}
    )
    select ticker from newest cross join lateral jsonb_array_elements_text(tickers::jsonb) as ticker
     group by ticker order by count(distinct user_id) desc, count(*) desc, ticker limit ${TICKERS_MAX}`.execute(
    db,
  )
  // Keeps only tickers that are scored.
  return rows.map(({ ticker }) => ticker).filter(isTicker)
}
