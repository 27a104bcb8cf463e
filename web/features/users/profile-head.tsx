// The head of a profile: avatar, names, bio, stats and actions.
import type { ReactNode } from 'react'
import type { User } from '#shared/contracts/users.ts'
import { countOf, formatCount } from '#shared/rules/numbers.ts'
import { isFormerMember, nameOf, profileInitials } from '#shared/rules/people.ts'
import type { Performance } from '#shared/rules/performance.ts'
import { hasSamplePrices } from '#web/lib/config.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, SampleBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Count, Counts } from '#web/ui/facts.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { PerformanceFigure, ReturnDoubts } from '#web/ui/performance-figure.tsx'

type Person = Omit<User, 'createdAt'>

type ProfileHeadProps = {
  person: Person
  actions: ReactNode
}

export function ProfileHead({ person, actions }: ProfileHeadProps) {
  return (
    <Card as="section" aria-labelledby="profile-name" className="grid gap-4">
      <div className="flex items-start gap-4 max-tight:flex-wrap">
        <Avatar
          size="lg"
          initials={profileInitials(person)}
          hue={hueOf(person.id)}
          src={person.profileImageUrl}
        />
        {/* As high as the avatar; a name of several lines grows downwards. */}
        <div className="grid min-h-18 min-w-0 content-center gap-1">
          <h1 id="profile-name" className="text-heading font-strong wrap-anywhere">
            {nameOf(person)}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {!isFormerMember(person.username) && (
              <span className="min-w-0 text-small wrap-anywhere text-ink-2">@{person.username}</span>
            )}
            {person.isCreator && <Badge tone="brand">Creator</Badge>}
            {(person.performanceSource === 'sample' || hasSamplePrices()) && <SampleBadge />}
          </p>
        </div>
      </div>
      {person.bio && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {person.bio}
        </p>
      )}
      <Counts items={profileStats(person)} />
      <div className="flex flex-wrap gap-2 *:flex-auto max-xs:*:px-3 xs:*:flex-none">{actions}</div>
    </Card>
  )
}

/** The layout of a person with a bio of two lines. */
export function ProfileHeadSkeleton() {
  return (
    <Loading label="Loading profile">
      <Card className="grid gap-4">
        <div className="flex items-center gap-4">
          <Skeleton className="size-18 rounded-full" />
          <div className="grid flex-1 gap-3">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="w-1/4" />
          </div>
        </div>
        <div className="grid gap-2.5 py-1">
          <Skeleton className="w-full" />
          <Skeleton className="w-3/5" />
        </div>
        <div className="flex flex-wrap gap-6">
          {['Followers', 'Following', 'Performance'].map((label) => (
            <span key={label} className="grid h-12 content-center gap-2">
              <Skeleton className="h-4 w-10" />
              <Skeleton className="h-3 w-15" />
            </span>
          ))}
        </div>
        <Skeleton className="h-target w-40 rounded-control" />
      </Card>
    </Loading>
  )
}

/** Followers and following, which lead to lists, and performance. */
function profileStats(
  person: Pick<User, 'username' | 'followersCount' | 'followingCount'> & Performance,
): Count[] {
  const followers = formatCount(person.followersCount)
  const following = formatCount(person.followingCount)
  return [
    {
      label: 'Followers',
      value: followers,
      link: { href: paths.followers(person.username), name: countOf(person.followersCount, 'follower') },
    },
    {
      label: 'Following',
      value: following,
      link: { href: paths.following(person.username), name: `${following} following` },
    },
    {
      label: 'Performance',
      value: <PerformanceFigure of={person} doubtsBelow />,
      note: person.performanceDoubts.length > 0 && <ReturnDoubts of={person} />,
    },
  ]
}
