// People to follow: in an empty feed, and in the side column on wide screens.
import { CardHead, CardList } from '#web/ui/card.tsx'
import { PersonRow } from './person-row.tsx'
import { useSuggestions } from './queries.ts'

/** Empty without suggestions or while they load. `except` is a username to leave out; `max` limits the list. */
export function Suggestions({ except, max }: { except?: string; max?: number }) {
  const { data = [] } = useSuggestions()
  const people = data.filter(({ username }) => username.toLowerCase() !== except?.toLowerCase()).slice(0, max)
  if (people.length === 0) return null
  return (
    <CardList as="section" aria-labelledby="people-to-follow">
      <CardHead>
        <div className="grid gap-1">
          <h2 id="people-to-follow" className="text-title font-strong">
            People to follow
          </h2>
          <p className="text-small text-ink-2">
            Creators first, then by number of followers. Not ranked by results.
          </p>
        </div>
      </CardHead>
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
    </CardList>
  )
}
