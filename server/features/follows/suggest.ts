// Suggests people to follow, by their records, with the tickers on the viewer's watch list that they post about.
import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { POSITIONS_WITH_FIGURES } from '#engine/scoring/ranking/per-position.ts'
import { METHOD } from '#engine/scoring/method.ts'
import type { Deps } from '#server/deps.ts'
import { AUTHOR_COLUMNS, prefixed } from '#server/features/signals/store.ts'
import { authorView } from '#server/features/users/views.ts'
import { isBlocked, isListed, isTradeUncounted, viewerFollows } from '#server/features/users/visibility.ts'
import type { SuggestedPerson } from '#shared/contracts/follows.ts'
import { utcDay } from '#shared/rules/dates.ts'

const SHOWN = 5
const OF_ONE_LABEL_MAX = 2
/** How many of the best rated records are considered, and of the unrated people who posted last. */
const [RATED_MAX, UNRATED_MAX] = [100, 100]
const TICKERS_MAX = 50

/** How long the authors with the best records are cached, once there are many. */
const REMEMBERED_MS = 60_000

type Needs = Pick<Deps, 'db' | 'market' | 'clock'>
const LABELS = ['likely_skill', 'could_be_luck', 'not_rated'] as const
type Label = (typeof LABELS)[number]
type Suggest = (viewerId: string) => Promise<z.input<typeof SuggestedPerson>[]>

/** Returns a function that suggests up to five people to a viewer. */
export function suggestions(deps: Needs): Suggest {
  const authors = rememberedAuthors(deps)
  return async (viewerId) =>
    mixed(await candidates(deps, viewerId, await authors())).map((row) => ({
      author: authorView(row),
      hasPrice: row.hasPrice,
      isSample: row.isSample,
      label: labelOf(row),
      trades: row.trades ?? 0,
      since: utcDay(row.firstPostedAt),
      calls: row.calls,
      ...resultsOf(row),
      lead:
        row.isRated && row.mean !== null && row.low !== null && row.high !== null
          ? {
              mean: row.mean,
              low: row.low,
              high: row.high,
              yearly: row.isYearly ?? false,
              days: row.days ?? 0,
            }
          : null,
    }))
}

/** Finding the best authors reads every record, so they are cached for a minute if there are many records. */
function rememberedAuthors(deps: Needs): () => Promise<readonly string[]> {
  let remembered: { authors: readonly string[]; until: number } | undefined
  return async () => {
    const now = deps.clock.now().getTime()
    if (remembered && now < remembered.until) return remembered.authors
    const [rated, unrated] = await Promise.all([bestRated(deps), lastUnrated(deps)])
    const authors = [...new Set([...rated, ...unrated].map(({ author }) => author))]
    const isFull = rated.length === RATED_MAX || unrated.length === UNRATED_MAX
    remembered = isFull ? { authors, until: now + REMEMBERED_MS } : undefined
    return authors
  }
}

/** Records that are public and haven't ended. */
const running = (isSample: boolean) =>
  sql<SqlBool>`not r.is_early and r.is_sample = ${isSample} and r.ended_on is null`

