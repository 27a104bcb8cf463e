// How instants and tickers are encoded as JSON. Separate from wire.ts, because the browser decodes responses
// without zod.

/** ISO 8601 in UTC as JSON, a `Date` in the browser's code. */
export const instantCodec = {
  decode: (iso: string) => new Date(iso),
  encode: (date: Date) => date.toISOString(),
}

/** A JSON-encoded string or null as JSON, a list in the browser's code. */
export const tickersCodec = {
  decode: (json: string | null) => (json === null ? [] : (JSON.parse(json) as string[])),
  encode: (tickers: string[]) => (tickers.length > 0 ? JSON.stringify(tickers) : null),
}
