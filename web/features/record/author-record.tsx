// The author's whole record beside one signal, so that one good signal isn't seen alone.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { handleOf } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { booksOf, bookText, counted, countsText } from './format.ts'
import { usePersonRecord } from './queries.ts'
import { Lead, RatingLabel } from './rating.tsx'
import { WorstTrade } from './record-figures.tsx'

/** Empty if the record can't be loaded, or its author is hidden. */
export function AuthorRecord({ username }: { username: string }) {
  const { data: record, isPending } = usePersonRecord(username)
  if (!record && !isPending) return null
  return (
    <Card as="section" aria-labelledby="author-record" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="author-record" className="text-title font-strong wrap-anywhere">
        Record of {handleOf(username)}
      </h2>
      {record ? (
        <Facts record={record} />
      ) : (
        <Loading label="Loading the record" className="gap-3">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-16 w-full" />
        </Loading>
      )}
      <div>
        <Button asChild variant="outline" size="sm">
          <a href={paths.record(username)}>See the record</a>
        </Button>
      </div>
    </Card>
  )
}

function Facts({ record }: { record: PersonRecord }) {
  const books = booksOf(record)
  return (
    <>
      {books.map(({ book, rating, results }) => (
        <section key={book} aria-label={bookText({ book })} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2 tabular-nums">
            {books.length > 1 && bookText({ book })}
            <RatingLabel rating={rating} />
            {rating?.isRated && counted(rating.trades, 'scored trade')}
          </p>
          {rating?.isRated && <Lead rating={rating} priceInCents={record.priceInCents} small />}
          {results && (
            <p className="text-small text-ink-2 tabular-nums">
              Worst trade <WorstTrade worst={results.worst} />
            </p>
          )}
        </section>
      ))}
      <p className="text-small text-pretty text-ink-2 tabular-nums">
        {countsText(record)} Calculated after costs, not from a real account.
      </p>
    </>
  )
}
