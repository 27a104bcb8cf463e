// Finds the page for visitors with everything that a person published about a ticker in the last 12 months.
import type { Deps } from '#server/deps.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { type Found, missingPage } from './found-page.ts'
import type { Readers } from './readers.ts'
import { hasPostedAbout, listedPersonNamed } from './store.ts'

/**
 * Search engines don't list it, because the person's own page has the same signals. Missing if the person never wrote
 * about the ticker.
 */
export async function findStatementsPage(
  deps: Deps,
  readers: Readers,
  name: string,
  text: string,
): Promise<Found> {
  const ticker = normalTicker(text)
  const person = looksLikeUsername(name) ? await listedPersonNamed(deps, name) : undefined
  if (!person) return missingPage('person')
  if (!person.isShown) return 'landing'
  if (ticker === null || !(await hasPostedAbout(deps, person.id, ticker))) return missingPage('page')
  const { username } = person
  if (username !== name || ticker !== text) return { redirect: `/@${username}/${encodeURIComponent(ticker)}` }
  return {
    key: `statements ${person.id} ${ticker}`,
    version: `${person.version} ${utcDay(deps.clock.now())}`,
    status: 200,
    canonical: null,
    read: async () => ({ kind: 'statements', list: await readers.statements(username, ticker) }),
  }
}
