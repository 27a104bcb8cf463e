// People to follow: in a feed that is still empty, and beside what one reads on a wide screen.
import { headerInitials } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { PerformanceFigure } from '#web/ui/performance-figure.tsx'
import { FollowButton } from './follow-button.tsx'
import { useSuggestions } from './queries.ts'

/** Nothing at all while there is nobody to offer: it is an extra, and never in the way. `except` is a username. */
export function Suggestions({ except, most }: { except?: string; most?: number }) {
  const { data = [] } = useSuggestions()
  const people = data
    .filter(({ username }) => username.toLowerCase() !== except?.toLowerCase())
    .slice(0, most)
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
                {person.displayName ?? person.username}
              </a>
            }
            sub={<span className="line-clamp-2">{person.bio ?? `@${person.username}`}</span>}
            foot={person.performanceSource === 'none' ? undefined : <PerformanceFigure of={person} />}
            end={
              <FollowButton
                userId={person.id}
                known={false}
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
