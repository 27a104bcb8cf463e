// How the signals of the access table did: shown, sealed or absent.

type Resource = { id: string; seen: (answer: string) => string }

/** `signal` finds the signal with a text. */
export function outcomeResources(
  signal: (content: string) => Promise<{ id: string }>,
): Record<string, () => Promise<Resource>> {
  const outcome = async (content: string) => {
    const { id } = await signal(content)
    const seen = (answer: string) => {
      if (answer.includes('"status":"sealed"')) return 'locked'
      return answer.includes(id) ? 'open' : 'absent'
    }
    return { id, seen }
  }
  return {
    "a free signal's outcome": () => outcome('Free for all'),
    "a premium signal's outcome": () => outcome('Only for those who pay'),
    "petra's signal's outcome": () => outcome('Among us'),
    "lena's signal's outcome": () => outcome('Not for long'),
  }
}
