// What both lists of subscriptions share: the person and the state in a row, loading and errors.
import { Lock, Pause, TriangleAlert } from 'lucide-react'
import type { User } from '#shared/contracts/users.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import type { SubscriptionPages } from './queries.ts'
import { stateLabel, type Stateful, subscriptionState } from './subscription-state.ts'

export function PersonAvatar({ person }: { person: User | null }) {
  if (person)
    return <Avatar initials={headerInitials(person)} hue={hueOf(person.id)} src={person.profileImageUrl} />
  return (
    <span
      aria-hidden="true"
      className="grid size-10 flex-none place-items-center rounded-full bg-sunken text-ink-3 forced-colors:border"
    >
      <Lock className="icon-sm" />
    </span>
  )
}

/** `unknown` stands in for a person whose profile the viewer can't see (spec answer 18). */
export function PersonName({ person, unknown }: { person: User | null; unknown: string }) {
  if (!person) return <span className="text-ink-2">{unknown}</span>
  return (
    <a
      href={paths.profile(person.username)}
      className="rounded-badge py-0.5 wrap-anywhere underline-offset-[0.2em] hover:underline"
    >
      <bdi>{nameOf(person)}</bdi>
    </a>
  )
}

/** Renders nothing for an active subscription. */
export function StateBadge({ subscription }: { subscription: Stateful }) {
  const state = subscriptionState(subscription)
  if (state === 'active') return null
  const isDue = state === 'due'
  return (
    <Badge
      tone={isDue ? 'caution' : 'neutral'}
      icon={isDue ? TriangleAlert : state === 'paused' ? Pause : undefined}
    >
      {stateLabel(subscription)}
    </Badge>
  )
}

/**
 * `what` ends the sentence: "your subscriptions". Nothing without a session: the app redirects to sign-in.
 */
export function ListError({ query, what }: { query: SubscriptionPages; what: string }) {
  const { error, isFetching, refetch } = query
  if (isUnauthorized(error)) return null
  return (
    <ErrorState className="px-4" onRetry={() => void refetch()} retrying={isFetching}>
      {error instanceof OfflineError ? error.message : `Couldn’t load ${what}.`}
    </ErrorState>
  )
}
