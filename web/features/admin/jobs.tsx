// Jobs that failed and payment events that wait, each with "Retry".
import type { FailedJob, WaitingEvent } from '#shared/contracts/admin.ts'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Loaded } from './loaded.tsx'
import { useJobs, useRetryEvent, useRetryJob } from './queries.ts'

export function Jobs() {
  return (
    <Loaded query={useJobs()} what="the jobs">
      {({ jobs, events }) => (
        <CardList as="section" aria-label="Jobs and payment events">
          {jobs.length + events.length === 0 ? (
            <p className="p-4 text-ink-2 md:px-6">Every job is done, and every payment event is processed.</p>
          ) : (
            <JobRows jobs={jobs} events={events} />
          )}
        </CardList>
      )}
    </Loaded>
  )
}

type JobRowsProps = { jobs: readonly FailedJob[]; events: readonly WaitingEvent[] }

export function JobRows({ jobs, events }: JobRowsProps) {
  const retryJob = useRetryJob()
  const retryEvent = useRetryEvent()
  return (
    <ul className="divide-y divide-line">
      {events.map(({ id, type, receivedAt }) => (
        <ListRow
          key={id}
          stack
          title="Webhook from the payment provider"
          sub={`${type}, received ${dateAndTime(receivedAt)}`}
          end={
            <Button
              variant="outline"
              size="sm"
              aria-label={`Retry ${type}`}
              pending={retryEvent.isPending && retryEvent.variables === id}
              onClick={() => retryEvent.mutate(id)}
            >
              Retry
            </Button>
          }
        />
      ))}
      {jobs.map(({ id, task, attempts, attemptsMax, error, nextAt }) => (
        <ListRow
          key={id}
          stack
          title={task.replaceAll('_', ' ')}
          sub={
            <span className="wrap-anywhere">
              {attempts} of {attemptsMax} tries · {nextAt ? `next ${dateAndTime(nextAt)}` : 'given up'} ·{' '}
              {error}
            </span>
          }
          end={
            <Button
              variant="outline"
              size="sm"
              aria-label={`Retry ${task}`}
              pending={retryJob.isPending && retryJob.variables === id}
              onClick={() => retryJob.mutate(id)}
            >
              Retry
            </Button>
          }
        />
      ))}
    </ul>
  )
}
