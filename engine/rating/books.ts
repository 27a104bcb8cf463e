// An author's two books: trades that the log showed openly from the post on, and trades that were sealed at the post.
import { LAG_DAYS } from './method.ts'
import { daysBefore } from './trading-days.ts'

export type Book = 'open' | 'sealed'

/** As the log commits to it. `only` is missing in entries of version 1. */
export type LoggedTrade = {
  horizon: string | null
  only?: 'close' | null
  side: string
  tickers: readonly string[]
}
/** A buy or a sell. `index`: of its entry in the log. `time`: an ISO instant. */
export type BookTrade = { index: number; time: string; trade: LoggedTrade }
export type AuthorBook = { author: string; book: Book; trades: BookTrade[] }

/** The fields of a log entry that the rating reads, from signals and openings. */
export type LogEntry = {
  index: number
  kind: string
  time: string
  author?: string
  posted?: string
  trade?: LoggedTrade
  of?: number
}

export const recordId = ({ author, book }: Pick<AuthorBook, 'author' | 'book'>): string => `${author}/${book}`

/**
 * The books by author and book, trades in the order of the log. Sealed trades are read 91 days after the post. If one
 * that is due isn't opened, because its author is private, the whole book is left out.
 */
export function booksOf(log: readonly LogEntry[], asOf: string): AuthorBook[] {
  const opened = new Map(
    log.flatMap(({ kind, of, trade }) => (kind === 'open' && trade ? [[of, trade]] : [])),
  )
  const until = daysBefore(asOf, LAG_DAYS)
  const books = new Map<string, AuthorBook>()
  const held = new Set<string>()
  for (const entry of log.toSorted((a, b) => a.index - b.index)) {
    const { kind, index, time, author = '' } = entry
    // Nothing but our own word proves when a signal older than the log was posted.
    if (kind !== 'signal' || entry.posted !== undefined) continue
    const book: Book = entry.trade ? 'open' : 'sealed'
    if (book === 'sealed' && time.slice(0, until.length) > until) continue
    const id = recordId({ author, book })
    const trade = entry.trade ?? opened.get(index)
    if (!trade) held.add(id)
    else if (trade.side !== 'comment' && trade.tickers.length > 0) {
      const own = books.get(id) ?? { author, book, trades: [] }
      own.trades.push({ index, time, trade })
      books.set(id, own)
    }
  }
  return [...books.values()].filter((own) => !held.has(recordId(own))).toSorted(byAuthor)
}

const byAuthor = (a: AuthorBook, b: AuthorBook) =>
  a.author < b.author ? -1 : a.author > b.author ? 1 : a.book < b.book ? -1 : 1
