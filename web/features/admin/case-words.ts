// The words of cases: what they are about, when they are due, and what was done.
import type { CaseRow } from '#shared/contracts/admin-cases.ts'
import type { Measure } from '#shared/contracts/reports.ts'
import { REPORT_REASONS, type ReportReason } from '#shared/rules/report-reasons.ts'

const HOUR_MS = 3_600_000

/** Of several reasons, the one that is due first. */
export const mainReasonOf = (reasons: readonly ReportReason[]): ReportReason | undefined =>
  reasons.toSorted((a, b) => REPORT_REASONS[a].hours - REPORT_REASONS[b].hours)[0]

/** "Promises a sure return", the main reason. */
export const titleOf = (reasons: readonly ReportReason[]): string => {
  const main = mainReasonOf(reasons)
  return main === undefined ? 'No reason' : REPORT_REASONS[main].label
}

/** "Signal by @theo · 6 reports". */
export function aboutText({
  subjectKind,
  author,
  reports,
}: Pick<CaseRow, 'subjectKind' | 'author' | 'reports'>) {
  const of = author === null ? 'somebody who left' : `@${author}`
  const what = {
    signal: `Signal by ${of}`,
    comment: `Comment by ${of}`,
    profile: `Profile ${of}`,
    picture: `Held picture of ${of}`,
  }[subjectKind]
  return `${what} · ${reports === 1 ? '1 report' : reports === 0 ? 'no report' : `${reports} reports`}`
}

/** "Due in 20 h" or "Late by 2 h"; in days from two days on. */
export function dueText(dueAt: Date, now = new Date()): { text: string; isLate: boolean } {
  const hours = (dueAt.getTime() - now.getTime()) / HOUR_MS
  const length = Math.abs(hours)
  const span =
    length < 1
      ? `${Math.floor(length * 60)} min`
      : length < 48
        ? `${Math.floor(length)} h`
        : `${Math.floor(length / 24)} days`
  return hours < 0 ? { text: `Late by ${span}`, isLate: true } : { text: `Due in ${span}`, isLate: false }
}

export const MEASURE_WORDS: Record<Measure, string> = {
  dismiss: 'Dismissed',
  hide: 'Hidden',
  suspend: 'Suspended',
  stop_selling: 'Selling stopped',
  stop_reporting: 'Reporting stopped',
}
