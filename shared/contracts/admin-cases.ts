// What moderators read and decide: cases, appeals and people.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DECISION_TEXT_MAX, REFERENCE_MAX, SUSPENSION_DAYS_MAX } from '../limits.ts'
import { MANIPULATION_RULE_NAMES } from '../rules/manipulation.ts'
import { REPORT_REASON_NAMES } from '../rules/report-reasons.ts'
import { Id, Instant, text } from '../wire.ts'
import { CaseKind, Measure } from './reports.ts'

const Reason = z.enum(REPORT_REASON_NAMES)

export const CaseRow = z.object({
  id: Id,
  subjectKind: CaseKind,
  /** Its author; null once they have left. */
  author: z.string().nullable(),
  reasons: z.array(Reason),
  reports: z.int(),
  openedAt: Instant,
  dueAt: Instant,
  /** Null until it is decided. */
  measure: Measure.nullable(),
  /**
   * The deadline for answering the author's appeal or the reporters, or for confirming a suspension; null if nothing
   * waits.
   */
  appealDueAt: Instant.nullable(),
  /** What a decided case waits for; null if nothing. */
  waitsFor: z.enum(['appeal', 'look', 'confirmation']).nullable(),
})
export type CaseRow = z.output<typeof CaseRow>

/** The object as it was at the first report. A signal has the fields of a signal, a profile those of a person. */
export const CaseObject = z.object({
  username: z.string(),
  displayName: z.string().nullable(),
  createdAt: Instant,
  content: z.string().nullable(),
  signalType: z.string().nullable(),
  tickers: z.array(z.string()),
  isPremium: z.boolean(),
  /** What a comment is about; null for other objects. */
  signalId: Id.nullable(),
  bio: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type CaseObject = z.output<typeof CaseObject>

export const AdminCase = CaseRow.omit({ author: true }).extend({
  subjectId: Id,
  state: z.enum(['open', 'closed']),
  /** Null once the author has left. */
  object: CaseObject.nullable(),
  author: z
    .object({
      id: Id,
      username: z.string(),
      createdAt: Instant,
      subscribers: z.int(),
      /** Decisions against them in other cases. */
      earlier: z.int(),
    })
    .nullable(),
  /** What a rule found, with the usernames of those who haven't left. Null if no rule raised the case. */
  finding: z
    .object({
      rule: z.enum(MANIPULATION_RULE_NAMES),
      ticker: z.string().nullable(),
      accounts: z.array(z.string()),
    })
    .nullable(),
  /** The signal's number in the public log. */
  logIndex: z.int().nullable(),
  /** Without an account, `reporter` is null. */
  list: z.array(
    z.object({
      id: Id,
      reporter: z.string().nullable(),
      reason: Reason,
      text: z.string(),
      createdAt: Instant,
    }),
  ),
  decision: z
    .object({
      id: Id,
      measure: Measure,
      facts: z.string(),
      reference: z.string().nullable(),
      decidedAt: Instant,
      endsAt: Instant.nullable(),
      /** Null once the moderator has left. */
      moderator: z.string().nullable(),
      /** A second moderator's confirmation of a permanent suspension; null if none is needed. */
      confirmation: z.enum(['waiting', 'confirmed', 'declined']).nullable(),
    })
    .nullable(),
  /** Reporters' objections to a decision to leave it as it is, and our answers. */
  looks: z.array(
    z.object({
      /** Null without an account. */
      reporter: z.string().nullable(),
      text: z.string(),
      createdAt: Instant,
      outcome: z.enum(['kept', 'reopened']).nullable(),
      answer: z.string().nullable(),
    }),
  ),
  appeal: z
    .object({
      text: z.string(),
      createdAt: Instant,
      dueAt: Instant,
      outcome: z.enum(['kept', 'reversed']).nullable(),
      answer: z.string().nullable(),
    })
    .nullable(),
})
export type AdminCase = z.output<typeof AdminCase>

const reasonText = (what: string) =>
  text(what)
    .trim()
    .min(1, what)
    .max(DECISION_TEXT_MAX, `At most ${DECISION_TEXT_MAX.toLocaleString('en-US')} characters`)

export const AdminDecision = z.object({
  measure: Measure,
  /** What was found, for the author and the reporters. */
  reason: reasonText('Say what you found'),
  ground: z.enum(['law', 'rule'], 'ground must be law or rule').default('rule'),
  /** Which law or rule; needed unless the reports are dismissed. */
  reference: text('Name the law or the rule').trim().max(REFERENCE_MAX, 'At most 200 characters').default(''),
  /** How long a restriction lasts; null if it is permanent. */
  days: z
    .int('days must be a whole number')
    .min(1, 'At least one day')
    .max(SUSPENSION_DAYS_MAX, `At most ${SUSPENSION_DAYS_MAX} days`)
    .nullable()
    .default(null),
})
export type AdminDecision = z.output<typeof AdminDecision>

export const PERSON_STATES = [
  'active',
  'case_open',
  'suspended',
  'selling_stopped',
  'reporting_stopped',
  'leaving',
] as const

export const AdminPerson = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isCreator: z.boolean(),
  subscribers: z.int(),
  role: z.enum(['moderator', 'administrator']).nullable(),
  state: z.enum(PERSON_STATES),
  createdAt: Instant,
})
export type AdminPerson = z.output<typeof AdminPerson>

