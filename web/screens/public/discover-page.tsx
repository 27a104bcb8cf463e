// Discover for visitors: the board, newcomers and ended records, each with a link to the record.
import type { Board, Newcomers } from '#shared/contracts/rankings.ts'
import { BOARD_FILTERS, type BoardFilter, type VisitorFrame } from '#shared/visitor-page.ts'
import { BoardCard } from '#web/features/record/board.tsx'
import { NewcomersList, NoLongerPosting } from '#web/features/record/newcomers.tsx'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { nameOf } from '#shared/rules/people.ts'
import { PublicFrame } from './frame.tsx'
import { type Found, FoundByName, SearchForm } from './search-form.tsx'

type Person = Board['people'][number]

const LABELS: Record<BoardFilter, string> = {
  short: 'Days to weeks',
  long: 'Months to years',
  free: 'Free signals',
  under15: 'Under $15',
}
const MATCHES: Record<BoardFilter, (person: Person) => boolean> = {
  short: ({ horizon }) => horizon === 'days' || horizon === 'weeks',
  long: ({ horizon }) => horizon === 'months' || horizon === 'years',
  free: ({ hasPrice }) => !hasPrice,
  under15: ({ hasPrice, author }) => !hasPrice || author.subscriptionPriceInCents < 1500,
}

type DiscoverPageProps = {
  frame: VisitorFrame
  board: Board
  newcomers: Newcomers
  filter: BoardFilter | null
  found: Found | null
}

export function DiscoverPage({ frame, board, newcomers, filter, found }: DiscoverPageProps) {
  const seeRecord = ({ author }: { author: Person['author'] }) => (
    <Button asChild variant="outline" size="sm">
      <a href={publicPaths.person(author.username)} aria-label={`See record of ${nameOf(author)}`}>
        See record
      </a>
    </Button>
  )
  return (
    <PublicFrame signupMode={frame.signupMode} path={paths.discover}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <h1 className="text-heading font-strong">Discover</h1>
          <p className="text-ink-2">People ranked by how all their signals turned out.</p>
        </div>
        {board.sample && <SampleBadge />}
      </div>
      <SearchForm text={found?.text} />
      {found && <FoundByName found={found} />}
      {board.listed > 0 && !found && <Filters filter={filter} />}
      <BoardCard
        board={board}
        people={filter === null ? board.people : board.people.filter(MATCHES[filter])}
        actionsFor={seeRecord}
      />
      <NewcomersList newcomers={newcomers} actionsFor={seeRecord} />
      <div id="ended">
        <NoLongerPosting ended={newcomers.ended} opened />
      </div>
      <p className="text-small text-pretty text-ink-3">
        Calculated from signals, not from real accounts. Past results say little about what comes next.
      </p>
    </PublicFrame>
  )
}

const Filters = ({ filter }: { filter: BoardFilter | null }) => (
  <nav aria-label="Show" className="flex flex-wrap gap-2">
    {BOARD_FILTERS.map((one) => (
      <a
        key={one}
        href={one === filter ? paths.discover : `${paths.discover}?show=${one}`}
        aria-current={one === filter ? 'true' : undefined}
        className={classes(
          'inline-flex min-h-11 items-center rounded-full border px-3 text-label font-medium hover:bg-sunken',
          one === filter ? 'border-brand bg-brand-soft text-brand' : 'border-line-field',
        )}
      >
        {LABELS[one]}
      </a>
    ))}
  </nav>
)
