// The search of people and tickers for visitors: a form of plain HTML, and what it found.
import { Search } from 'lucide-react'
import type { NamedTicker } from '#shared/contracts/tickers.ts'
import type { Author } from '#shared/contracts/users.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { INPUT_BOX } from '#web/ui/text-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { TickerAvatar } from '#web/ui/ticker-avatar.tsx'

export type Found = { text: string; people: Author[]; tickers: NamedTicker[] }

export const SearchForm = ({ text }: { text?: string | undefined }) => (
  <form action={paths.discover} role="search" className="relative w-full">
    <Search aria-hidden="true" className="icon absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" />
    <input
      type="search"
      name="q"
      aria-label="Search people and tickers"
      placeholder="Search people and tickers"
      defaultValue={text}
      maxLength={100}
      enterKeyHint="search"
      autoComplete="off"
      className={classes(INPUT_BOX, 'min-h-12 py-2 pr-3 pl-11 placeholder:text-ink-3')}
    />
  </form>
)

export function FoundByName({ found: { text, people, tickers } }: { found: Found }) {
  const count = people.length + tickers.length
  return (
    <CardList as="section" aria-labelledby="found">
      <CardHead>
        <div className="grid gap-1">
          <h2 id="found" className="text-title font-strong wrap-anywhere">
            {count === 0 ? 'Nothing found' : 'Results'} for “<bdi>{text}</bdi>”
          </h2>
          <p className="text-small text-pretty text-ink-2">
            People are listed only if they show their record to everyone.
          </p>
        </div>
        <p className="text-small">
          <TextLink href={paths.discover}>Clear</TextLink>
        </p>
      </CardHead>
      {count > 0 && (
        <ul className="divide-y divide-line">
          {people.map((person) => (
            <ListRow
              key={person.id}
              lead={
                <Avatar
                  initials={headerInitials(person)}
                  hue={hueOf(person.id)}
                  src={person.profileImageUrl}
                />
              }
              title={
                <a href={publicPaths.person(person.username)} className="hover:underline">
                  <bdi>{nameOf(person)}</bdi>
                </a>
              }
              sub={`@${person.username}`}
            />
          ))}
          {tickers.map(({ ticker, name }) => (
            <ListRow
              key={ticker}
              lead={<TickerAvatar ticker={ticker} />}
              title={
                <a href={publicPaths.ticker(ticker)} className="hover:underline">
                  ${ticker}
                </a>
              }
              sub={name}
            />
          ))}
        </ul>
      )}
    </CardList>
  )
}
