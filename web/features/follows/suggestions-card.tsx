// The card of suggested people.
import { useState } from 'react'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { paths } from '#web/paths.ts'
import { ShowAllButton } from '#web/ui/show-all-button.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useSuggestions } from './queries.ts'
import { SuggestedRow } from './suggested-row.tsx'

/** As many whole rows as fit beside a page in a window of 700 px. */
const FOLDED_ROWS = 2

export type SuggestionsCardProps = {
  /** A username to leave out. */
  except?: string
  /** Shows the first rows and "See all". */
  folded?: boolean
  /** Classes with heights that are reserved while the people load: of the card and of its rows. */
  reserved?: { card: string; rows: string }
}

/** Empty without suggestions. */
export default function SuggestionsCard({ except, folded = false, reserved }: SuggestionsCardProps) {
  const { data = [], isPending } = useSuggestions()
  const [showsAll, setShowsAll] = useState(!folded)
  const isLoading = isPending && reserved !== undefined
  const all = data.filter(({ author: { username } }) => username.toLowerCase() !== except?.toLowerCase())
  if (all.length === 0 && !isLoading) return null
  const people = showsAll ? all : all.slice(0, FOLDED_ROWS)
  return (
    <CardList as="section" aria-labelledby="people-to-follow" className={reserved?.card}>
      <CardHead>
        <div className="grid gap-1">
          <h2 id="people-to-follow" className="text-title font-strong">
            People to follow
          </h2>
          <p className="text-small text-ink-2">
            Suggested by track record. <TextLink href={paths.discover}>See Discover</TextLink>
          </p>
        </div>
      </CardHead>
      {isLoading ? (
        <div className={reserved.rows}>
          <RowSkeletons />
        </div>
      ) : (
        <ul className={classes('divide-y divide-line', reserved?.rows)}>
          {people.map((person) => (
            <SuggestedRow key={person.author.id} person={person} />
          ))}
        </ul>
      )}
      {folded && all.length > FOLDED_ROWS && <ShowAllButton showsAll={showsAll} onChange={setShowsAll} />}
    </CardList>
  )
}
