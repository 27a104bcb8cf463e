// The addresses that visitors can read without an account. Inside the app, `paths.ts` has others for the same people and signals.
import { isFormerMember } from '#shared/rules/people.ts'

export const publicPaths = {
  /** A former member has no page of their own. */
  person: (username: string) =>
    isFormerMember(username) ? '/discover#ended' : `/@${encodeURIComponent(username)}`,
  /** Everything that a person published about a ticker in 12 months. */
  statements: (username: string, ticker: string) =>
    `/@${encodeURIComponent(username)}/${encodeURIComponent(ticker)}`,
  signal: (id: string) => `/s/${id}`,
  ticker: (ticker: string) => `/t/${encodeURIComponent(ticker)}`,
} as const
