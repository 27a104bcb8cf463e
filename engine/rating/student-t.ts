// Student's t distribution with an even number of degrees of freedom, where its tail is a finite sum.

/** The smallest p, so that none is zero. */
const TAIL_MIN = 1e-12
const QUANTILE_MAX = 64
const HALVINGS = 60

/** P(T > t). Source: Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.4. */
export function tail(t: number, df: number): number {
  if (t < 0) return 1 - tail(-t, df)
  const sine = t / Math.sqrt(df + t * t)
  const cosine2 = 1 - sine * sine
  let [term, total] = [1, 0]
  for (let k = 0; k < df / 2; k += 1) {
    total += term
    term *= (cosine2 * (2 * k + 1)) / (2 * k + 2)
  }
  return Math.max(TAIL_MIN, 0.5 - 0.5 * sine * total)
}

/** The t whose tail is p, by halving. */
export function quantile(p: number, df: number): number {
  let [low, high] = [0, QUANTILE_MAX]
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2
    if (tail(middle, df) > p) low = middle
    else high = middle
  }
  return high
}
