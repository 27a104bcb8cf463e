// A row of a list of people: the person, facts about them, the button that follows them, and their menu.
import type { ListedUser } from '#shared/contracts/users.ts'
import { price } from '#shared/rules/money.ts'
import { countOf } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { PerformanceFigure, ReturnDoubts } from '#web/ui/performance-figure.tsx'
import { FollowButton } from './follow-button.tsx'

/** The viewer's own row has neither button nor menu. */
export function PersonRow({ person }: { person: ListedUser }) {
  const viewer = useViewer()
  const { id, username, signalsCount, isCreator } = person
  const hasReturn = person.performanceSource !== 'none'
  const hasSignals = isCreator || signalsCount > 0
  const hasPrice = isCreator && person.hasPrice
  return (
    <ListRow
      lead={<Avatar initials={headerInitials(person)} hue={hueOf(id)} src={person.profileImageUrl} />}
      title={
        <a
          href={paths.profile(username)}
          className="rounded-badge wrap-anywhere underline-offset-[0.2em] hover:underline"
        >
          <bdi>{nameOf(person)}</bdi>
        </a>
      }
      sub={<span className="line-clamp-1 break-all">@{username}</span>}
      foot={
        hasReturn || hasSignals ? (
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-ink-2">
            {hasReturn && <PerformanceFigure of={person} doubtsBelow />}
            {hasSignals && <span className="tabular-nums">{countOf(signalsCount, 'signal')}</span>}
            {hasPrice && <span className="tabular-nums">{price(person.subscriptionPriceInCents)}/month</span>}
            {hasReturn && (
              <div className="w-full empty:hidden">
                <ReturnDoubts of={person} short />
              </div>
            )}
          </div>
        ) : undefined
      }
      end={
        id === viewer.id ? undefined : (
          <div className="flex items-center gap-1">
            <FollowButton
              userId={id}
              initialIsFollowing={person.isFollowing}
              variant="soft"
              size="sm"
              name={username}
            />
            <PersonMenu person={person} className="-mr-2" />
          </div>
        )
      }
    />
  )
}
