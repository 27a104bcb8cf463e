// The audit log, of one account or one event.
import { useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loaded } from './loaded.tsx'
import { useAudit } from './queries.ts'
import { UserFilter } from './user-filter.tsx'

/** The parts before the dot of the events' names. */
const EVENTS = [
  { value: 'all', label: 'All events' },
  { value: 'admin', label: 'Administration' },
  { value: 'case', label: 'Decisions' },
  { value: 'appeal', label: 'Appeals' },
  { value: 'report', label: 'Other looks' },
  { value: 'moderator', label: 'Roles' },
  { value: 'sign_in', label: 'Sign-ins' },
  { value: 'sign_in_failed', label: 'Failed sign-ins' },
  { value: 'password', label: 'Passwords' },
  { value: 'payment', label: 'Payments' },
  { value: 'deletion', label: 'Deletions' },
] as const

export function Audit() {
  const user = new URLSearchParams(useSearch()).get('user') ?? ''
  const [event, setEvent] = useState<(typeof EVENTS)[number]['value']>('all')
  return (
    <CardList as="section" aria-labelledby="audit">
      <CardHead>
        <h2 id="audit" className="text-title font-strong">
          Audit log
        </h2>
        <div className="flex w-full max-w-128 flex-wrap gap-2 sm:flex-nowrap">
          <Select aria-label="Events" options={EVENTS} value={event} onValueChange={setEvent} />
          <UserFilter key={user} user={user} section="audit" />
        </div>
      </CardHead>
      <Loaded query={useAudit(user, event === 'all' ? '' : event)} what="the audit log">
        {(entries) =>
          entries.length === 0 ? (
            <p className="p-4 text-ink-2 md:px-6">No entries.</p>
          ) : (
            <ol className="divide-y divide-line">
              {entries.map(({ id, createdAt, event: name, actor, person, target, quantity, reason }) => (
                <li key={id} className="grid gap-x-4 px-4 py-2.5 md:grid-cols-[11rem_minmax(0,1fr)] md:px-6">
                  <span className="text-small text-ink-2 tabular-nums">{dateAndTime(createdAt)}</span>
                  <span className="min-w-0 wrap-anywhere">
                    <span className="font-strong">{name}</span>
                    <span className="text-ink-2">
                      {' '}
                      by {actor}
                      {person !== null && person !== actor && ` on ${person}`}
                      {quantity !== null && ` (${quantity})`}
                    </span>
                    {reason !== null && <span className="block text-small text-ink-2">“{reason}”</span>}
                    {target !== null && <span className="block text-caption text-ink-3">{target}</span>}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </CardList>
  )
}
