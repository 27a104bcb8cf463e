// Results of the access table's signals, as shown, sealed or absent, and their authors' records.
import type { Person } from '#tools/demo/build-people.ts'

type Resource = { id: string; seen?: (answer: string) => string }

/** `signal` finds the signal with a text. */
export function outcomeResources(
  signal: (content: string) => Promise<{ id: string }>,
  { cleo, petra, lena }: Record<'cleo' | 'petra' | 'lena', Person>,
): Record<string, () => Resource | Promise<Resource>> {
  const outcome = async (content: string) => {
    const { id } = await signal(content)
    const seen = (answer: string) => {
      if (answer.includes('"status":"sealed"')) return 'locked'
      return answer.includes(id) ? 'open' : 'absent'
    }
    return { id, seen }
  }
  return {
    "cleo's record": () => ({ id: cleo.username }),
    "petra's record": () => ({ id: petra.username }),
    "lena's record": () => ({ id: lena.username }),
    "cleo's signals": () => ({
      id: cleo.username,
      seen: (answer) => (answer.includes('"status":"sealed"') ? 'locked' : 'open'),
    }),
    "a free signal's outcome": () => outcome('Free for all'),
    "a premium signal's outcome": () => outcome('Only for those who pay'),
    "petra's signal's outcome": () => outcome('Among us'),
    "lena's signal's outcome": () => outcome('Not for long'),
  }
}
