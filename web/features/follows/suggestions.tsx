// People to follow: in an empty feed, and in the side column on wide screens.
import { useState } from 'react'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { PerformanceFigure } from '#web/ui/performance-figure.tsx'
import { FollowButton } from './follow-button.tsx'
import { useSuggestions } from './queries.ts'

/** As many whole rows as fit beside a page in a window of 700 px. */
const FOLDED_ROWS = 3

type SuggestionsProps = {
  /** A username to leave out. */
  except?: string
  /** Shows the first rows and "See all". */
  folded?: boolean
}

/** Empty without suggestions or while they load. */
export function Suggestions({ except, folded = false }: SuggestionsProps) {
  const { data = [] } = useSuggestions()
  const [showsAll, setShowsAll] = useState(!folded)
  const all = data.filter(({ username }) => username.toLowerCase() !== except?.toLowerCase())
  if (all.length === 0) return null
  const people = showsAll ? all : all.slice(0, FOLDED_ROWS)
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
            sub={<span className="line-clamp-1 break-all">@{person.username}</span>}
            foot={
              person.bio === null && person.performanceSource === 'none' ? undefined : (
                <>
                  {person.bio !== null && <p className="line-clamp-2 text-ink-2">{person.bio}</p>}
                  {person.performanceSource !== 'none' && <PerformanceFigure of={person} />}
                </>
              )
            }
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
      {folded && all.length > FOLDED_ROWS && (
        <div className="px-2 py-1 md:px-4">
          <button
            type="button"
            className="link inline-flex min-h-9 items-center px-2 text-small"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : 'See all'}
          </button>
        </div>
      )}
    </CardList>
  )
}
