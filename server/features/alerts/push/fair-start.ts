// Where each run of the push loop begins, so that nobody is always among the first.

/** 2⁶⁴ divided by the golden ratio. */
const STEP = 0x9e37_79b9_7f4a_7c15n

/**
 * The id at which a run begins, as a UUID. The multiples of the golden ratio spread runs evenly over all ids, so that
 * over a few dozen runs nobody's place depends on their id. Random starts would do so only over hundreds: after 50 of
 * them, the correlation is above 0.05 in half of the cases. Nobody can use that the start is predictable, because ids are
 * random and never change.
 */
export function startOfRun(number: number): string {
  const hex = BigInt.asUintN(64, BigInt(number) * STEP)
    .toString(16)
    .padStart(16, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-8000-000000000000`
}
