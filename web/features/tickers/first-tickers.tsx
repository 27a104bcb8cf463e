// The first tickers of a new person's watch list: a search, the list, and what most people called this month.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Plus, Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type NamedTicker, tickers } from '#shared/contracts/tickers.ts'
import { SEARCH_MAX } from '#shared/limits.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Chip, ChipList } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { INPUT_BOX } from '#web/ui/text-input.tsx'
import { useIsWatched, useWatch, useWatchlist } from './watchlist-queries.ts'

const FOUND_MAX = 6
const CALLED_MAX = 8
const KEPT_MS = 60_000

export function FirstTickers() {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  return (
    <>
      <TickerSearch typed={typed} onType={setTyped} />
      {text !== '' && <Found text={text} onAdd={() => setTyped('')} />}
      <YourList />
      <MostCalled />
    </>
  )
}

function TickerSearch({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const id = useId()
  return (
    <form role="search" className="relative" onSubmit={(event: FormEvent) => event.preventDefault()}>
      <label htmlFor={id} className="sr-only">
        Add a ticker or company
      </label>
      <Search className="pointer-events-none icon absolute inset-y-0 left-3 my-auto text-ink-3" />
      <input
        id={id}
        type="search"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        placeholder="Ticker or company"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        className={classes(INPUT_BOX, 'min-h-12 pr-3 pl-10')}
      />
    </form>
  )
}

function Found({ text, onAdd }: { text: string; onAdd: () => void }) {
  const query = useQuery({
    queryKey: queryKeys.tickerSearch(text),
    queryFn: () => call(tickers.search, { query: { query: text, limit: FOUND_MAX } }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  })
  if (query.data)
    return query.data.length === 0 ? (
      <p role="status" className="text-label text-ink-2">
        No ticker or company by that name.
      </p>
    ) : (
      <Pills named={query.data} onAdd={onAdd} />
    )
  return <NotLoaded query={query} what="Couldn’t search." />
}

function YourList() {
  const query = useWatchlist()
  const { data } = query
  if (!data) return query.error ? <NotLoaded query={query} what="Couldn’t load your list." /> : null
  if (data.every(({ isRemoved }) => isRemoved)) return null
  return (
    <Section title="Your list">
      <ChipList label="Your list" className="gap-2">
        {data.map(({ ticker }) => (
          <WatchedChip key={ticker} ticker={ticker} />
        ))}
      </ChipList>
    </Section>
  )
}

function WatchedChip({ ticker }: { ticker: string }) {
  const watch = useWatch(ticker)
  if (!useIsWatched(ticker)) return null
  return (
    <Chip removeLabel={`Remove ${ticker}`} onRemove={() => watch.mutate(false)}>
      ${ticker}
    </Chip>
  )
}

function MostCalled() {
  const query = useQuery({ queryKey: queryKeys.mostCalled, queryFn: () => call(tickers.mostCalled) })
  if (query.data?.length === 0) return null
  return (
    <Section title="Most posted this month">
      {query.data ? (
        <Pills named={query.data.slice(0, CALLED_MAX)} />
      ) : (
        <NotLoaded query={query} what="Couldn’t load them. You can search above." />
      )}
    </Section>
  )
}

const Pills = ({ named, onAdd }: { named: readonly NamedTicker[]; onAdd?: () => void }) => (
  <ul className="flex flex-wrap gap-2">
    {named.map((one) => (
      <li key={one.ticker} className="max-w-full min-w-0">
        <Pill {...one} onAdd={onAdd} />
      </li>
    ))}
  </ul>
)

function Pill({ ticker, name, onAdd }: NamedTicker & { onAdd: (() => void) | undefined }) {
  const isWatched = useIsWatched(ticker) ?? false
  const watch = useWatch(ticker)
  const Icon = isWatched ? Check : Plus
  return (
    <button
      type="button"
      aria-pressed={isWatched}
      onClick={() => {
        watch.mutate(!isWatched)
        if (!isWatched) onAdd?.()
      }}
      className={classes(
        'inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-line-field bg-surface px-3',
        'py-1 text-left text-label font-medium text-ink transition-colors duration-150 hover:bg-sunken',
        'aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:font-strong aria-pressed:text-brand',
        'forced-colors:aria-pressed:bg-[Highlight]',
      )}
    >
      <Icon className="icon-sm flex-none" />
      <span className="flex-none">${ticker}</span>
      <span className="min-w-0 truncate text-small font-regular text-ink-2">{name}</span>
    </button>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
    <h2 className="text-label font-medium">{title}</h2>
    {children}
  </section>
)

type Loaded = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** A lost session leads to the sign-in page, which has its own message. */
function NotLoaded({ query, what }: { query: Loaded; what: string }) {
  const { error, isFetching, refetch } = query
  if (error && !isUnauthorized(error))
    return (
      <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
        {error instanceof OfflineError ? error.message : what}
      </ErrorState>
    )
  return (
    <Loading label="Loading tickers">
      <div className="flex flex-wrap gap-2">
        {[28, 36, 32, 30].map((width) => (
          <Skeleton key={width} className={classes('h-9 rounded-full', WIDTHS[width])} />
        ))}
      </div>
    </Loading>
  )
}
const WIDTHS: Record<number, string> = { 28: 'w-28', 30: 'w-30', 32: 'w-32', 36: 'w-36' }