export const adminCases = {
  cases: endpoint({
    method: 'GET',
    path: '/api/admin/cases',
    summary: 'Cases and appeals that wait, due first, or the last 200 that were decided; for moderators',
    access: 'member',
    query: z.object({ state: z.enum(['open', 'decided'], 'state must be open or decided').default('open') }),
    reply: z.array(CaseRow),
  }),
  case: endpoint({
    method: 'GET',
    path: '/api/admin/cases/:id',
    summary: 'A case with the object as it was; it is recorded that a moderator read it',
    access: 'member',
    params: z.object({ id: Id }),
    reply: AdminCase,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/cases/:id/decisions',
    summary: 'Decides a case; the author gets the reasons, the reporters the outcome',
    access: 'member',
    status: 201,
    params: z.object({ id: Id }),
    body: AdminDecision,
    reply: AdminCase,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/admin/appeals/:id',
    summary:
      'Answers an appeal by its decision’s id; another moderator’s than the one who decided, if there is one',
    access: 'member',
    params: z.object({ id: Id }),
    body: z.object({
      outcome: z.enum(['kept', 'reversed'], 'outcome must be kept or reversed'),
      answer: reasonText('Answer in words'),
    }),
    reply: AdminCase,
  }),
  answerLook: endpoint({
    method: 'POST',
    path: '/api/admin/cases/:id/looks',
    summary:
      'Answers the reporters who asked for another look; another moderator than the one who decided, if there is one. Returns the new case if it is reopened',
    access: 'member',
    params: z.object({ id: Id }),
    body: z.object({
      outcome: z.enum(['kept', 'reopened'], 'outcome must be kept or reopened'),
      answer: reasonText('Answer in words'),
    }),
    reply: AdminCase,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/admin/cases/:id/confirmation',
    summary: 'Confirms a permanent suspension as the second moderator, or leaves it at its days',
    access: 'member',
    params: z.object({ id: Id }),
    body: z.object({ agrees: z.boolean('agrees must be true or false') }),
    reply: AdminCase,
  }),
  /** Not a GET: a query would put the searched email into the logs of proxies. */
  people: endpoint({
    method: 'POST',
    path: '/api/admin/people',
    summary:
      'People by a part of their name, their email or their id, newest first, at most 50, with the number of all accounts; each search is recorded',
    access: 'member',
    body: z.object({ search: text('search is missing').trim().max(254, 'search is too long').default('') }),
    reply: z.object({ people: z.array(AdminPerson), total: z.int() }),
  }),
  openCase: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/cases',
    summary: 'Opens a case about a person without a report, or returns the open one',
    access: 'member',
    status: 201,
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    reply: AdminCase,
  }),
}
