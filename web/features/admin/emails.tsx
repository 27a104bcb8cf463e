// The last emails and their states.
import { useState } from 'react'
import type { AdminEmail } from '#shared/contracts/admin.ts'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Loaded } from './loaded.tsx'
import { useEmails } from './queries.ts'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'refused', label: 'Bounced' },
  { value: 'expired', label: 'Expired' },
] as const
const STATES: Record<AdminEmail['state'], { text: string; tone: BadgeTone }> = {
  sent: { text: 'Sent', tone: 'gain' },
  waiting: { text: 'Waiting', tone: 'caution' },
  refused: { text: 'Bounced', tone: 'loss' },
  expired: { text: 'Expired', tone: 'neutral' },
}

/** The words of a template's name, which is in camel case. */
const words = (template: string) => template.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function Emails() {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('all')
  return (
    <CardList as="section" aria-labelledby="emails">
      <CardHead>
        <h2 id="emails" className="text-title font-strong">
          Emails
        </h2>
        <FilterChips label="Which emails" options={FILTERS} value={filter} onValueChange={setFilter} />
      </CardHead>
      <Loaded query={useEmails(filter)} what="the emails">
        {(emails) =>
          emails.length === 0 ? (
            <p className="p-4 text-ink-2 md:px-6">No emails.</p>
          ) : (
            <ul className="divide-y divide-line">
              {emails.map(({ id, template, recipient, state, createdAt }) => (
                <ListRow
                  key={id}
                  title={<span className="inline-block first-letter:uppercase">{words(template)}</span>}
                  sub={`${recipient} · ${dateAndTime(createdAt)}`}
                  end={<Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </CardList>
  )
}
