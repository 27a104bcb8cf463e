// Discover: the board, newcomers, and ended records. Open to visitors.
import { useState } from 'react'
import { NoLongerPosting, NewcomersList } from '#web/features/record/newcomers.tsx'
import { BoardCard } from '#web/features/record/board.tsx'
import { useBoard, useNewcomers } from '#web/features/record/queries.ts'
import { PhoneSearch } from '#web/features/search/header-search.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import type { Board } from '#shared/contracts/rankings.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { useAuth } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Wide } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { LinkPage } from './link-page.tsx'

const HORIZONS = [
  { value: 'any', label: 'Any horizon' },
  { value: 'days', label: 'Days' },
  { value: 'weeks', label: 'Weeks' },
  { value: 'months', label: 'Months' },
  { value: 'years', label: 'Years' },
] as const
const PRICES = [
  { value: 'any', label: 'Any price' },
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'With a subscription' },
] as const
type Filters = {
  ticker: string
  horizon: (typeof HORIZONS)[number]['value']
  price: (typeof PRICES)[number]['value']
}
const NO_FILTERS: Filters = { ticker: '', horizon: 'any', price: 'any' }

export function DiscoverScreen() {
  useTitleAndFocus('Discover')
  const { user } = useAuth()
  if (!user)
    return (
      <LinkPage wide>
        <Discover />
      </LinkPage>
    )
  return (
    <Wide>
      <PhoneSearch />
      <Discover viewerId={user.id} />
    </Wide>
  )
}

function Discover({ viewerId }: { viewerId?: string }) {
  const [filters, setFilters] = useState(NO_FILTERS)
  const query = useBoard(normalTicker(filters.ticker))
  const { data: newcomers, isPending: areNewcomersPending } = useNewcomers()
  const { data: board, error, isPending, isFetching, refetch } = query
  const actionsFor = ({ author, isFollowing }: { author: Person['author']; isFollowing: boolean }) =>
    viewerId === undefined || viewerId === author.id ? null : (
      <div className="flex items-center justify-between gap-1">
        <FollowButton
          userId={author.id}
          initialIsFollowing={isFollowing}
          variant="soft"
          size="sm"
          name={author.username}
        />
        <PersonMenu person={author} className="-mr-2" />
      </div>
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-heading font-strong">Discover</h1>
        {board?.sample && <SampleBadge />}
      </div>
      {board ? (
        <>
          <RefreshError query={query} what="the board" />
          {/* Without people to filter, they would only be in the way. */}
          {board.listed > 0 && <FilterRow filters={filters} onChange={setFilters} />}
          <BoardCard
            board={board}
            people={board.people.filter((person) => matches(person, filters))}
            actionsFor={actionsFor}
          />
        </>
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load the board.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading the board">
          <CardList>
            <RowSkeletons />
          </CardList>
        </Loading>
      )}
      {/* Waits for the list above, which would push this down. */}
      {newcomers && !isPending && (
        <>
          <NewcomersList newcomers={newcomers} actionsFor={actionsFor} />
          <NoLongerPosting ended={newcomers.ended} />
        </>
      )}
      {!isPending && !areNewcomersPending && (
        <p className="text-small text-pretty text-ink-3">
          Calculated from signals, not from real accounts. Past results say little about what comes next.
        </p>
      )}
    </>
  )
}

type Person = Board['people'][number]

const matches = ({ horizon, hasPrice }: Person, filters: Filters): boolean =>
  (filters.horizon === 'any' || filters.horizon === horizon) &&
  (filters.price === 'any' || (filters.price === 'paid') === hasPrice)

type FilterRowProps = { filters: Filters; onChange: (filters: Filters) => void }

const FilterRow = ({ filters, onChange }: FilterRowProps) => (
  <search
    className="grid grid-cols-2 gap-3 max-tight:grid-cols-[minmax(0,1fr)] xs:grid-cols-3 desk:grid-cols-[repeat(3,12rem)]"
    aria-label="Filters"
  >
    <Input
      className="max-xs:col-span-full"
      aria-label="Ticker"
      placeholder="Any ticker"
      autoCapitalize="characters"
      spellCheck={false}
      value={filters.ticker}
      onChange={({ target }) => onChange({ ...filters, ticker: target.value })}
    />
    <Select
      aria-label="Horizon"
      options={HORIZONS}
      value={filters.horizon}
      onValueChange={(horizon) => onChange({ ...filters, horizon })}
    />
    <Select
      aria-label="Price"
      options={PRICES}
      value={filters.price}
      onValueChange={(price) => onChange({ ...filters, price })}
    />
  </search>
)
