// The track record on a profile: both records, and a link to every trade. Empty for people without signals.
import type { ReactNode } from 'react'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { countsText } from './format.ts'
import { isUnknown, usePersonRecord } from './queries.ts'
import { RecordCards } from './record-figures.tsx'

type TrackRecordCardProps = {
  username: string
  /** Whether the page already says that its figures are sample data. */
  hasBadge: boolean
  /** Takes the card's place while it loads. */
  loading: ReactNode
}

export default function TrackRecordCard({ username, hasBadge, loading }: TrackRecordCardProps) {
  const { data: record, error, isFetching, refetch } = usePersonRecord(username)
  if (record?.signals.posted === 0) return null
  if (record)
    return (
      <RecordCards
        record={record}
        badge={record.sample && !hasBadge && <SampleBadge />}
        foot={
          <p className="text-small text-pretty text-ink-2 tabular-nums">
            {countsText(record)} <TextLink href={paths.record(record.username)}>See every trade</TextLink>
            <br />
            Calculated after costs, not from a real account.
          </p>
        }
      />
    )
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
