// Finds what an address shows visitors: which page, in which version, and how to read it.
import type { Deps } from '#server/deps.ts'
import { signalView } from '#server/features/signals/views.ts'
import { personById } from '#server/features/users/store.ts'
import { authorView, userView } from '#server/features/users/views.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { BOARD_FILTERS, TRADE_FILTERS, type TradeFilter } from '#shared/visitor-page.ts'
import { findStatementsPage } from './find-statements-page.ts'
import { findTickerPage } from './find-ticker-page.ts'
import { fixedPage, LISTS_MS } from './fixed-pages.ts'
import { feedsOf, type Found, type FoundPage, missingPage, ROWS } from './found-page.ts'
import type { Readers } from './readers.ts'
import { readLandingRecord } from './landing-record.ts'
import { authorOfFreeSignal, listedPersonNamed, shownAmong, signalsForVisitors } from './store.ts'

/** A filtered record reads at most this many signals. */
const FILTERED_MAX = 1000
/** The maximum number of people found, and of tickers. */
const FOUND_MAX = 10
/** The maximum number of characters in a search. */
const SEARCH_MAX = 100
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Resolves with undefined for an address of the app, and with `landing` for a person who shows their record to members
 * only.
 */
export async function findPage(
  deps: Deps,
  readers: Readers,
  path: string,
  query: URLSearchParams,
): Promise<Found> {
  const bucket = (ms: number) => String(Math.floor(deps.clock.now().getTime() / ms))
  if (path === '/discover') return discoverPage(deps, readers, query, bucket(LISTS_MS))
  if (path === '/')
    return {
      key: 'landing',
      version: bucket(LISTS_MS),
      status: 200,
      canonical: '/',
      read: async () => {
        const example = await readLandingRecord(deps, readers)
        return example ? { kind: 'landing', example } : { kind: 'missing', what: 'page' }
      },
    }
  const fixed = await fixedPage(readers, path, bucket)
  if (fixed) return fixed
  const [, first = '', second = '', ...rest] = path.split('/')
  if (first.startsWith('@')) {
    const name = decoded(first).slice(1)
    if (rest.length > 0) return missingPage('person')
    return second === ''
      ? personPage(deps, readers, name, query)
      : findStatementsPage(deps, readers, name, decoded(second))
  }
  if (rest.length > 0 || second === '' || !['s', 't'].includes(first)) return undefined
  return first === 's'
    ? signalPage(deps, readers, second)
    : findTickerPage(deps, readers, decoded(second), query, bucket(LISTS_MS))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

async function personPage(
  deps: Deps,
  readers: Readers,
  name: string,
  query: URLSearchParams,
): Promise<Found> {
  const person = looksLikeUsername(name) ? await listedPersonNamed(deps, name) : undefined
  if (!person) return missingPage('person')
  if (!person.isShown) return 'landing'
  const { username } = person
  const canonical = `/@${username}`
  const before = query.get('before') ?? undefined
  // Unknown filters are dropped, so that they can't fill the cache.
  const show = TRADE_FILTERS.find((one) => one === query.get('show')) ?? 'all'
  if (username !== name)
    return {
      redirect: before === undefined ? canonical : `${canonical}?before=${encodeURIComponent(before)}`,
    }
  const isWhole = before === undefined && show === 'all'
  return {
    key: `person ${person.id} ${show} ${before ?? ''}`,
    version: `${person.version} ${person.isRated}`,
    status: 200,
    canonical: person.isRated && isWhole ? canonical : null,
    username,
    alternates: feedsOf(`@${username}`),
    picture: `record/${username}`,
    read: async () => {
      const row = await personById(deps, STRANGER, person.id)
      if (!row) throw new Problem('user_not_found')
      const [record, weeks, list] = await Promise.all([
        readers.records.person(null, username),
        readers.records.weeks(null, username),
        readTrades(readers, username, { before, show }),
      ])
      return {
        kind: 'record',
        person: userView(row),
        record,
        weeks,
        trades: list.outcomes,
        older: list.next && `${canonical}?before=${encodeURIComponent(list.next)}`,
        isOlder: before !== undefined,
        show,
      }
    },
  }
}

async function readTrades(
  { records }: Readers,
  username: string,
  { before, show }: { before: string | undefined; show: TradeFilter },
) {
  if (show === 'all') return records.signals(null, username, { limit: ROWS, cursor: before })
  const all: Awaited<ReturnType<typeof records.signals>>['outcomes'] = []
  let cursor: string | undefined
  do {
    const page = await records.signals(null, username, { limit: PAGE_SIZE_MAX, cursor })
    all.push(...page.outcomes)
    cursor = page.next ?? undefined
  } while (cursor !== undefined && all.length < FILTERED_MAX)
  return { outcomes: all, next: null }
}

async function signalPage(deps: Deps, readers: Readers, id: string): Promise<Found> {
  const author = ID.test(id) ? await authorOfFreeSignal(deps, id) : undefined
  if (!author) return missingPage('signal')
  if (!author.isShown) return 'landing'
  if (!author.isOpen) return missingPage('signal')
  const signalId = id.toLowerCase()
  if (signalId !== id) return { redirect: `/s/${signalId}` }
  return {
    key: `signal ${signalId}`,
    version: `${author.version} ${author.isRated} ${author.signalVersion} ${author.isDelivered}`,
    status: 200,
    canonical: author.isRated ? `/s/${signalId}` : null,
    username: author.username,
    alternates: feedsOf(`@${author.username}`),
    picture: `outcome/${signalId}`,
    read: async () => {
      const [person, [signal], record, score, delivery] = await Promise.all([
        personById(deps, STRANGER, author.id),
        signalsForVisitors(deps, [signalId]),
        readers.records.person(null, author.username),
        readers.score(signalId),
        author.isDelivered ? readers.delivery(signalId) : null,
      ])
      if (!person || !signal) throw new Problem('signal_not_found')
      return {
        kind: 'signal',
        person: userView(person),
        signal: signalView(signal, STRANGER),
        record,
        score,
        delivery,
      }
    },
  }
}

function discoverPage(deps: Deps, readers: Readers, query: URLSearchParams, version: string): FoundPage {
  const filter = BOARD_FILTERS.find((one) => one === query.get('show')) ?? null
  const text = (query.get('q') ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, SEARCH_MAX)
  if (text !== '') return searchPage(deps, readers, text, version)
  return {
    key: `discover ${filter}`,
    version,
    status: 200,
    canonical: '/discover',
    picture: 'page/discover',
    read: async () => {
      const [board, newcomers] = await Promise.all([
        readers.records.board(null),
        readers.records.newcomers(null),
      ])
      return { kind: 'discover', board, newcomers, filter, found: null }
    },
  }
}

/**
 * The search page: people who show their records to visitors, and tickers, that match a part of a name. Search engines
 * don't list it.
 */
const searchPage = (deps: Deps, readers: Readers, text: string, version: string): FoundPage => ({
  key: `search ${text}`,
  version,
  status: 200,
  canonical: null,
  read: async () => {
    const [board, newcomers, people, tickers] = await Promise.all([
      readers.records.board(null),
      readers.records.newcomers(null),
      readers.people(text),
      readers.tickers.search(text, FOUND_MAX),
    ])
    const shown = await shownAmong(
      deps,
      people.map(({ id }) => id),
      FOUND_MAX,
    )
    const found = { text, people: shown.map(authorView), tickers }
    return { kind: 'discover', board, newcomers, filter: null, found }
  },
})

/** The public page behind an address of the app (`/profile/maya`, `/signal/…`), if visitors may read it. */
export async function publicPageOf(deps: Deps, path: string): Promise<{ href: string; name: string } | null> {
  const [, kind, name = '', ...rest] = path.split('/')
  if (
    kind === 'profile' &&
    looksLikeUsername(name) &&
    (rest.length === 0 || rest[0] === 'record' || rest[0] === 'statements')
  ) {
    const person = await listedPersonNamed(deps, name)
    return person?.isShown ? { href: `/@${person.username}`, name: person.username } : null
  }
  if (kind !== 'signal' || rest.length > 0 || !ID.test(name)) return null
  const author = await authorOfFreeSignal(deps, name)
  return author?.isOpen ? { href: `/s/${name.toLowerCase()}`, name: author.username } : null
}
