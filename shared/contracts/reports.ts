// Reports of signals, comments and people, and what came of them.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { APPEAL_TEXT_MAX, REPORT_TEXT_MAX } from '../limits.ts'
import { REPORT_REASON_NAMES } from '../rules/report-reasons.ts'
import { Id, Instant, Paging, readable, text } from '../wire.ts'

export const SUBJECT_KINDS = ['signal', 'profile', 'comment'] as const
export const SubjectKind = z.enum(SUBJECT_KINDS, 'subjectKind must be signal, profile or comment')
export type SubjectKind = z.output<typeof SubjectKind>

/** What cases are about: what can be reported, and pictures that are held for review. */
export const CaseKind = z.enum([...SUBJECT_KINDS, 'picture'])
export type CaseKind = z.output<typeof CaseKind>

export const MEASURES = ['dismiss', 'hide', 'suspend', 'stop_selling', 'stop_reporting'] as const
export const Measure = z.enum(MEASURES)
export type Measure = z.output<typeof Measure>

export const NewReport = z.object({
  subjectKind: SubjectKind,
  /** A signal’s, a person’s or a comment’s id. */
  subjectId: Id,
  reason: z.enum(REPORT_REASON_NAMES, 'Choose a reason'),
  text: readable(
    text('What’s wrong?').trim().max(REPORT_TEXT_MAX, `At most ${REPORT_TEXT_MAX} characters`),
    'What’s wrong',
    { hasLines: true },
  ).default(''),
})
export type NewReport = z.output<typeof NewReport>

/** A reporter’s request for another look, and our answer. */
export const Look = z.object({
  text: z.string(),
  createdAt: Instant,
  /** The deadline for another moderator's answer. */
  dueAt: Instant,
  outcome: z.enum(['kept', 'reopened']).nullable(),
  answer: z.string().nullable(),
})

export type Look = z.output<typeof Look>

/** One of the viewer’s own reports. */
export const Report = z.object({
  id: Id,
  subjectKind: SubjectKind,
  subjectId: Id,
  reason: z.enum(REPORT_REASON_NAMES),
  text: z.string(),
  createdAt: Instant,
  /** The deadline for our decision. */
  dueAt: Instant,
  /** Null until it is decided. */
  outcome: z
    .object({
      measure: Measure,
      decidedAt: Instant,
      decisionId: Id,
      /** Until when the viewer can ask for another look, once; null if something was done. */
      askUntil: Instant.nullable(),
    })
    .nullable(),
  /** Null unless the viewer asked for another look. */
  look: Look.nullable(),
})
export type Report = z.output<typeof Report>

/** What our moderators decided about the viewer: the statement of reasons, and the viewer’s appeal. */
export const Decision = z.object({
  id: Id,
  subjectKind: CaseKind,
  /** The signal, the comment, the held picture, or the viewer. */
  subjectId: Id,
  measure: Measure,
  facts: z.string(),
  ground: z.enum(['law', 'rule']),
  /** Which law or rule. */
  reference: z.string(),
  isAutomatic: z.boolean(),
  territory: z.string(),
  decidedAt: Instant,
  /** Null: permanent. */
  endsAt: Instant.nullable(),
  appealUntil: Instant,
  appeal: z
    .object({
      text: z.string(),
      createdAt: Instant,
      /** The deadline for another moderator's answer. */
      dueAt: Instant,
      /** Null until it is answered. */
      outcome: z.enum(['kept', 'reversed']).nullable(),
      answer: z.string().nullable(),
      decidedAt: Instant.nullable(),
    })
    .nullable(),
})
export type Decision = z.output<typeof Decision>

export const NewAppeal = z.object({
  text: readable(
    text('Say why we should change it')
      .trim()
      .min(1, 'Say why we should change it')
      .max(APPEAL_TEXT_MAX, `An appeal can have at most ${APPEAL_TEXT_MAX} characters`),
    'An appeal',
    { hasLines: true },
  ),
})

export const reports = {
  send: endpoint({
    method: 'POST',
    path: '/api/reports',
    summary:
      'Reports a signal, a comment or a person. The author isn’t told by whom. Reporting the same again, while it isn’t decided, returns the first report',
    access: 'member',
    forbiddenWhile: 'report',
    status: 201,
    limit: 'reporting',
    body: NewReport,
    reply: Report,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/reports',
    summary: 'The viewer’s reports with their outcomes, newest first',
    access: 'member',
    query: z.object(Paging),
    reply: z.array(Report),
  }),
  askForLook: endpoint({
    method: 'POST',
    path: '/api/reports/:id/look',
    summary:
      'Asks once for another look at a report that was left as it is; another moderator answers in words',
    access: 'member',
    forbiddenWhile: 'report',
    status: 201,
    limit: 'reporting',
    params: z.object({ id: Id }),
    body: NewAppeal,
    reply: Report,
  }),
  decisions: endpoint({
    method: 'GET',
    path: '/api/decisions',
    summary:
      'What our moderators decided about the viewer, with the reasons and the viewer’s appeals, newest first',
    access: 'member',
    query: z.object(Paging),
    reply: z.array(Decision),
  }),
  decision: endpoint({
    method: 'GET',
    path: '/api/decisions/:id',
    summary:
      'A decision about the viewer, by its id or that of its subject (one that stands before one that was reversed), or else a report of the viewer’s, by its id or that of its decision',
    access: 'member',
    params: z.object({ id: Id }),
    reply: z.object({ decision: Decision.nullable(), report: Report.nullable() }),
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    summary: 'Appeals a decision about the viewer in words, once; another moderator answers',
    access: 'member',
    status: 201,
    limit: 'reporting',
    params: z.object({ id: Id }),
    body: NewAppeal,
    reply: Decision,
  }),
}
