// The words of cases: what they are about, when they are due, and what was done.
import type { CaseClaim, CaseEvent, CaseRow } from '#shared/contracts/cases.ts'
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

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** "Held by you until 3:04 PM", in the reader's time zone. */
export const holderText = ({ by, until, isYours }: CaseClaim): string =>
  `Held by ${isYours ? 'you' : `@${by}`} until ${TIME.format(until)}`

/** `…` stands for who did it. */
const EVENT_WORDS: Record<Exclude<CaseEvent['what'], 'decided' | 'earlier'>, string> = {
  opened: 'Opened by …, without a report',
  first_report: 'First report, by …',
  last_report: 'Newest report, by …',
  claimed: 'Claimed by …',
  taken_over: 'Taken over by …',
  released: 'Released by …',
  confirmed: 'Made permanent by …',
  not_confirmed: 'Kept temporary by …',
  appealed: 'Appealed by …',
  appeal_kept: 'Appeal answered by …: the decision stands',
  appeal_reversed: 'Appeal answered by …: reversed',
  look_asked: 'Another look, asked for by …',
  look_kept: 'Reporters answered by …: it stays as it is',
  look_reopened: 'Reporters answered by …: a new case is open',
}
/** Who acted in events without a username. In other events, it is somebody who left. */
const NAMELESS: Partial<Record<CaseEvent['what'], string>> = {
  first_report: 'somebody without an account',
  last_report: 'somebody without an account',
  look_asked: 'somebody without an account',
}

/** "First report, by @rosa", "Hidden by @aki" or, of an earlier decision, "Earlier: hidden by @aki". */
export function eventText({ what, by, measure }: CaseEvent): string {
  // A rule opened it, or a moderator whose entry in the audit log has expired.
  if (what === 'opened' && by === null) return 'Opened without a report'
  const who = by === null ? (NAMELESS[what] ?? 'somebody who left') : `@${by}`
  if (what !== 'decided' && what !== 'earlier') return EVENT_WORDS[what].replace('…', who)
  const words = `${MEASURE_WORDS[measure ?? 'dismiss']} by ${who}`
  return what === 'earlier' ? `Earlier: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words
}
