// What happened to a case, newest first, and what was decided against its author before.
import type { AdminCase } from '#shared/contracts/cases.ts'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { eventText } from './case-words.ts'

export const CaseHistory = ({ history }: { history: AdminCase['history'] }) => (
  <Card as="section" aria-labelledby="history" className="grid gap-3">
    <h2 id="history" className="text-title font-strong">
      History
    </h2>
    <ol className="divide-y divide-line">
      {history.map((event, place) => (
        <li key={place} className="grid gap-x-4 py-2 first:pt-0 last:pb-0 md:grid-cols-[11rem_minmax(0,1fr)]">
          <time dateTime={event.at.toISOString()} className="text-small tabular-nums text-ink-3">
            {dateAndTime(event.at)}
          </time>
          <span className="wrap-anywhere">
            {event.caseId === null ? (
              eventText(event)
            ) : (
              <>
                <TextLink href={paths.adminCase(event.caseId)}>{eventText(event)}</TextLink>
                {event.facts !== null && `: “${event.facts}”`}
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  </Card>
)
