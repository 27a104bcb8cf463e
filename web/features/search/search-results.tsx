// The list below the search field: people with their menus, and tickers, or why there are none.
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { paths } from '#web/paths.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import type { Found, useSearchFor } from './queries.ts'

type Choose = (event: MouseEvent<HTMLAnchorElement>) => void
type SearchResultsProps = {
  /** The id of the list. An option's id is this and its address. */
  id: string
  text: string
  found: Found | undefined
  query: ReturnType<typeof useSearchFor>
  /** The address of the active option. */
  active: string | undefined
  onChoose: Choose
}

/** The addresses of the options, in the order in which they are shown. */
export function hrefsOf({ people, tickers, isTicker }: Found): string[] {
  const [ofPeople, ofTickers] = [
    people.map(({ username }) => paths.profile(username)),
    tickers.map(({ ticker }) => paths.ticker(ticker)),
  ]
  return isTicker ? [...ofTickers, ...ofPeople] : [...ofPeople, ...ofTickers]
}

export function SearchResults({ id, text, found, query, active, onChoose }: SearchResultsProps) {
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const { error } = query
  if (text === '') return <Hint>Find people by name, and tickers by symbol or company.</Hint>
  // A lost session leads to the sign-in page, which has its own message.
  if (error && !isUnauthorized(error))
    return (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {error instanceof OfflineError ? error.message : 'Couldn’t search. Nothing you typed is lost.'}
      </ErrorState>
    )
  if (!found) return <SearchSkeleton />
  const option = (href: string) => ({ id: `${id}${href}`, href, isActive: href === active, onChoose })
  const people = found.people.length > 0 && (
    <Group key="people" id={`${id}people`} title="People" size={found.people.length}>
      {found.people.map((person) => (
        <Option
          key={person.id}
          {...option(paths.profile(person.username))}
          lead={
            <Avatar
              size="sm"
              initials={headerInitials(person)}
              hue={hueOf(person.id)}
              src={person.profileImageUrl}
            />
          }
          name={nameOf(person)}
          end={`@${person.username}`}
          hasMenu
        />
      ))}
    </Group>
  )
  const tickers = found.tickers.length > 0 && (
    <Group key="tickers" id={`${id}tickers`} title="Tickers" size={found.tickers.length}>
      {found.tickers.map(({ ticker, name }) => (
        <Option
          key={ticker}
          {...option(paths.ticker(ticker))}
          lead={
            <span className="flex min-w-20 flex-none max-tight:min-w-0 xs:min-w-26">
              <Ticker symbol={ticker} />
            </span>
          }
          name={name}
        />
      ))}
    </Group>
  )
  return (
    <>
      <p role="status" className="sr-only">
        {query.isPlaceholderData ? '' : countsOf(found)}
      </p>
      {people || tickers ? (
        <div
          className={classes(
            '-mx-2 grid grid-cols-[minmax(0,1fr)_auto] pt-2 transition-opacity',
            query.isPlaceholderData && 'opacity-60 delay-300',
          )}
        >
          <div
            id={id}
            role="listbox"
            aria-label="Results"
            aria-busy={query.isPlaceholderData || undefined}
            className="col-span-full grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid"
            style={{ gridRow: `1 / span ${rowOf(found, 'end')}` }}
          >
            {found.isTicker ? [tickers, people] : [people, tickers]}
          </div>
          <Menus found={found} />
        </div>
      ) : (
        <Hint>
          Nothing found for “<bdi className="wrap-anywhere">{excerptOf(text)}</bdi>”.
        </Hint>
      )}
    </>
  )
}

/** The row of the first person, counted from 0; for `end` the number of rows. Each group begins with a row for its title. */
function rowOf({ people, tickers, isTicker }: Found, place: 'people' | 'end'): number {
  const sizeOf = (list: readonly unknown[]) => (list.length > 0 ? list.length + 1 : 0)
  if (place === 'end') return sizeOf(people) + sizeOf(tickers)
  return (isTicker ? sizeOf(tickers) : 0) + 1
}

/** Lie over the ends of the people's options but outside the list, because an option can't contain a button. */
const Menus = ({ found }: { found: Found }) =>
  found.people.map((person, place) => (
    <div
      key={person.id}
      className="col-start-2 mr-1 self-center"
      style={{ gridRow: rowOf(found, 'people') + place + 1 }}
    >
      <PersonMenu person={person} />
    </div>
  ))

const count = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`)

/** What a screen reader says after a search, such as "1 person, 3 tickers". */
function countsOf({ people, tickers }: Found): string {
  if (people.length + tickers.length === 0) return 'Nothing found'
  return `${count(people.length, 'person', 'people')}, ${count(tickers.length, 'ticker', 'tickers')}`
}

/** The start of a long text. */
function excerptOf(text: string): string {
  const letters = [...text]
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text
}

type GroupProps = { id: string; title: string; size: number; children: ReactNode }

function Group({ id, title, size, children }: GroupProps) {
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="group/found grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid"
      style={{ gridRow: `span ${size + 1}` }}
    >
      <p id={id} className="px-3 pb-1 text-small font-medium text-ink-3 group-not-first/found:pt-3">
        {title}
      </p>
      {children}
    </div>
  )
}

type OptionProps = {
  id: string
  href: string
  isActive: boolean
  onChoose: Choose
  lead: ReactNode
  name: string
  end?: string
  /** Leaves room for a menu at its end. */
  hasMenu?: boolean
}

/** A link, so that it can be opened in a new tab. The focus stays in the field. */
function Option({ id, href, isActive, onChoose, lead, name, end, hasMenu = false }: OptionProps) {
  return (
    <a
      id={id}
      href={href}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      onPointerDown={(event) => event.pointerType === 'mouse' && event.preventDefault()}
      className={classes(
        'flex min-h-12 scroll-mt-20 items-center gap-3 rounded-control px-3 py-1.5',
        'hover:bg-sunken aria-selected:bg-brand-soft',
        'outline-focus -outline-offset-2 aria-selected:outline-2',
        hasMenu && 'pr-13!',
      )}
    >
      {lead}
      <span className="min-w-0 flex-1 max-xs:grid xs:flex xs:items-baseline xs:gap-3">
        <bdi className="truncate text-label font-medium xs:flex-1">{name}</bdi>
        {end !== undefined && (
          <span className="truncate text-small text-ink-2 xs:max-w-1/2 xs:flex-none">{end}</span>
        )}
      </span>
    </a>
  )
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="px-1 pt-2 text-small text-pretty text-ink-2">{children}</p>
)

function SearchSkeleton() {
  return (
    <Loading label="Searching" className="gap-0! px-1 pt-6">
      {['w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
        <div key={width} className="flex min-h-12 items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className={width} />
        </div>
      ))}
    </Loading>
  )
}
