// People to follow: in an empty feed, and in the side column on wide screens.
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { PerformanceFigure } from '#web/ui/performance-figure.tsx'
import { FollowButton } from './follow-button.tsx'
import { useSuggestions } from './queries.ts'

/** Empty without suggestions or while they load. `except` is a username to leave out; `max` limits the list. */
export function Suggestions({ except, max }: { except?: string; max?: number }) {
  const { data = [] } = useSuggestions()
  const people = data.filter(({ username }) => username.toLowerCase() !== except?.toLowerCase()).slice(0, max)
  if (people.length === 0) return null
  return (
    <CardList as="section" aria-labelledby="people-to-follow">
      <CardHead>
        <h2 id="people-to-follow" className="text-title font-strong">
          People to follow
        </h2>
      </CardHead>
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <ListRow
            key={person.id}
            lead={
              <Avatar initials={headerInitials(person)} hue={hueOf(person.id)} src={person.profileImageUrl} />
            }
            title={
              <a
                href={paths.profile(person.username)}
                className="rounded-badge underline-offset-[0.2em] hover:underline"
              >
                {nameOf(person)}
              </a>
            }
            sub={<span className="line-clamp-2">{person.bio ?? `@${person.username}`}</span>}
            foot={person.performanceSource === 'none' ? undefined : <PerformanceFigure of={person} />}
            end={
              <FollowButton
                userId={person.id}
                initialIsFollowing={false}
                variant="soft"
                size="sm"
                name={person.username}
              />
            }
          />
        ))}
      </ul>
    </CardList>
  )
}
