// Formats returns: signed, with one decimal (spec section 3, "+0.0%").

/** "+12.3%" for the ratio 0.123. Zero, also negative zero, is "+0.0%". */
export function signedPercent(ratio: number): string {
  const percent = Math.round(ratio * 1000) / 10
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`
}

/** The return of a person without a portfolio (spec answer 28). */
export const NO_PERFORMANCE = signedPercent(0)

/** Whether a signed percent text is a gain, a loss or neither. The sign decides (spec section 2). */
export function directionOf(percent: string): 'gain' | 'loss' | 'flat' {
  if (percent.startsWith('-')) return 'loss'
  return percent.startsWith('+') && percent !== NO_PERFORMANCE ? 'gain' : 'flat'
}
