// Exact arithmetic with integers and decimals, so that every computer calculates the same figures.

/** The integer nearest to a / b, half away from zero. Both are safe integers, b is positive. */
export function divide(a: number, b: number): number {
  const size = Math.abs(a)
  const rest = size % b
  const nearest = (size - rest) / b + (2 * rest >= b ? 1 : 0)
  return a < 0 && nearest > 0 ? -nearest : nearest
}

/** The same for integers of any size. */
export function divideBig(a: bigint, b: bigint): bigint {
  const size = a < 0n ? -a : a
  const nearest = size / b + (2n * (size % b) >= b ? 1n : 0n)
  return a < 0n ? -nearest : nearest
}

/** A decimal number: units / 10^decimals. */
export type Exact = { units: bigint; decimals: number }

/** Throws `RangeError` for a text that isn't a plain decimal. */
export function exact(text: string): Exact {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') throw new RangeError(`"${text}" is not a decimal`)
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, decimals: fraction.length }
}

export const tenTo = (power: number): bigint => 10n ** BigInt(power)

/** The units of a decimal written with `wanted` decimals, which must be at least as many as it has. */
export const unitsAt = ({ units, decimals }: Exact, wanted: number): bigint =>
  units * tenTo(wanted - decimals)

/** The sum of products of whole numbers. Exact, and rounded once to a float if it doesn't fit into one. */
export function sumOfProducts(length: number, a: (i: number) => number, b: (i: number) => number): number {
  let [sum, size] = [0, 0]
  for (let i = 0; i < length; i += 1) {
    const product = a(i) * b(i)
    sum += product
    size += Math.abs(product)
  }
  if (size <= Number.MAX_SAFE_INTEGER) return sum
  let whole = 0n
  for (let i = 0; i < length; i += 1) whole += BigInt(a(i)) * BigInt(b(i))
  return Number(whole)
}
