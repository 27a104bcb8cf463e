// The author's whole record beside one signal, so that one good signal isn't seen alone.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { handleOf } from '#shared/rules/people.ts'
import { percentOf, pointsOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { firstLine, rangeText, tooEarly, toneOf } from './format.ts'
import { usePersonRecord } from './queries.ts'

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
  const { paper, perPosition } = record
  const early = tooEarly(record)
  return (
    <>
      {early === null && paper ? (
        <div className="grid gap-1 tabular-nums">
          <p className="flex flex-wrap items-baseline gap-x-1.5 text-small text-ink-2">
            <span className={classes('text-body font-strong', Number(paper.low) > 0 && 'text-brand')}>
              {percentOf(paper.mean)}
            </span>
            a year vs its SPY–QQQ mix
          </p>
          <RangeBar
            low={Number(paper.low)}
            middle={Number(paper.mean)}
            high={Number(paper.high)}
            label={rangeText(paper)}
          />
          <p className="text-small text-pretty text-ink-2">
            {Number(paper.low) > 0 || Number(paper.high) < 0
              ? `Luck alone could make it ${percentOf(paper.low)} to ${percentOf(paper.high)}.`
              : `${percentOf(paper.low)} to ${percentOf(paper.high)}: luck alone could explain this record.`}
          </p>
        </div>
      ) : (
        <p className="text-label font-medium text-pretty">{early}</p>
      )}
      <p className="text-small text-pretty text-ink-2 tabular-nums">
        {firstLine(record)}.
        {early === null && perPosition && (
          <>
            {' '}
            Worst position <span className={toneOf(perPosition.worst)}>
              {pointsOf(perPosition.worst)}
            </span>{' '}
            against SPY.
          </>
        )}{' '}
        Paper result: nobody’s account.
      </p>
    </>
  )
}
