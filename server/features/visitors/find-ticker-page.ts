// Finds the page of a ticker for visitors: the free signals about it, and who posted them.
import type { Deps } from '#server/deps.ts'
import { decodeCursor, FIRST_PAGE, paginate } from '#server/db/page.ts'
import { type SignalRow, tickerPage } from '#server/features/signals/store.ts'
import { excerptOf, hiddenView } from '#server/features/signals/views.ts'
import { authorView } from '#server/features/users/views.ts'
import { STRANGER, viewerContext } from '#server/features/users/visibility.ts'
import type { ListedTrade } from '#shared/visitor-page.ts'
import { signedName } from '#shared/rules/people.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { feedsOf, type Found, missingPage, ROWS } from './found-page.ts'
import type { Readers } from './readers.ts'
import { newestAbout } from './store.ts'

/** `bucket` changes as often as lists of many people are rerendered. */
export async function findTickerPage(
  deps: Deps,
  readers: Readers,
  text: string,
  query: URLSearchParams,
  bucket: string,
): Promise<Found> {
  const ticker = normalTicker(text)
  if (ticker === null) return missingPage('ticker')
  const [name, newest] = await Promise.all([readers.tickers.nameOf(ticker), newestAbout(deps, ticker)])
  if (name === undefined && !newest?.at) return missingPage('ticker')
  if (ticker !== text) return { redirect: `/t/${encodeURIComponent(ticker)}` }
  const before = query.get('before') ?? undefined
  return {
    key: `ticker ${ticker} ${before ?? ''}`,
    version: `${newest?.at?.toISOString() ?? ''} ${newest?.isFound ?? false} ${bucket}`,
    status: 200,
    canonical: newest?.isFound && before === undefined ? `/t/${encodeURIComponent(ticker)}` : null,
    alternates: feedsOf(`t/${encodeURIComponent(ticker)}`),
    picture: `ticker/${encodeURIComponent(ticker)}`,
    read: async () => {
      const after = before === undefined ? FIRST_PAGE : decodeCursor(before)
      const [calls, prices, found] = await Promise.all([
        readers.tickers.calls(STRANGER, ticker),
        // Prices of a ticker that nobody wrote about aren't fetched, because the visitor may be a crawler.
        deps.config.showsPrices && newest?.at ? readers.tickers.prices(ticker) : null,
        tickerPage(deps.statements, {
          ...viewerContext(deps, STRANGER),
          ticker,
          beforeAt: after.createdAt,
          beforeId: after.id,
          limit: ROWS + 1,
        }),
      ])
      const { rows, next } = paginate(found, ROWS)
      const outcomes = await readers.outcomes(rows.map(({ id }) => id))
      return {
        kind: 'ticker',
        ticker: { ticker, name: name ?? ticker },
        calls,
        prices,
        trades: tradesOf(rows, outcomes),
        older: next && `/t/${encodeURIComponent(ticker)}?before=${encodeURIComponent(next)}`,
        isOlder: before !== undefined,
        isSample: deps.market.isSample,
      }
    },
  }
}

/** Each free signal with its author. Those that aren't scored have no outcome yet. */
function tradesOf(
  rows: readonly SignalRow[],
  outcomes: Awaited<ReturnType<Readers['outcomes']>>,
): ListedTrade[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.signalId, outcome]))
  return rows.flatMap((row) => {
    const outcome = byId.get(row.id)
    return outcome
      ? [
          {
            ...outcome,
            by: signedName(authorView({ ...row, id: row.userId })),
            ...(hiddenView(row) ?? { excerpt: excerptOf(row.content) }),
          },
        ]
      : []
  })
}
