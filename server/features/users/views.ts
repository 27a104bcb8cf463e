// Rows of people as JSON: what a signal card needs, what others see, what oneself sees.
import type { z } from 'zod'
import type { Author, OwnUser, User } from '#shared/contracts/users.ts'
import { namesOf } from '#shared/rules/people.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
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
    performance: row.performance ?? NO_PERFORMANCE,
    performanceFrom:
      row.isPerformanceSample === null ? 'none' : row.isPerformanceSample ? 'sample' : 'account',
    createdAt: row.createdAt.toISOString(),
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
