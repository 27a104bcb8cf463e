// Results of the access table's signals, as shown, sealed or absent, their authors' records, and comments.
import { comments } from '#shared/contracts/comments.ts'
import type { Browser } from '#test/server.ts'
import type { Person } from '#tools/demo/build-people.ts'

type Resource = { id: string; seen?: (answer: string) => string }

/** `signal` finds the signal with a text. */
export function outcomeResources(
  signal: (content: string) => Promise<{ id: string }>,
  { cleo, petra, lena }: Record<'cleo' | 'petra' | 'lena', Person>,
  browsers: Record<'sue' | 'petra', Browser>,
): Record<string, () => Resource | Promise<Resource>> {
  const outcome = async (content: string) => {
    const { id } = await signal(content)
    const seen = (answer: string) => {
      if (answer.includes('"status":"sealed"')) return 'locked'
      return answer.includes(id) ? 'open' : 'absent'
    }
    return { id, seen }
  }
  const comment = async (writer: 'sue' | 'petra', content: string) => {
    const { id } = await signal(content)
    return await browsers[writer].call(comments.post, { params: { id }, body: { body: 'Why?' } })
  }
  return {
    "sue's comment": () => comment('sue', 'Free for all'),
    "sue's premium comment": () => comment('sue', 'Only for those who pay'),
    "petra's comment": () => comment('petra', 'Free for all'),
    "cleo's record": () => ({ id: cleo.username }),
    "petra's record": () => ({ id: petra.username }),
    "lena's record": () => ({ id: lena.username }),
    "cleo's signals": () => ({
      id: cleo.username,
      seen: (answer) => (answer.includes('"status":"sealed"') ? 'locked' : 'open'),
    }),
    "cleo's premium statement": () => ({
      id: `${cleo.username} SECRT`,
      seen: (answer) => (answer.includes('Only for those who pay') ? 'open' : 'absent'),
    }),
    "petra's statements": () => ({ id: `${petra.username} SECRT` }),
    "a free signal's outcome": () => outcome('Free for all'),
    "a premium signal's outcome": () => outcome('Only for those who pay'),
    "petra's signal's outcome": () => outcome('Among us'),
    "lena's signal's outcome": () => outcome('Not for long'),
  }
}
