// Lists people and finds them by parts of their names (docs/decisions/0015-people-search.md).
import { sql } from 'kysely'
import type { CursorPosition } from '#server/db/page.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { peopleFor, peopleIn } from './store.ts'
import { isBlocked, isListed, viewerContext } from './visibility.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** Shorter queries only match the start of a word, because they occur inside most names. */
const ANYWHERE_FROM_CHARACTERS = 3

/**
 * How many of the newest people are scanned, which takes about as long as finding and sorting a part that is too rare
 * to fill a page from them.
 */
const NEWEST = sql.lit(10_000)
/** The largest page plus one row, which shows that there is a next page. */
const ROWS_MAX = sql.lit(PAGE_SIZE_MAX + 1)

type Search = ReturnType<typeof viewerContext> & {
  query: string
  patterns: string[]
  beforeAt: Date
  beforeId: string
  limit: number
}

/**
 * Looking up a part that most people share, such as a common beginning of usernames, takes longer than everything else.
 * So only the rarest parts are looked up: those that at most `COMMON` of a sample of people have, or the rarest of all.
 */
const SAMPLE = sql.lit(100)
const COMMON = sql.lit(5)
const PARTS_MAX = sql.lit(6)

/** The patterns of `users.names` in which a word starts with `part`. Spaces and underscores separate words. */
function patternsFor(part: string): string[] {
  const start = part.replace(/[\\%_]/g, '\\$&')
  return [`${start}%`, `%\n${start}%`, `% ${start}%`, `%\\_${start}%`]
}

/**
 * The ids of the page's people, from the newest people or, if these don't fill a page, from everybody with
 * the parts.
 */
function matching(search: Parameters<Search>, isStartOfWord: boolean) {
  const { viewerId, query, patterns, beforeAt, beforeId, limit } = search
  const part = sql`(select lower(${query}))`
  const hasPart = sql`strpos(names, ${part}) > 0`
  // With `strpos` first, a search without matches takes PostgreSQL half as long.
  const startsWord = sql`${hasPart} and names like any (array(select lower(pattern) from unnest(${patterns}::text[]) as pattern))`
  const matches = isStartOfWord ? startsWord : hasPart
  // The index has the first letters of each word, so everybody found by it matches. A separator in the query
  // needs a check.
  const matchesToo = isStartOfWord ? sql`(strpos(${part}, '_') = 0 or ${startsWord})` : hasPart
  const isAfterCursor = sql`(created_at, id) < (${beforeAt}, ${beforeId})`
  // Also applied here, so that hidden people don't leave gaps in a page.
  const isFound = sql`(${isListed('users')} and not ${isBlocked({ viewerId }, sql`id`)})`
  const newestFirst = sql`order by created_at desc, id desc limit`
  const rarestParts = sql`array(
    select part from (
      select part, people, min(people) over () as lowest
      from unnest(query_parts(${part})) as part
      cross join lateral (select count(*) as people from sample where strpos(names, part) > 0) as sampled) as parts
    where people <= greatest(lowest, ${COMMON}) order by people limit ${PARTS_MAX})`
  // `offset 0` keeps the planner from scanning everybody in order instead of looking up the parts.
  return sql<{ id: string; createdAt: Date }>`(
    with newest as materialized (
      select id, created_at
      from (select id, created_at, names from users where ${isFound} and ${isAfterCursor} ${newestFirst} ${NEWEST}) as people
      where ${matches} ${newestFirst} ${ROWS_MAX}),
    sample as materialized (select names from users where ${isListed('users')} ${newestFirst} ${SAMPLE})
    select * from newest where (select count(*) from newest) >= ${limit}
    union all (
      select * from (
        select id, created_at from users
        where (select count(*) from newest) < ${limit} and ${isFound} and ${isAfterCursor}
          and name_parts(names) @> ${rarestParts} and ${matchesToo} offset 0) as everybody
      ${newestFirst} ${ROWS_MAX}))`
}

const searchBy = (name: string, isStartOfWord: boolean) =>
  prepared(name, (db, search: Parameters<Search>) =>
    peopleIn(db, search)
      .innerJoin(matching(search, isStartOfWord).as('found'), 'found.id', 'u.id')
      .orderBy('found.createdAt', 'desc')
      .orderBy('found.id', 'desc')
      .limit(search.limit),
  )
const searchStartsOfWords = searchBy('search_starts_of_words', true)
const searchAnywhere = searchBy('search_anywhere', false)

/** Public profiles whose names match `query`, newest first. Returns up to `limit + 1` rows, for `paginate`. */
export function publicPeople(
  deps: Needs,
  viewerId: string,
  { query = '', limit, after }: { query: string | undefined; limit: number; after: CursorPosition },
) {
  const part = query.trim()
  if (part !== '') {
    const search = characters(part) < ANYWHERE_FROM_CHARACTERS ? searchStartsOfWords : searchAnywhere
    return search(deps.statements, {
      ...viewerContext(deps, viewerId),
      query: part,
      patterns: patternsFor(part),
      beforeAt: after.createdAt,
      beforeId: after.id,
      limit: limit + 1,
    })
  }
  return peopleFor(deps, viewerId)
    .where(isListed('u'))
    .where((eb) => eb(eb.refTuple('u.createdAt', 'u.id'), '<', eb.tuple(after.createdAt, after.id)))
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** The public person with exactly that username, in any case. */
export const publicPersonNamed = (deps: Needs, viewerId: string, username: string) =>
  peopleFor(deps, viewerId)
    .where(isListed('u'))
    .where(sql`lower(u.username)`, '=', username.toLowerCase())
    .executeTakeFirst()
