// How values are encoded as JSON: storable text, ids, instants, calendar days, tickers and paging.
import { z } from 'zod'
import { instantCodec, tickersCodec } from './codecs.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, TICKERS_MAX } from './limits.ts'
import { faultOf } from './rules/readable-text.ts'
import { normalTicker } from './rules/tickers.ts'

/** Text that PostgreSQL can store: no NUL and no unpaired surrogate. `required` is the message if it is missing. */
export const text = (required: string) =>
  z
    .string({
      error: ({ input }) => (input === undefined || input === null ? required : 'This must be text'),
    })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'Text contains characters we can’t store',
      abort: true,
    })

/** Adds the checks for a text that others read (`faultOf`). `name` begins the message, such as "Bio". */
export const readable = (schema: z.ZodString, name: string, { hasLines = false } = {}) =>
  schema.superRefine((value, context) => {
    const fault = faultOf(value, { hasLines })
    if (fault !== null) context.addIssue({ code: 'custom', message: `${name} ${fault}` })
  })

/** Lowercased, because the same UUID can be written in capitals and must compare as equal. */
export const Id = z.uuid('Not a valid id').toLowerCase()

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.string()

/** An instant: ISO 8601 in UTC as JSON, a `Date` in the browser's code. */
export const Instant = z.codec(z.iso.datetime(), z.date(), instantCodec)

/** The beginning of a text, for an error message. */
const excerptOf = (long: string) => [...long.slice(0, 80).toWellFormed()].slice(0, 40).join('')

function validateTickers(list: unknown, refuse: (message: string) => void): string[] {
  if (!Array.isArray(list)) {
    refuse('Tickers must be a JSON list of strings or null')
    return []
  }
  const tickers: string[] = []
  for (const entry of list) {
    const ticker = typeof entry === 'string' ? normalTicker(entry) : null
    if (ticker === null) {
      refuse(
        typeof entry === 'string' ? `"${excerptOf(entry)}" isn’t a valid ticker` : 'Each ticker must be text',
      )
      return []
    }
    if (!tickers.includes(ticker)) tickers.push(ticker)
  }
  if (tickers.length > TICKERS_MAX) refuse(`A signal can have at most ${TICKERS_MAX} tickers`)
  return tickers
}

/** One ticker, uppercased (spec answer 26). */
export const Ticker = z.string().transform((typed, context) => {
  const ticker = normalTicker(typed)
  if (ticker !== null) return ticker
  context.issues.push({
    code: 'custom',
    message: `"${excerptOf(typed)}" isn’t a valid ticker`,
    input: typed,
  })
  return z.NEVER
})

/**
 * The tickers of a new signal: a JSON-encoded string, null or a list. Validated, uppercased, without duplicates (spec
 * answer 26).
 */
export const PostedTickers = z
  .union([z.string(), z.array(z.unknown()), z.null()], 'Tickers must be a JSON list of strings or null')
  .optional()
  .transform((posted, context): string[] => {
    const refuse = (message: string) => context.issues.push({ code: 'custom', message, input: posted })
    if (posted === null || posted === undefined) return []
    if (typeof posted !== 'string') return validateTickers(posted, refuse)
    try {
      return validateTickers(JSON.parse(posted), refuse)
    } catch {
      refuse('Tickers must be a JSON list of strings or null')
      return []
    }
  })

/** The tickers of a signal: a JSON-encoded string or null as JSON, a list in the browser's code. */
export const Tickers = z.codec(z.string().nullable(), z.array(z.string()), tickersCodec)

/** `?limit=` and `?cursor=` of every paged list. The URL of the next page is in the `Link` header (spec answer 22). */
export const Paging = {
  limit: z.coerce
    .number('limit must be a whole number from 1 to 100')
    .int('limit must be a whole number from 1 to 100')
    .min(1, 'limit must be a whole number from 1 to 100')
    .max(PAGE_SIZE_MAX, 'limit must be a whole number from 1 to 100')
    .default(PAGE_SIZE),
  cursor: z.string().max(200).optional(),
}

/** The secret of a link in an email. */
export const Token = z.string().max(200)
