// What both wires share: a question, an answer, and the symbols that make trouble.

export type ApiRequest = {
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
}
export type ApiResponse = {
  status: number
  body: unknown
  headers?: Record<string, string>
  afterMs?: number
}
export type MarketOptions = {
  /** The plan has no older days. */
  historyFrom?: string
  /** More in any minute are answered with 429. */
  callsAMinute?: number
  /** Whether the plan has currencies; so unless said otherwise. */
  hasForex?: boolean
  /** Whether the plan has dividends; so unless said otherwise. */
  hasDividends?: boolean
  /** Everything is answered with 500. */
  isDown?: boolean
}

const SLOW_MS = 2000

/** What happens instead of an answer, or before it. `asked`: how often the symbol was asked for before, on that wire. */
export function simulatedError(symbol: string, asked: number): ApiResponse | null {
  if (symbol === 'DOWN') return { status: 500, body: { message: 'internal server error' } }
  if (symbol === 'ODD') return { status: 200, body: '<html><body>Log in to the network</body></html>' }
  if (symbol === 'BUSY' && asked === 0) return tooMany(1)
  return null
}
export const delayOf = (symbol: string): number => (symbol === 'SLOW' ? SLOW_MS : 0)

export const tooMany = (seconds: number): ApiResponse => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: {
    status: 'ERROR',
    message: 'too many requests.',
    error: 'You have exceeded the maximum requests per minute.',
  },
})
