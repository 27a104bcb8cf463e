// The author's whole record beside one signal, so that one good signal isn't seen alone.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { handleOf } from '#shared/rules/people.ts'
import { pointsOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { firstLine, ratingsOf, toneOf } from './format.ts'
import { usePersonRecord } from './queries.ts'
import { Ratings } from './rating.tsx'

/** Empty if the record can't be loaded, or its author is hidden. */
export function AuthorRecord({ username }: { username: string }) {
  const { data: record, isPending } = usePersonRecord(username)
  if (!record && !isPending) return null
  return (
    <Card as="section" aria-labelledby="author-record" className="grid grid-cols-[minmax(0,1fr)] gap-3">
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
  const { perPosition } = record
  const ratings = ratingsOf(record)
  const isRated = ratings.some((rating) => rating.isRated)
  return (
    <>
      <Ratings ratings={ratings} small />
      <p className="text-small text-pretty text-ink-2 tabular-nums">
        {firstLine(record)}.
        {isRated && perPosition && (
          <>
            {' '}
            Worst position <span className={toneOf(perPosition.worst)}>
              {pointsOf(perPosition.worst)}
            </span>{' '}
            against SPY.
          </>
        )}{' '}
        Paper result after costs; nobody’s account.
      </p>
    </>
  )
}
