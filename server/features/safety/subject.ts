// Describes the subject of a case, for the people involved.
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Cases } from '#server/db/tables.ts'
import { longUtcDate } from '#shared/rules/dates.ts'

/** The parts of a snapshot that its description uses. */
const Snapshot = z.object({
  username: z.string(),
  signalType: z.string().nullish(),
  tickers: z.array(z.string()).nullish(),
  createdAt: z.iso.datetime(),
  isPremium: z.boolean().default(false),
})

/** The hash of the reported picture; null if it had none. */
export const pictureHashIn = (snapshot: unknown): string | null =>
  z.object({ pictureHash: z.string().nullish() }).safeParse(snapshot).data?.pictureHash ?? null

/** The parts of a person's profile that can be hidden and restored. */
export const ProfileTexts = z.object({
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type ProfileTexts = z.output<typeof ProfileTexts>

/**
 * "the signal “Buy $NVDA” of November 26, 2026 by theo", "the comment of …" or "the profile of theo". Leaves out the
 * call of a premium signal, because reporters may not read it.
 */
export function subjectOf({
  subjectKind,
  snapshot,
}: Pick<Selectable<Cases>, 'subjectKind' | 'snapshot'>): string {
  if (snapshot === null) return `a ${subjectKind}`
  const { username, signalType, tickers, createdAt, isPremium } = Snapshot.parse(snapshot)
  if (subjectKind === 'profile') return `the profile of ${username}`
  if (subjectKind === 'picture') return `a new profile picture of ${username}`
  if (subjectKind === 'comment') return `the comment of ${longUtcDate(new Date(createdAt))} by ${username}`
  const call = [signalType, ...(tickers ?? []).map((ticker) => `$${ticker}`)].filter(Boolean).join(' ')
  return `${isPremium ? 'the premium signal' : `the signal “${call}”`} of ${longUtcDate(new Date(createdAt))} by ${username}`
}