const bestRated = ({ db, market: { isSample } }: Needs) =>
  db
    .selectFrom('recordRatings as r')
    .innerJoin('recordAuthors as a', 'a.author', 'r.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select('r.author')
    .where(running(isSample))
    .where('r.isRated', '=', true)
    .where(isListed('u'))
    .orderBy('r.isLikelySkill', 'desc')
    .orderBy('r.lowYear', 'desc')
    .limit(RATED_MAX)
    .execute()

const lastUnrated = ({ db, market: { isSample } }: Needs) =>
  db
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select('p.author')
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where('p.opened', '>', 0)
    .where(isListed('u'))
    .where(
      sql<SqlBool>`not exists (select from record_ratings r
        where r.author = p.author and not r.is_early and (r.is_rated or r.ended_on is not null))`,
    )
    .orderBy('p.lastPostedAt', 'desc')
    .limit(UNRATED_MAX)
    .execute()

type Row = Awaited<ReturnType<typeof candidates>>[number]

/** No results below a minimum number of trades, because they would reveal single trades. */
const resultsOf = ({ worst, wins, scored }: Pick<Row, 'worst' | 'wins' | 'scored'>) =>
  scored !== null && wins !== null && scored >= POSITIONS_WITH_FIGURES
    ? { worst, ahead: wins, behind: scored - wins }
    : { worst: null, ahead: null, behind: null }

const labelOf = ({ isRated, isLikelySkill }: Pick<Row, 'isRated' | 'isLikelySkill'>): Label =>
  !isRated ? 'not_rated' : isLikelySkill ? 'likely_skill' : 'could_be_luck'

/**
 * Prefers people who post about one of the viewer's tickers. At most two people per label, unless there are too few
 * others.
 */
function mixed(rows: readonly Row[]): Row[] {
  const callersFirst = rows.toSorted((a, b) => Number(b.calls.length > 0) - Number(a.calls.length > 0))
  const byLabel = Map.groupBy(callersFirst, labelOf)
  const few = LABELS.flatMap((label) => byLabel.get(label)?.slice(0, OF_ONE_LABEL_MAX) ?? [])
  const rest = callersFirst.filter((row) => !few.includes(row))
  const chosen = [...few, ...rest].slice(0, SHOWN)
  return rows.filter((row) => chosen.includes(row))
}

/**
 * These authors, ordered by label and then by the lower bound of their result; unrated people by their first signal.
 * Never by followers.
 */
const candidates = ({ db, market: { isSample } }: Needs, viewerId: string, authors: readonly string[]) =>
  db
    .with('rated', (cte) =>
      cte
        .selectFrom('recordRatings as r')
        .distinctOn('author')
        .select(['author', 'book', 'trades', 'mean', 'low', 'high', 'lowYear', 'isYearly', 'days'])
        .select(['isRated', 'isLikelySkill', 'endedOn'])
        .where(sql<SqlBool>`r.author = any(${authors}::uuid[])`)
        .where('isEarly', '=', false)
        .where('isSample', '=', isSample)
        .orderBy('author')
        .orderBy('isRated', 'desc')
        // Prefers a record that hasn't ended, and the open book to the subscribers' book.
        .orderBy(sql`ended_on is not null`)
        .orderBy('book'),
    )
    .selectFrom('recordPeople as p')
    .innerJoin('recordAuthors as a', 'a.author', 'p.author')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .leftJoin('rated as r', 'r.author', 'p.author')
    .leftJoin('recordTradeFigures as f', (join) =>
      join
        .onRef('f.author', '=', 'p.author')
        .on('f.book', '=', sql<string>`coalesce(r.book, 'open')`)
        .on('f.isEarly', '=', false),
    )
    .select(['u.id', ...prefixed('u', AUTHOR_COLUMNS), 'p.firstPostedAt'])
    .select(['f.worst', 'f.wins', 'f.scored', 'p.isSample', 'r.trades', 'r.mean', 'r.low', 'r.high'])
    .select(['r.isYearly', 'r.days', 'r.isLikelySkill'])
    .select((eb) => [
      eb.fn.coalesce('r.isRated', sql.lit(false)).as('isRated'),
      eb('u.stripePriceId', 'is not', null).$castTo<boolean>().as('hasPrice'),
      sql<string[]>`array(
        select w.ticker from (select ticker from watched_tickers where user_id = ${viewerId}
            order by created_at desc limit ${TICKERS_MAX}) w
         where exists (select from record_scores c join signals g on g.id = c.signal_id
           left join record_trades t on t.signal_id = c.signal_id
           where c.ticker = w.ticker and c.author = p.author and c.method = ${METHOD} and c.status <> 'unscored'
             and not ${isTradeUncounted('g', 't')})
         order by w.ticker)`.as('calls'),
    ])
    .where(sql<SqlBool>`p.author = any(${authors}::uuid[])`)
    .where('p.method', '=', METHOD)
    .where('p.isSample', '=', isSample)
    .where('p.opened', '>', 0)
    .where('r.endedOn', 'is', null)
    .where('u.id', '<>', viewerId)
    .where(isListed('u'))
    .where((eb) => eb.not(viewerFollows({ viewerId }, eb.ref('u.id'))))
    .where((eb) => eb.not(isBlocked({ viewerId }, eb.ref('u.id'))))
    .orderBy('isRated', 'desc')
    .orderBy(sql`r.is_likely_skill desc nulls last`)
    .orderBy(sql`r.low_year desc nulls last`)
    .orderBy('p.firstPostedAt')
    .orderBy('u.id')
    .execute()
