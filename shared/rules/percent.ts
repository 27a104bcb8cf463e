// Formats returns: signed, with one decimal (spec section 3, "+0.0%"); for display with a minus sign instead of a hyphen.

/** A figure beyond this only says that it is huge. */
const PERCENT_MAX = 9999

/** Tenths of a percent, half away from zero: 123 for the ratio 0.123. Published ratios have 8 decimals. */
export const tenths = (ratio: number): number =>
  Math.sign(ratio) * Math.round(Number((Math.abs(ratio) * 1000).toFixed(5)))

/**
 * "+12.3%" for the ratio 0.123. Zero, including negative zero, is "+0.0%". Beyond ±9,999%: "over +9,999%" and "under
 * -9,999%".
 */
export function signedPercent(ratio: number): string {
  const percent = tenths(ratio) / 10
  if (percent > PERCENT_MAX) return 'over +9,999%'
  if (percent < -PERCENT_MAX) return 'under -9,999%'
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`
}

/** The percent of such a text: 12.3 for "+12.3%", and 9,999 for "over +9,999%". */
export const percentIn = (text: string): number => Number.parseFloat(text.replaceAll(/[^\d.+-]/g, ''))

/** For display: "−1.2%" with a minus sign, where the API writes "-1.2%" with a hyphen. */
export const withMinusSign = (text: string): string => text.replaceAll(/(?<!\w)-(?=\d)/g, '−')

/** "+12.3%" or "−4.0%" for a ratio. Ratios arrive as decimal strings; for display, a number is exact enough. */
export const percentOf = (ratio: string | number): string => withMinusSign(signedPercent(Number(ratio)))

/** "+6.2 pts" for the ratio 0.062: a difference between two returns. */
export const pointsOf = (ratio: string | number): string => percentOf(ratio).replace('%', ' pts')

/** The return of a person without a portfolio (spec answer 28). */
export const NO_PERFORMANCE = signedPercent(0)

/** Whether a signed percent text is a gain, a loss or neither. The sign decides (spec section 2). */
export function directionOf(percent: string): 'gain' | 'loss' | 'flat' {
  if (percent.includes('-')) return 'loss'
  return percent.includes('+') && percent !== NO_PERFORMANCE ? 'gain' : 'flat'
}
