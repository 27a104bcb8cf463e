// Settings, "Privacy": what the viewer reported and what came of it, and what was decided about the viewer.
import type { ReactNode } from 'react'
import type { Decision, Measure, Report } from '#shared/contracts/reports.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { dateAndTime, longDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useDecisionList, useReportList } from './decision-queries.ts'
import { measureText } from './measure-text.ts'

type SectionProps<Row> = {
  id: string
  title: string
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  empty: string
  failed: string
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  children: (row: Row) => ReactNode
  foot?: ReactNode
}

function Section<Row>({ id, title, rows, empty, failed, query, children, foot }: SectionProps<Row>) {
  const { error, isFetching, refetch } = query
  return (
    <CardList as="section" aria-labelledby={id}>
      <CardHead>
        <h3 id={id} className="text-title font-strong">
          {title}
        </h3>
      </CardHead>
      {rows && rows.length > 0 && <ul className="divide-y divide-line">{rows.map(children)}</ul>}
      {rows?.length === 0 && <p className="px-4 py-3 text-small text-ink-2 md:px-6">{empty}</p>}
      {foot}
      {!rows &&
        (error && !isUnauthorized(error) ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : failed}
          </ErrorState>
        ) : (
          <Loading label={`Loading ${title.toLowerCase()}`}>
            <RowSkeletons />
          </Loading>
        ))}
    </CardList>
  )
}

export function OwnReports() {
  const query = useReportList()
  return (
    <Section
      id="own-reports"
      title="Your reports"
      rows={query.data?.pages.flatMap(({ items }) => items)}
      empty="You haven’t reported anything."
      failed="Couldn’t load what you reported."
      query={query}
      foot={<ShowMore query={query} failure="Couldn’t load more reports." />}
    >
      {(report) => <ReportLine key={report.id} report={report} />}
    </Section>
  )
}

const SUBJECTS: Record<Report['subjectKind'], string> = {
  signal: 'A signal',
  comment: 'A comment',
  profile: 'A person',
}
const OUTCOMES: Record<Measure, string> = {
  dismiss: 'Left as it is',
  hide: 'Hidden',
  suspend: 'Account suspended',
  stop_selling: 'Selling stopped',
  stop_reporting: 'Reporting stopped',
}

function ReportLine({ report }: { report: Report }) {
  const { subjectKind, reason, createdAt, dueAt, outcome, look } = report
  const what = `${SUBJECTS[subjectKind]}: ${REPORT_REASONS[reason].label}`
  const state =
    outcome === null
      ? `we decide by ${dateAndTime(dueAt)}`
      : `${OUTCOMES[outcome.measure]} on ${longDate(outcome.decidedAt)}`
  const asked = look && (look.outcome === null ? ' · you asked for another look' : ' · looked at again')
  return (
    <ListRow
      // Only what was left as it is has a page, with the request for another look.
      title={
        outcome?.measure === 'dismiss' ? (
          <TextLink href={paths.appeal(outcome.decisionId)}>{what}</TextLink>
        ) : (
          what
        )
      }
      sub={`Reported ${longDate(createdAt)} · ${state}${asked ?? ''}`}
    />
  )
}

export function DecisionsAboutViewer() {
  const query = useDecisionList()
  return (
    <Section
      id="own-decisions"
      title="Decisions about you"
      rows={query.data?.pages.flatMap(({ items }) => items)}
      empty="None."
      failed="Couldn’t load the decisions about you."
      query={query}
      foot={<ShowMore query={query} failure="Couldn’t load more decisions." />}
    >
      {(decision) => <DecisionLine key={decision.id} decision={decision} />}
    </Section>
  )
}

function DecisionLine({ decision }: { decision: Decision }) {
  const { id, reference, decidedAt, appeal, appealUntil } = decision
  return (
    <ListRow
      title={<TextLink href={paths.appeal(id)}>{measureText(decision)}</TextLink>}
      sub={`${longDate(decidedAt)} · ${reference} · ${appealText(appeal, appealUntil)}`}
    />
  )
}

function appealText(appeal: Decision['appeal'], until: Date): string {
  if (appeal === null) return until < new Date() ? 'not appealed' : `you can appeal until ${longDate(until)}`
  if (appeal.outcome === null) return `appealed, answer by ${longDate(appeal.dueAt)}`
  return appeal.outcome === 'kept' ? 'appealed, the decision stays' : 'appealed and reversed'
}
