// What moderators read and decide: cases, appeals and people.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DECISION_TEXT_MAX, NOTICE_URL_MAX, REFERENCE_MAX, SUSPENSION_DAYS_MAX } from '../limits.ts'
import { REPORT_REASON_NAMES } from '../rules/report-reasons.ts'
import { Id, Instant, text } from '../wire.ts'
import { AdminCase, CaseRow } from './cases.ts'
import { Measure } from './reports.ts'

const Reason = z.enum(REPORT_REASON_NAMES)

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
    summary:
      'Cases and appeals that wait, due first, those of them that the viewer claimed, or the last 200 that were decided; for moderators',
    access: 'member',
    query: z.object({
      state: z.enum(['open', 'mine', 'decided'], 'state must be open, mine or decided').default('open'),
    }),
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
  openCaseAt: endpoint({
    method: 'POST',
    path: '/api/admin/cases',
    summary:
      'Opens a case about the signal, comment or person at a link without a report, or returns the open one',
    access: 'member',
    status: 201,
    body: z.object({
      url: text('Enter the link').trim().min(1, 'Enter the link').max(NOTICE_URL_MAX, 'The link is too long'),
      reason: Reason,
    }),
    reply: AdminCase,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/admin/cases/:id/claim',
    summary:
      'Claims a waiting case for an hour, so that others see who works on it; again, for another hour. `takesOver` takes it from the moderator who holds it',
    access: 'member',
    params: z.object({ id: Id }),
    body: z.object({ takesOver: z.boolean('takesOver must be true or false').default(false) }),
    reply: AdminCase,
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/api/admin/cases/:id/claim',
    summary: 'Releases a case that the viewer claimed; doing it twice changes nothing',
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
