// A person's whole track record: the figures, the chart and every signal.
import { useParams } from 'wouter'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { handleOf, nameOf, profileInitials } from '#shared/rules/people.ts'
import { isUnknown, usePersonRecord, useRecordWeeks } from '#web/features/record/queries.ts'
import {
  type Book,
  booksOf,
  bookText,
  counted,
  countsText,
  otherSignals,
  shownFigures,
} from '#web/features/record/format.ts'
import { FollowerResult } from '#web/features/record/follower-result.tsx'
import { saveCsv, weeksCsv } from '#web/features/record/record-files.ts'
import { RecordChart } from '#web/features/record/record-chart.tsx'
import { Calibration, RecordCards } from '#web/features/record/record-figures.tsx'
import { RecordHistogram } from '#web/features/record/record-histogram.tsx'
import { RecordSignals } from '#web/features/record/record-signals.tsx'
import { usePerson } from '#web/features/users/queries.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { ShareButton } from '#web/lib/share-button.tsx'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column, useHasAside } from '#web/ui/page.tsx'
import { CurveSkeleton, Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { PremiumCard, WhereFiguresComeFrom } from './beside-record.tsx'
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
  const { data: person, isPending: isPersonPending } = usePerson(name)
  useTitleAndFocus(isUnknown(error) ? 'User not found' : `Track record of ${handleOf(name)}`)
  if (isUnknown(error))
    return (
      <Column>
        <UserNotFound />
      </Column>
    )
  const books = record ? booksOf(record) : []
  const rated = books.filter(({ rating }) => rating && shownFigures(rating))
  // Subscribers follow the record of subscriber trades, if it is rated.
  const followed = rated.at(-1)
  const follower = record && followed?.rating?.figures && (
    <FollowerResult
      figures={followed.rating.figures}
      copied={books.length === 1 ? 'signal' : followed.book === 'open' ? 'public trade' : 'subscriber trade'}
      priceInCents={record.priceInCents}
      name={person ? (person.firstName ?? nameOf(person)) : 'the author'}
    />
  )
  const premium = person?.isCreator && record && <PremiumCard person={person} premium={record.premium} />
  // After the card about premium signals, which would move it down.
  const sources = record && !isPersonPending && <WhereFiguresComeFrom username={name} />
  return (
    <Column
      beside={
        <>
          {follower}
          {premium}
          {sources}
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-center gap-3">
          {person ? (
            <Avatar initials={profileInitials(person)} hue={hueOf(person.id)} src={person.profileImageUrl} />
          ) : (
            <span className="size-10" />
          )}
          <div className="min-w-0">
            <h1 className="text-heading font-strong">Track record</h1>
            <p className="text-small text-ink-2 wrap-anywhere">
              {person && <bdi>{nameOf(person)} · </bdi>}
              <TextLink href={paths.profile(name)}>{handleOf(name)}</TextLink>
            </p>
          </div>
        </div>
        <div className="flex items-center gap-2">
          {record?.sample && record.signals.posted > 0 && <SampleBadge />}
          {record && (
            <ShareButton
              path={publicPaths.person(name)}
              title={`Record of ${handleOf(name)}`}
              label={`Share the record of ${handleOf(name)}`}
            />
          )}
        </div>
      </div>
      {record ? (
        <>
          <RefreshError query={query} what="the track record" />
          <RecordCards record={record} />
          <Others record={record} />
          {!hasAside && follower}
          {record.calibration && <Calibration {...record.calibration} />}
          {rated.length > 0 && <Charts username={name} books={rated} />}
          <RecordSignals record={record} />
          {rated.map(
            ({ book, results }) =>
              results && (
                <RecordHistogram
                  key={book}
                  username={name}
                  results={results}
                  what={book === 'open' ? 'trades' : 'subscriber trades'}
                />
              ),
          )}
          {!hasAside && premium}
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

/** The number of signals that aren't a trade, by reason. */
function Others({ record }: { record: PersonRecord }) {
  const others = otherSignals(record)
  const total = others.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid gap-1 text-small text-ink-2 tabular-nums">
      <p className="text-pretty">{countsText(record)} Calculated after costs.</p>
      {total > 0 && (
        <Disclosure label={`What about the other ${formatCount(total)}?`}>
          <Card className="max-w-96 p-4! md:p-4!">
            <PriceBreakdown
              items={others.map(({ label, count }) => ({ label, value: formatCount(count) }))}
              total={{ label: 'Total', value: formatCount(total) }}
            />
          </Card>
        </Disclosure>
      )}
    </div>
  )
}

function Charts({ username, books }: { username: string; books: readonly Book[] }) {
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
          {books.map(({ book, rating }) => {
            const figures = rating?.figures
            const weeks = data.records.find((record) => record.book === book)?.weeks ?? []
            return (
              figures && (
                <div key={book} className="grid grid-cols-[minmax(0,1fr)] gap-2">
                  {books.length > 1 && <h3 className="text-label font-medium">{bookText({ book })}</h3>}
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
