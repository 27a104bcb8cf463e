// Describes the differences between two plain values.

/** Throws `otherwise` when the condition fails. */
export function must(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise)
}
export function mustEqual(what: string, actual: unknown, expected: unknown): void {
  const all = differences(actual, expected)
  if (all.length > 0) throw new Error([`${what}:`, ...all].join('\n  '))
}

/** One line for each place where two plain values differ. */
function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (isPlain(actual) && isPlain(expected)) {
    const names = new Set([...Object.keys(actual), ...Object.keys(expected)])
    return [...names].flatMap((name) => differences(actual[name], expected[name], `${path} ${name}`))
  }
  if (actual === expected) return []
  return [`${path} is ${JSON.stringify(actual)} and should be ${JSON.stringify(expected)}`.trim()]
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
