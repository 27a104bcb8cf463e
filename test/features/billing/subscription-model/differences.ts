// Describes the differences between two plain values.

/** In words, for whoever reads the failure. */
export function must(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise)
}
export function mustEqual(what: string, is: unknown, should: unknown): void {
  const all = differences(is, should)
  if (all.length > 0) throw new Error([`${what}:`, ...all].join('\n  '))
}

/** Where two plain values differ, each place a line. */
function differences(is: unknown, should: unknown, path = ''): string[] {
  if (isPlain(is) && isPlain(should)) {
    const names = new Set([...Object.keys(is), ...Object.keys(should)])
    return [...names].flatMap((name) => differences(is[name], should[name], `${path} ${name}`))
  }
  if (is === should) return []
  return [`${path} is ${JSON.stringify(is)} and should be ${JSON.stringify(should)}`.trim()]
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
