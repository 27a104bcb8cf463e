// The track record on a profile: the first line, the figures, and the way to every position. Empty for people
// without signals.
import type { ReactNode } from 'react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { isUnknown, usePersonRecord } from './queries.ts'
import { FirstLine, RecordFigures } from './record-figures.tsx'

type TrackRecordCardProps = {
  username: string
  /** Whether the page already says that its figures are sample data. */
  hasBadge: boolean
  /** Takes the card's place while it loads. */
  loading: ReactNode
}

export default function TrackRecordCard({ username, hasBadge, loading }: TrackRecordCardProps) {
  const { data, error, isFetching, refetch } = usePersonRecord(username)
  if (data) return data.signals.posted > 0 && <Shown record={data} hasBadge={hasBadge} />
  if (!error) return loading
  if (isUnauthorized(error) || isUnknown(error)) return null
  return (
    <Card>
      <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
        {error instanceof OfflineError ? error.message : 'Couldn’t load the track record.'}
      </ErrorState>
    </Card>
  )
}

function Shown({ record, hasBadge }: { record: PersonRecord; hasBadge: boolean }) {
  return (
    <Card as="section" aria-labelledby="track-record" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="track-record" className="text-title font-strong">
            Track record
          </h2>
          {record.sample && !hasBadge && <SampleBadge />}
        </div>
        <p className="text-small text-pretty text-ink-2 tabular-nums">
          <FirstLine record={record} />
        </p>
      </div>
      <RecordFigures record={record} />
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-small text-ink-3">
        <span>Paper result: nobody’s account.</span>
        <TextLink href={paths.record(record.username)} className="min-h-6">
          Every position and the chart
        </TextLink>
      </p>
    </Card>
  )
}
