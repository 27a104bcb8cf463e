// Returns as people read them: signed, one decimal (spec section 3, "+0.0%").

/** "+12.3%" for the ratio 0.123. Zero and minus zero are "+0.0%". */
export function signedPercent(ratio: number): string {
  const percent = Math.round(ratio * 1000) / 10
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`
}

/** What a person without a connected portfolio shows (answer 28). */
export const NO_PERFORMANCE = signedPercent(0)

/** Whether a signed percent string is a gain, a loss or neither: the sign decides, as in spec section 2. */
export function directionOf(percent: string): 'gain' | 'loss' | 'flat' {
  if (percent.startsWith('-')) return 'loss'
  return percent.startsWith('+') && percent !== NO_PERFORMANCE ? 'gain' : 'flat'
}
