// The search: people from the list of public profiles, and tickers with their names.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type NamedTicker, tickers } from '#shared/contracts/tickers.ts'
import { type User, users } from '#shared/contracts/users.ts'
import { DISPLAY_NAME_MAX, SEARCH_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { nameOf } from '#shared/rules/people.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/**
 * The number of people and of tickers that are shown. More people are fetched, because the list is newest
 * first.
 */
const SHOWN = 5
const PEOPLE_ASKED = 20
/** Each search is kept for a minute: people type, delete and type again. */
const KEPT_MS = 60_000

export type Found = {
  people: User[]
  tickers: NamedTicker[]
  /** Whether the text is the symbol of the first ticker, which then comes before the people. */
  isTicker: boolean
}

/**
 * `text` is trimmed. An empty text makes no request. `data` keeps the previous results while the next ones
 * load.
 */
export const useSearchFor = (text: string) =>
  useQuery({
    queryKey: queryKeys.search(text),
    queryFn: () => find(text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
  })

async function find(text: string): Promise<Found> {
  const name = text.replace(/^@/, '')
  // No name is longer, and "$" is for tickers.
  const mayBeName = name !== '' && characters(name) <= DISPLAY_NAME_MAX && !text.startsWith('$')
  const mayBeTicker = characters(text) <= SEARCH_MAX && !text.startsWith('@')
  const [people, named] = await Promise.all([
    mayBeName ? call(users.list, { query: { query: name, limit: PEOPLE_ASKED } }) : [],
    mayBeTicker ? call(tickers.search, { query: { query: text, limit: SHOWN } }) : [],
  ])
  return {
    people: bestFirst(people, name).slice(0, SHOWN),
    tickers: named,
    isTicker: text.startsWith('$') || named[0]?.ticker === text.toUpperCase(),
  }
}

/** The whole name, then its start, then any part of it. */
function bestFirst(people: readonly User[], name: string): User[] {
  const typed = name.toLowerCase()
  const rankOf = (person: User) => {
    const names = [person.username, nameOf(person)].map((one) => one.toLowerCase())
    if (names.includes(typed)) return 0
    return names.some((one) => one.startsWith(typed)) ? 1 : 2
  }
  return people.toSorted((a, b) => rankOf(a) - rankOf(b))
}
