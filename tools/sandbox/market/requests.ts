// Shared by both APIs: requests, responses, options and the symbols that simulate errors.

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
  /** The plan excludes earlier days. */
  historyFrom?: string
  /** Calls beyond this rate get 429. */
  callsAMinute?: number
  /** Whether the plan includes currencies; true by default. */
  hasForex?: boolean
  /** Whether the plan includes dividends; true by default. */
  hasDividends?: boolean
  /** Closes (raw) and dividends that the provider has corrected since, by symbol and day (`ACME 2025-06-10`). */
  corrected?: { closes?: Record<string, number>; dividends?: Record<string, number> }
  /** Every call gets 500. */
  isDown?: boolean
}

const SLOW_MS = 2000

/** The error response for a symbol, or null. `asked`: earlier requests for it through the same API. */
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
