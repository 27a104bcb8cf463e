// Turns rows of people into JSON: as a card's author, as others see them, and as they see themselves.
import type { z } from 'zod'
import type { Author, ListedUser, OwnUser, User } from '#shared/contracts/users.ts'
import { firstAndLastName } from '#shared/rules/people.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { doubtsOf } from '#shared/rules/doubts.ts'
import { deletionDate } from '#shared/rules/deletion.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { returnsDisagree } from '#shared/rules/performance.ts'
import type { ListedPersonRow, PersonRow } from './store.ts'

type AuthorRow = {
  id: string
  username: string
  displayName: string | null
  profileImageUrl: string | null
  isCreator: boolean
  subscriptionPriceInCents: number
}

export function authorView(row: AuthorRow): z.input<typeof Author> {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    ...firstAndLastName(row.displayName),
    profileImageUrl: row.profileImageUrl,
    isCreator: row.isCreator,
    subscriptionPriceInCents: row.subscriptionPriceInCents,
  }
}

export function userView(row: PersonRow): z.input<typeof User> {
  return {
    ...authorView(row),
    bio: row.bio,
    subscriptionPrice: row.subscriptionPriceInCents,
    followersCount: row.followersCount ?? 0,
    followingCount: row.followingCount ?? 0,
    ...performanceOf(row),
    createdAt: row.createdAt.toISOString(),
    suspension: row.suspension,
  }
}

export function listedUserView(row: ListedPersonRow): z.input<typeof ListedUser> {
  return {
    ...userView(row),
    signalsCount: row.signalsCount ?? 0,
    isFollowing: row.isFollowing,
    hasPrice: row.hasPrice,
  }
}

/** The return, its source and its doubts. `stoppedAt` is read now, not when the return was computed. */
export function performanceOf({ portfolio, stoppedAt }: Pick<PersonRow, 'portfolio' | 'stoppedAt'>) {
  const { performance = NO_PERFORMANCE, source, linkedSince = null, moneyWeighted = null } = portfolio ?? {}
  const record = portfolio?.record ?? null
  const doubts = record ? doubtsOf({ ...record, lastBreak: portfolio?.lastBreak }) : []
  return {
    performance,
    performanceSource: source ?? 'none',
    performanceLinkedSince: linkedSince,
    performanceLinkedUntil: source === 'linked' && stoppedAt !== null ? utcDay(stoppedAt) : null,
    performanceMoneyWeighted: returnsDisagree(performance, moneyWeighted) ? moneyWeighted : null,
    performanceFlowsAssumed: record?.areFlowsAssumed ?? false,
    performanceDoubts: doubts.map(({ text }) => text),
  }
}

/** `unseen`: how many alerts the person hasn’t seen. */
export function ownUserView(row: PersonRow, unseen: number): z.input<typeof OwnUser> {
  return {
    ...userView(row),
    email: row.email,
    isEmailVerified: row.emailVerifiedAt !== null,
    isPublic: row.isPublic,
    showsRecordToVisitors: row.showsRecordToVisitors,
    joinedFromPage: row.joinedFromPage,
    stripeOnboardingCompleted: row.stripeOnboardingCompleted,
    role: row.role,
    deletedAt: row.deletionRequestedAt && deletionDate(row.deletionRequestedAt).toISOString(),
    hasPrice: row.hasPrice,
    alerts: { unseen },
  }
}
