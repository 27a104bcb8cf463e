// The resources of the access control tests that are about records: a person's, by username.
import type { Person } from '#demo/build-people.ts'

/** `locked`: a trade is sealed for the asker. */
const seen = (answer: string) => (answer.includes('"status":"sealed"') ? 'locked' : 'open')

export const recordResources = ({ cleo, petra, lena }: Record<'cleo' | 'petra' | 'lena', Person>) => ({
  "cleo's record": () => ({ id: cleo.username }),
  "petra's record": () => ({ id: petra.username }),
  "lena's record": () => ({ id: lena.username }),
  "cleo's signals": () => ({ id: cleo.username, seen }),
})
