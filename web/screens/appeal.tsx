// A decision of our moderators about the viewer, with its reasons, and the viewer's appeal in words; or one of the
// viewer's own reports, if its subject was left as it is.
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import type { Decision } from '#shared/contracts/reports.ts'
import { OwnAppeal, OwnReport } from '#web/features/safety/appeal-form.tsx'
import { useDecision } from '#web/features/safety/decision-queries.ts'
import { measureText } from '#web/features/safety/measure-text.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column } from '#web/ui/page.tsx'
import { Loading, SignalRowSkeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export default function Appeal() {
  useTitleAndFocus('Appeal a decision')
  const { id } = useParams<{ id: string }>()
  const { data, error, isFetching, refetch } = useDecision(id)
  const { decision, report } = data ?? {}
  const outcome = report?.outcome
  return (
    <Column>
      <h1 className="text-heading font-strong">Appeal a decision</h1>
      {report && outcome?.measure === 'dismiss' ? (
        <OwnReport report={{ ...report, outcome }} />
      ) : decision ? (
        <>
          <Statement decision={decision} />
          <OwnAppeal decision={decision} />
          <p className="text-small text-ink-2">You can also turn to an out-of-court body or a court.</p>
        </>
      ) : data !== undefined ? (
        <Card>
          <EmptyState post="fallen" title="Decision not found">
            This decision doesn’t exist, or isn’t about you or a report of yours.
          </EmptyState>
        </Card>
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load the decision.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading the decision">
          <SignalRowSkeleton />
        </Loading>
      )}
    </Column>
  )
}

const SUBJECTS: Record<Decision['subjectKind'], [kind: string, link: string]> = {
  signal: ['Signal', 'Open the signal'],
  comment: ['Comment', 'One of yours'],
  profile: ['Profile', 'Open your profile'],
  picture: ['Picture', 'Open your profile'],
}

function Statement({ decision }: { decision: Decision }) {
  const { subjectKind, subjectId, facts, ground, reference, isAutomatic, decidedAt } = decision
  const [kind, link] = SUBJECTS[subjectKind]
  const rows: [string, ReactNode][] = [
    ['Action', measureText(decision)],
    [
      kind,
      // A removed comment has nothing to open.
      subjectKind === 'comment' ? (
        link
      ) : (
        <TextLink key="signal" href={subjectKind === 'signal' ? paths.signal(subjectId) : paths.ownProfile}>
          {link}
        </TextLink>
      ),
    ],
    ['Facts', facts],
    ['Basis', `${ground === 'law' ? 'The law' : 'Our rules'}: ${reference}`],
    ['Decided by', isAutomatic ? 'Automatically' : 'A moderator, not automatically'],
    ['Date', longDate(decidedAt)],
  ]
  return (
    <Card>
      <h2 className="text-lead font-strong">What we decided</h2>
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[8rem_minmax(0,1fr)] md:gap-y-3">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-small text-ink-3 not-first:mt-2 md:not-first:mt-0">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
