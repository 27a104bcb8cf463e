// A person's whole track record: the figures, the chart and every signal.
import { useParams } from 'wouter'
import type { Rating } from '#shared/contracts/rankings.ts'
import { handleOf } from '#shared/rules/people.ts'
import { isUnknown, usePersonRecord, useRecordWeeks } from '#web/features/record/queries.ts'
import { bookText, counted, ratingsOf, shownFigures } from '#web/features/record/format.ts'
import { FollowerResult } from '#web/features/record/follower-result.tsx'
import { saveCsv, weeksCsv } from '#web/features/record/record-files.ts'
import { RecordChart } from '#web/features/record/record-chart.tsx'
import { Calibration, FirstLine, RecordFigures } from '#web/features/record/record-figures.tsx'
import { RecordHistogram } from '#web/features/record/record-histogram.tsx'
import { RecordSignals } from '#web/features/record/record-signals.tsx'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column, useHasAside } from '#web/ui/page.tsx'
import { CurveSkeleton, Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { WhereFiguresComeFrom } from './beside-record.tsx'
import { UserNotFound } from './user-not-found.tsx'

export default function TrackRecordScreen() {
  const { username } = useParams<{ username: string }>()
  return <TrackRecordOf key={username.toLowerCase()} username={username} />
}

function TrackRecordOf({ username }: { username: string }) {
  const query = usePersonRecord(username)
  const { data: record, error, isFetching, refetch } = query
  const name = record?.username ?? username
  const hasAside = useHasAside()
  useTitleAndFocus(isUnknown(error) ? 'User not found' : `Track record of ${handleOf(name)}`)
  if (isUnknown(error))
    return (
      <Column>
        <UserNotFound />
      </Column>
    )
  const rated = record ? ratingsOf(record).filter((rating) => shownFigures(rating)) : []
  // Subscribers follow the sealed record, if it is rated. The price is a year's.
  const followed = rated.flatMap(({ figures }) => (figures?.yearly ? [figures] : [])).at(-1)
  const follower = record && followed && (
    <FollowerResult figures={followed} priceInCents={record.priceInCents} />
  )
  const sources = record && <WhereFiguresComeFrom username={name} />
  return (
    <Column
      beside={
        <>
          {follower}
          {sources}
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-heading font-strong wrap-anywhere">
          Track record of{' '}
          <a href={paths.profile(name)} className="rounded-badge underline-offset-[0.2em] hover:underline">
            {handleOf(name)}
          </a>
        </h1>
        {record?.sample && record.signals.posted > 0 && <SampleBadge />}
      </div>
      {record ? (
        <>
          <RefreshError query={query} what="the track record" />
          <p className="font-medium text-pretty tabular-nums">
            <FirstLine record={record} />
          </p>
          <Card className="py-2! md:py-3!">
            <RecordFigures record={record} />
          </Card>
          {!hasAside && follower}
          {record.calibration && <Calibration {...record.calibration} />}
          {rated.length > 0 && <Charts username={name} ratings={rated} />}
          <p className="text-small text-pretty text-ink-3">
            Paper result after costs; nobody’s account. Each trade counts as a tenth. Past results say little
            about what comes next. <TextLink href={paths.log}>Check it in the public log</TextLink>
          </p>
          {rated.length > 0 && record.perPosition && (
            <RecordHistogram
              username={name}
              perPosition={record.perPosition}
              total={record.positions.total}
            />
          )}
          <RecordSignals username={name} total={record.signals.posted} later={record.signals.sealed} />
          {!hasAside && sources}
        </>
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load the track record.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading the track record">
          <Card className="grid gap-4">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-20 w-full" />
            <CurveSkeleton tall />
          </Card>
        </Loading>
      )}
    </Column>
  )
}

function Charts({ username, ratings }: { username: string; ratings: readonly Rating[] }) {
  const { data, error, isFetching, refetch } = useRecordWeeks(username)
  return (
    <Card as="section" aria-labelledby="record-chart" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="record-chart" className="text-title font-strong">
            Ahead of the market
          </h2>
          <p className="text-small text-ink-2">Inside the gray band, it could be luck.</p>
        </div>
        {data && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => saveCsv(`${username}-weeks`, weeksCsv(data.records))}
          >
            Download {counted(Math.max(...data.records.map(({ weeks }) => weeks.length)), 'week')}
          </Button>
        )}
      </div>
      {data ? (
        <>
          {ratings.map(({ book, figures }) => {
            const weeks = data.records.find((record) => record.book === book)?.weeks ?? []
            return (
              figures && (
                <div key={book} className="grid grid-cols-[minmax(0,1fr)] gap-2">
                  {ratings.length > 1 && <h3 className="text-label font-medium">{bookText({ book })}</h3>}
                  <RecordChart weeks={weeks} figures={figures} />
                </div>
              )
            )
          })}
          <p className="text-small text-pretty text-ink-3">
            The mix is fitted again each week, so the line of the lead can shift a little. Weekly results
            don’t.
          </p>
        </>
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load the chart.'}
        </ErrorState>
      ) : (
        <Loading label="Loading the chart">
          <CurveSkeleton />
        </Loading>
      )}
    </Card>
  )
}
