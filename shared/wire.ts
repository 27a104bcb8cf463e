// How values travel as JSON: text that can be stored, ids, instants, tickers and page sizes.
import { z } from 'zod'
import { PAGE_SIZE, PAGE_SIZE_MAX, TICKERS_MAX } from './limits.ts'
import { normalTicker } from './rules/tickers.ts'

/** Text a database can keep: no NUL and no half of a surrogate pair. `required` is said when it is missing. */
export const text = (required: string) =>
  z
    .string({
      error: ({ input }) => (input === undefined || input === null ? required : 'This must be text'),
    })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'Text contains characters we can’t store',
      abort: true,
    })

/** In small letters from here on: the same id can be written in capitals, and must compare as the same. */
export const Id = z.uuid('Not a valid id').toLowerCase()

/** An instant: ISO 8601 in UTC on the wire, a `Date` in the browser's code. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})

/** Enough of a text to recognise it by, in a message. */
const beginningOf = (long: string) => [...long.slice(0, 80).toWellFormed()].slice(0, 40).join('')

function checkedTickers(list: unknown, refuse: (message: string) => void): string[] {
  if (!Array.isArray(list)) {
    refuse('Tickers must be a JSON list of strings or null')
    return []
  }
  const tickers: string[] = []
  for (const entry of list) {
    const ticker = typeof entry === 'string' ? normalTicker(entry) : null
    if (ticker === null) {
      refuse(
        typeof entry === 'string'
          ? `"${beginningOf(entry)}" isn’t a valid ticker`
          : 'Each ticker must be text',
      )
      return []
    }
    if (!tickers.includes(ticker)) tickers.push(ticker)
  }
  if (tickers.length > TICKERS_MAX) refuse(`A signal can have at most ${TICKERS_MAX} tickers`)
  return tickers
}

/** One symbol, upper-cased (answer 26). */
export const Ticker = z.string().transform((typed, context) => {
  const ticker = normalTicker(typed)
  if (ticker !== null) return ticker
  context.issues.push({
    code: 'custom',
    message: `"${beginningOf(typed)}" isn’t a valid ticker`,
    input: typed,
  })
  return z.NEVER
})

/** Tickers of a posted signal: a JSON-encoded string, null or a plain list; checked, upper-cased, each once (answer 26). */
export const PostedTickers = z
  .union([z.string(), z.array(z.unknown()), z.null()], 'Tickers must be a JSON list of strings or null')
  .optional()
  .transform((posted, context): string[] => {
    const refuse = (message: string) => context.issues.push({ code: 'custom', message, input: posted })
    if (posted === null || posted === undefined) return []
    if (typeof posted !== 'string') return checkedTickers(posted, refuse)
    try {
      return checkedTickers(JSON.parse(posted), refuse)
    } catch {
      refuse('Tickers must be a JSON list of strings or null')
      return []
    }
  })

/** Tickers of a signal that is read: a JSON-encoded string or null on the wire, a list in the browser's code. */
export const Tickers = z.codec(z.string().nullable(), z.array(z.string()), {
  decode: (json) => (json === null ? [] : (JSON.parse(json) as string[])),
  encode: (tickers) => (tickers.length > 0 ? JSON.stringify(tickers) : null),
})

/** `?limit=` and `?cursor=` of every paged list; the next page's address comes in the `Link` header (answer 22). */
export const Paging = {
  limit: z.coerce
    .number('limit must be a whole number from 1 to 100')
    .int('limit must be a whole number from 1 to 100')
    .min(1, 'limit must be a whole number from 1 to 100')
    .max(PAGE_SIZE_MAX, 'limit must be a whole number from 1 to 100')
    .default(PAGE_SIZE),
  cursor: z.string().max(200).optional(),
}
