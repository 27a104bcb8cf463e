// All subscribers: a search, a filter, pages, and the file with all of them.
import { Download, Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { type SubscriberFilter, SUBSCRIBERS_CSV_PATH } from '#shared/contracts/studio.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { INPUT_BOX } from '#web/ui/text-input.tsx'
import { useStudioSubscribers } from './queries.ts'
import { SubscriberRow } from './subscriber-row.tsx'

const FILTERS = [
  { value: 'current', label: 'Current' },
  { value: 'ended', label: 'Ended' },
  { value: 'all', label: 'All' },
] as const satisfies { value: SubscriberFilter; label: string }[]
const WHAT = 'your subscribers'

export function SubscribersCard() {
  const [show, setShow] = useState<SubscriberFilter>('current')
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  return (
    <CardList as="section" aria-labelledby="subscribers">
      <CardHead>
        <h2 id="subscribers" className="text-title font-strong">
          Subscribers
        </h2>
        <Button asChild variant="outline" size="sm" icon={Download}>
          <a href={SUBSCRIBERS_CSV_PATH} download aria-label="Download CSV of all subscribers">
            Download CSV
          </a>
        </Button>
        <div className="grid w-full gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
          <SearchField typed={typed} onType={setTyped} />
          <FilterChips label="Which subscribers" options={FILTERS} value={show} onValueChange={setShow} />
        </div>
      </CardHead>
      <Rows show={show} search={search} />
    </CardList>
  )
}

const SETTLED_MS = 250

/** The value once typing pauses, so that not every key sends a request. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function SearchField({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const id = useId()
  return (
    <form role="search" className="relative" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor={id} className="sr-only">
        Search subscribers by name
      </label>
      <Search className="pointer-events-none icon absolute inset-y-0 left-3 my-auto text-ink-3" />
      <input
        id={id}
        type="search"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        placeholder="Name"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        className={classes(INPUT_BOX, 'pr-3 pl-10')}
      />
    </form>
  )
}

function Rows({ show, search }: { show: SubscriberFilter; search: string }) {
  const query = useStudioSubscribers(show, search)
  const { data, error, isFetching, refetch } = query
  if (!data)
    return error ? (
      !isUnauthorized(error) && (
        <ErrorState className="px-4" onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : `Couldn’t load ${WHAT}.`}
        </ErrorState>
      )
    ) : (
      <Loading label={`Loading ${WHAT}`} className="gap-0!">
        <RowSkeletons />
      </Loading>
    )
  const subscribers = data.pages.flatMap(({ items }) => items)
  return (
    <>
      <div className="p-4 empty:hidden md:px-6">
        <RefreshError query={query} what={WHAT} />
      </div>
      {subscribers.length === 0 ? (
        <EmptyState post="none">
          {search === '' ? NOBODY[show] : 'No subscriber found by that name.'}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {subscribers.map((subscriber) => (
            <SubscriberRow key={subscriber.id} subscriber={subscriber} />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </>
  )
}

const NOBODY: Record<SubscriberFilter, string> = {
  current: 'Nobody subscribes to you right now.',
  ended: 'No subscription has ended.',
  all: 'Nobody has subscribed yet.',
}
