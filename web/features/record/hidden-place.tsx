// The places of the board that a block hides: they stay, so that the ranks are the same for everybody. They name
// nobody, so the menu is in the list of blocked people.
import type { Board } from '#shared/contracts/rankings.ts'
import { paths } from '#web/paths.ts'

/** The people and hidden ranks by rank. A filter leaves hidden places out, because their properties are unknown. */
export function placesOf(
  { people: all, hiddenRanks = [] }: Board,
  people: readonly Board['people'][number][],
): (Board['people'][number] | number)[] {
  const hidden = people.length === all.length ? hiddenRanks : []
  const rankOf = (place: Board['people'][number] | number) => (typeof place === 'number' ? place : place.rank)
  return [...people, ...hidden].toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** `isVisitor`: the person shows their record to members only. */
export const HiddenPlace = ({ rank, isVisitor }: { rank: number; isVisitor: boolean }) => (
  <li className="flex min-h-17 items-center gap-3 px-4 py-3 text-small tabular-nums md:px-6">
    <span className="w-5 text-ink-3">{rank}</span>
    <span className="min-w-0 flex-1 text-ink-2">
      {isVisitor ? 'Shown to members only' : 'Hidden: you blocked this person'}
    </span>
    {!isVisitor && (
      <a href={paths.settingsSection('privacy')} className="link inline-flex min-h-target items-center">
        Report or unblock
      </a>
    )}
  </li>
)
