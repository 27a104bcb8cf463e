// What a buyer must know before paying: the record of what is bought, what it costs, how often premium signals come.
import type { ReactNode } from 'react'
import { Info } from 'lucide-react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { User } from '#shared/contracts/users.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { aheadText, leadFigure, leadText } from '#shared/rules/rating-text.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useNow } from '#web/lib/now.ts'
import { paths } from '#web/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { PerformanceFigure } from '#web/ui/performance-figure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { booksOf, counted } from './format.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { usePersonRecord } from './queries.ts'
import { Lead, RatingLabel } from './rating.tsx'
import { WorstTrade } from './record-figures.tsx'

const DAY_MS = 86_400_000

/**
 * `priceInCents`: what is about to be charged. `link`: whether to link to every trade; false in a dialog, because the
 * link would leave it.
 */
type PurchaseFactsProps = { creator: User; priceInCents: number; link?: boolean }

export function PurchaseFacts({ creator, priceInCents, link = false }: PurchaseFactsProps) {
  const { data: record, error, isFetching, refetch } = usePersonRecord(creator.username)
  return (
    <section
      aria-label="What you buy"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-4"
    >
      {record ? (
        <Record record={record} priceInCents={priceInCents} />
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load the track record.'}
        </ErrorState>
      ) : (
        <PurchaseFactsSkeleton />
      )}
      <PortfolioLine creator={creator} />
      {link && <TextLink href={paths.record(creator.username)}>See every trade</TextLink>}
    </section>
  )
}

/** "Subscriber trades: Not rated yet: 4 of 20 trades", for a place with room for one line. */
export function PurchaseLine({ creator }: { creator: User }) {
  const { data: record } = usePersonRecord(creator.username)
  const rating = record?.books.sealed ?? null
  if (!record) return <span aria-busy="true">…</span>
  return (
    <span className="tabular-nums">
      Subscriber trades: {labelText(rating)}
      {rating?.isRated && rating.figures && `, ${leadFigure(rating.figures)} ${aheadText(rating.figures)}`}
    </span>
  )
}

/** As high as a record with its figures. */
export const PurchaseFactsSkeleton = () => (
  <Loading label="Loading the track record" className="min-h-64 gap-4">
    <Skeleton className="h-6 w-28" />
    <Skeleton className="h-20 w-full" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-full" />
  </Loading>
)

/** Subscriber trades come first, because they are what is bought. */
function Record({ record, priceInCents }: { record: PersonRecord; priceInCents: number }) {
  const { premium } = record
  const books = booksOf(record)
  const open = books.find(({ book }) => book === 'open')
  const sealed = books.find(({ book }) => book === 'sealed')
  const worst = (sealed?.results ?? open?.results)?.worst
  return (
    <>
      <Notice premium={premium} />
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small text-ink-2 tabular-nums">
          <span className="flex flex-wrap items-center gap-2">
            Subscriber trades <RatingLabel rating={sealed?.rating ?? null} />
          </span>
          {sealed?.rating && (
            <span>
              {counted(sealed.rating.trades, 'scored trade')} since {dayText(sealed.rating.since)}
            </span>
          )}
        </p>
        {sealed?.rating?.isRated && <Lead rating={sealed.rating} priceInCents={priceInCents} small />}
      </div>
      <p className="text-small text-pretty text-ink-2 tabular-nums">
        Public trades: {labelText(open?.rating ?? null)}
        {open?.rating?.isRated && open.rating.figures && `. ${leadText(open.rating.figures)}`}. Calculated
        after costs, not from a real account.
      </p>
      <PriceBreakdown
        items={[
          ...(worst ? [{ label: 'Worst trade', value: <WorstTrade worst={worst} /> }] : []),
          { label: 'Premium, last 30 days', value: lastDays(premium) },
          { label: 'Premium, last 90 days', value: formatCount(premium.last90) },
        ]}
      />
    </>
  )
}

/** "6 · last Nov 24, 2026". */
function lastDays({ last30, latest }: PersonRecord['premium']): ReactNode {
  return latest === null ? '0' : `${formatCount(last30)} · last ${dayText(utcDay(latest))}`
}

/** Warns if premium signals are missing or have become rare. */
function Notice({ premium: { last30, latest } }: Pick<PersonRecord, 'premium'>) {
  const now = useNow()
  if (last30 > 0) return null
  const text =
    latest === null
      ? 'No premium signal yet. Nothing has been posted that a subscription would open.'
      : `No premium signal for ${counted(Math.floor((now - latest.getTime()) / DAY_MS), 'day')}.`
  return (
    <p className="flex items-start gap-2 rounded-control bg-sunken px-3 py-2.5 text-small text-pretty text-ink-2">
      <Info className="icon-sm mt-0.5 flex-none" />
      {text}
    </p>
  )
}

/** Without a portfolio there is no figure (spec answer 45). */
const PortfolioLine = ({ creator }: { creator: User }) => (
  <dl className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-button text-ink-2">
    <dt>Portfolio performance</dt>
    <dd>{creator.performanceSource === 'none' ? '— No portfolio' : <PerformanceFigure of={creator} />}</dd>
  </dl>
)
