// Another person's profile, with buttons to follow and subscribe, and their signals.
import { Check, ChevronRight, Pause } from 'lucide-react'
import { SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS } from '#shared/limits.ts'
import type { User } from '#shared/contracts/users.ts'
import { price } from '#shared/rules/money.ts'
import { handleOf, isFormerMember, nameOf } from '#shared/rules/people.ts'
import { useSubscriptionStatus } from '#web/features/subscriptions/queries.ts'
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { useFollowing } from '#web/features/follows/queries.ts'
import { PublicPerformance } from '#web/features/portfolio/performance/public-performance.tsx'
import { TrackRecord } from '#web/features/record/track-record.tsx'
import { CardOutcome } from '#web/features/record/outcome.tsx'
import { RecentSignals } from '#web/features/signals/feeds.tsx'
import { ProfileHead, ProfileHeadSkeleton } from '#web/features/users/profile-head.tsx'
import { useCurrentAddress, usePerson } from '#web/features/users/queries.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { ApiError, isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { ShareButton } from '#web/lib/share-button.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column, useHasAside } from '#web/ui/page.tsx'
import { SignalRowSkeleton } from '#web/ui/skeleton.tsx'
import { UserNotFound } from './user-not-found.tsx'

const BellButton = lazyWithPrefetch(() => import('#web/features/alerts/bell-button.tsx'), {
  fallback: <span className="block size-target" />,
  errorFallback: () => null,
})
const SuspensionNotice = lazyWithPrefetch(() => import('#web/features/safety/suspension-notice.tsx'), {
  fallback: <div className="min-h-33" />,
  errorFallback: () => null,
})
const BesideProfile = lazyWithPrefetch(() => import('./beside-profile.tsx'), { errorFallback: () => null })

export default function OtherProfile({ username }: { username: string }) {
  const { data: person, error, isFetching, refetch } = usePerson(username)
  useCurrentAddress(username, person, paths.profile)
  const isMissing = error instanceof ApiError && error.status === 404
  useTitleAndFocus(
    person
      ? isFormerMember(person.username)
        ? nameOf(person)
        : `${nameOf(person)} (@${person.username})`
      : isMissing
        ? 'User not found'
        : username,
  )
  return (
    <Column
      beside={
        <>
          {person && <BesideProfile person={person} />}
          <Suggestions except={username} folded />
        </>
      }
    >
      {isMissing ? (
        <UserNotFound />
      ) : person ? (
        <Person person={person} />
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <h1 className="sr-only">Profile</h1>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load this profile.'}
          </ErrorState>
        </Card>
      ) : (
        <>
          <h1 className="sr-only">Profile</h1>
          <ProfileHeadSkeleton />
          <div className="h-7" />
          <CardList>
            <SignalRowSkeleton />
          </CardList>
        </>
      )}
    </Column>
  )
}

function Person({ person }: { person: User }) {
  const { followersShift } = useFollowing(person.id)
  const subscription = useSubscriptionStatus(person)
  return (
    <>
      <ProfileHead
        person={{ ...person, followersCount: person.followersCount + followersShift }}
        actions={<Actions person={person} {...subscription} />}
      />
      {person.suspension && <SuspensionNotice suspension={person.suspension} isCreator={person.isCreator} />}
      <PublicPerformance person={person} />
      <TrackRecord person={person} />
      <RecentSignals
        Outcome={CardOutcome}
        userId={person.id}
        empty={
          <Card>
            <EmptyState post="none">This user hasn't posted any signals yet.</EmptyState>
          </Card>
        }
      />
    </>
  )
}

type Subscription = ReturnType<typeof useSubscriptionStatus>

function Actions({ person, isSubscribed, isPaused, isLoading }: { person: User } & Subscription) {
  const { id, username, isCreator, subscriptionPriceInCents, suspension } = person
  // While the subscription status loads, both buttons are invisible but keep their space, so that nothing
  // moves.
  const hidden = isLoading ? 'invisible' : ''
  const hasAside = useHasAside()
  const { isFollowing } = useFollowing(id)
  const subscription = isSubscribed ? 'Subscribed' : 'Subscription paused'
  return (
    <>
      {/* Wide screens have it beside the profile, with what it includes. */}
      {isCreator && !isSubscribed && !isPaused && !hasAside && !suspension && (
        <Button asChild className={hidden}>
          <a href={paths.subscribe(id)}>
            Subscribe {price(subscriptionPriceInCents || SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS)}/month
          </a>
        </Button>
      )}
      {(isSubscribed || isPaused) && (
        <Button asChild variant={isSubscribed ? 'soft' : 'outline'} icon={isSubscribed ? Check : Pause}>
          <a href={paths.subscriptionTo(id)} aria-label={`${subscription}, manage`}>
            {subscription}
            <ChevronRight className="icon-sm -mr-1 max-tight:hidden" />
          </a>
        </Button>
      )}
      <FollowButton userId={id} className={hidden} variant={isCreator ? 'outline' : 'primary'} />
      {(isFollowing || isSubscribed) && (
        <div className="flex-none! self-center">
          <BellButton authorId={id} name={handleOf(username)} hasPremium={isCreator} />
        </div>
      )}
      {!isFormerMember(username) && (
        <div className="flex flex-none! self-center">
          <ShareButton
            path={publicPaths.person(username)}
            title={`Record of ${handleOf(username)}`}
            label={`Share the record of ${handleOf(username)}`}
          />
          <PersonMenu person={person} small />
        </div>
      )}
    </>
  )
}
