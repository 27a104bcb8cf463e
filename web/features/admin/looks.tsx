// Reporters who asked for another look at a decision to leave something as it is.
import type { AdminCase } from '#shared/contracts/cases.ts'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { Card } from '#web/ui/card.tsx'

export const Looks = ({ looks }: { looks: AdminCase['looks'] }) => (
  <Card as="section" aria-labelledby="looks" className="grid gap-3">
    <h2 id="looks" className="text-title font-strong">
      Asked for another look
    </h2>
    <ul className="grid gap-3">
      {looks.map(({ reporter, text, createdAt, outcome, answer }) => (
        <li key={`${reporter} ${createdAt.getTime()}`} className="grid gap-1">
          <p className="text-small text-ink-2">
            {reporter === null ? 'Without an account' : `@${reporter}`}, {dateAndTime(createdAt)}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          {outcome !== null && (
            <p className="text-small wrap-anywhere text-ink-2">
              {outcome === 'kept' ? 'No change' : 'Reopened'}: {answer}
            </p>
          )}
        </li>
      ))}
    </ul>
  </Card>
)
