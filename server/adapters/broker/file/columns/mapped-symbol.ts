// Normalizes symbols with exchange suffixes to the spelling used for prices.
import { symbolOf } from '../symbols.ts'

/** Market identifier codes (ISO 10383) of US exchanges, as Saxo writes them: `VTI:xnys`. */
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
 * `AAPL` for `AAPL:xnas`, `AAPL.US` and `AAPL US`; for other exchanges with a suffix, such as `VWRA.XLON`. Throws
 * `RowError` for an invalid symbol.
 */
export function mappedSymbol(text: string): string {
  const [, share = '', exchange = ''] = /^(.+?)(?::| |\.)([A-Za-z]{2,4})$/.exec(text.trim()) ?? []
  if (share === '') return symbolOf(text)
  const upper = exchange.toUpperCase()
  if (upper === 'US' || (text.includes(':') && AMERICAN.has(upper))) return symbolOf(share)
  return symbolOf(text.trim().replace(':', '.'))
}
