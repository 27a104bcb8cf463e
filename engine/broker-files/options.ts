// Normalizes brokers' option names to the OCC's symbol.

/** Shares in one contract of a listed equity option. */
export const SHARES_PER_CONTRACT = 100

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Schwab: `SPY 03/31/2020 284.00 P`. */
const SCHWAB = /^([A-Z][A-Z.]{0,4}[A-Z.\d]?) (\d{2})\/(\d{2})\/(\d{4}) (\d+(?:\.\d+)?) ([CP])$/
/** Robinhood, within the description: `SPY 3/20/2026 Call $580.00`. */
const ROBINHOOD =
  /\b([A-Z][A-Z.]{0,4}[A-Z.\d]?) (\d{1,2})\/(\d{1,2})\/(\d{4}) (C|P)(?:all|ut) \$([\d,]+(?:\.\d+)?)/
/** Fidelity: `-SPY260320C580`, `-SPY260320P52.5`. */
const FIDELITY = /^-?([A-Z][A-Z.]{0,4}[A-Z.\d]?)(\d{6})([CP])(\d{1,5}(?:\.\d+)?)$/
/** Interactive Brokers: `SPY 20MAR26 580 C`. */
const INTERACTIVE = /^([A-Z][A-Z.]{0,4}[A-Z.\d]?) (\d{2})([A-Z]{3})(\d{2}) (\d+(?:\.\d+)?) ([CP])$/
/** E*TRADE, in the description: `PUT  TSLA   02/28/25   370.000`. */
const ETRADE = /^(CALL|PUT)\s+([A-Z][A-Z.]{0,4}[A-Z.\d]?)\s+(\d{2})\/(\d{2})\/(\d{2})\s+(\d+(?:\.\d+)?)/
/** Merrill: `ETSY#C1927D750000`, with codes for month and side (A–L calls, M–X puts) and for the strike's decimals. */
const MERRILL = /^([A-Z][A-Z.]{0,4}[A-Z.\d]?)#([A-X])(\d{2})(\d{2})([A-H])(\d+)$/
/** OCC, with or without spaces: `SPY   260320C00580000`. */
const OCC = /^([A-Z][A-Z.]{0,4}[A-Z.\d]?) *(\d{6})([CP])(\d{8})$/

/**
 * The OCC symbol without spaces, such as `SPY260320C00580000`: root, expiry, call or put, strike in thousandths
 * (https://www.theocc.com, Options Symbology Initiative). Null if the text isn't an option.
 */
export function optionOf(text: string): string | null {
  const plain = text.trim()
  const occ = OCC.exec(plain)
  if (occ) return `${occ[1]}${occ[2]}${occ[3]}${occ[4]}`
  const schwab = SCHWAB.exec(plain)
  if (schwab) return named(schwab[1], [schwab[4], schwab[2], schwab[3]], schwab[6], schwab[5])
  const robinhood = ROBINHOOD.exec(plain)
  if (robinhood)
    return named(robinhood[1], [robinhood[4], robinhood[2], robinhood[3]], robinhood[5], robinhood[6])
  const interactive = INTERACTIVE.exec(plain)
  if (interactive) {
    const month = String(MONTHS.indexOf(interactive[3] ?? '') + 1)
    return named(interactive[1], [interactive[4], month, interactive[2]], interactive[6], interactive[5])
  }
  const etrade = ETRADE.exec(plain)
  if (etrade) return named(etrade[2], [etrade[5], etrade[3], etrade[4]], etrade[1]?.[0], etrade[6])
  const merrill = MERRILL.exec(plain)
  if (merrill) return merrillOption(merrill)
  const fidelity = FIDELITY.exec(plain)
  return fidelity && occSymbol(fidelity[1], fidelity[2], fidelity[3], fidelity[4])
}

const LETTER_A = 65

function merrillOption([, root, code = 'A', day, year, scale = 'A', digits]: RegExpExecArray): string | null {
  const month = code.charCodeAt(0) - LETTER_A
  const strike = Number(digits) / 10 ** (scale.charCodeAt(0) - LETTER_A + 1)
  return named(root, [year, String((month % 12) + 1), day], month < 12 ? 'C' : 'P', String(strike))
}

function named(
  root: string | undefined,
  expiry: (string | undefined)[],
  side: string | undefined,
  strike: string | undefined,
): string | null {
  const day = expiry.map((part) => part?.slice(-2).padStart(2, '0')).join('')
  return occSymbol(root, day, side, strike?.replaceAll(',', ''))
}

export function occSymbol(root?: string, day?: string, side?: string, strike?: string): string | null {
  const thousandths = Math.round(Number(strike) * 1000)
  if (!(thousandths > 0 && thousandths < 1e8) || !/^\d\d(0[1-9]|1[0-2])\d\d$/.test(day ?? '')) return null
  return `${root}${day}${side}${String(thousandths).padStart(8, '0')}`
}
