// Rows of people as JSON: what a signal card needs, what others see, what oneself sees.
import type { z } from 'zod'
import type { Author, OwnUser, User } from '#shared/contracts/users.ts'
import { namesOf } from '#shared/rules/people.ts'
import { dayOfInstant } from '#shared/rules/dates.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { PERFORMANCE_SOURCES, returnsDisagree } from '#shared/rules/performance.ts'
import type { PersonRow } from './store.ts'

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
    ...namesOf(row.displayName),
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
  }
}

/** The return with its source. Whether a connection still works is asked now, not when the return was calculated. */
export function performanceOf(
  row: Pick<PersonRow, 'performance' | 'source' | 'linkedSince' | 'stoppedAt' | 'moneyWeighted'>,
) {
  const performance = row.performance ?? NO_PERFORMANCE
  const isLinked = row.source === 'linked'
  return {
    performance,
    performanceSource: PERFORMANCE_SOURCES.find((source) => source === row.source) ?? 'none',
    performanceLinkedSince: row.linkedSince,
    performanceLinkedUntil: isLinked && row.stoppedAt !== null ? dayOfInstant(row.stoppedAt) : null,
    performanceMoneyWeighted: returnsDisagree(performance, row.moneyWeighted) ? row.moneyWeighted : null,
  }
}

export function ownUserView(row: PersonRow): z.input<typeof OwnUser> {
  return {
    ...userView(row),
    email: row.email,
    isPublic: row.isPublic,
    stripeOnboardingCompleted: row.stripeOnboardingCompleted,
    hasPrice: row.hasPrice,
  }
}
