// Symbols as brokers of several exchanges write them, in the spelling that prices are asked for.
import { symbolOf } from '../symbols.ts'

/** Market identifier codes (ISO 10383) of exchanges in the United States, as Saxo writes them: `VTI:xnys`. */
const AMERICAN = new Set([
  'XNAS',
  'XNYS',
  'ARCX',
  'BATS',
  'XASE',
  'IEXG',
  'XNGS',
  'XNMS',
  'XNCM',
  'BATY',
  'EDGX',
])

/**
 * `AAPL` for `AAPL:xnas`, `AAPL.US` and `AAPL US`; with the exchange behind a point elsewhere, such as `VWRA.XLON`.
 * Throws `RowError` for what can't be a symbol.
 */
export function mappedSymbol(text: string): string {
  const [, share = '', exchange = ''] = /^(.+?)(?::| |\.)([A-Za-z]{2,4})$/.exec(text.trim()) ?? []
  if (share === '') return symbolOf(text)
  const upper = exchange.toUpperCase()
  if (upper === 'US' || (text.includes(':') && AMERICAN.has(upper))) return symbolOf(share)
  return symbolOf(text.trim().replace(':', '.'))
}
