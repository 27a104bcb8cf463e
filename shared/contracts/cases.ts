// A case as moderators see it: the object as it was, the reports, who works on it, and what happened.
import { z } from 'zod'
import { MANIPULATION_RULE_NAMES } from '../rules/manipulation.ts'
import { REPORT_REASON_NAMES } from '../rules/report-reasons.ts'
import { Id, Instant } from '../wire.ts'
import { CaseKind, Measure } from './reports.ts'

const Reason = z.enum(REPORT_REASON_NAMES)

/** The moderator who works on a case, until the case is decided or the claim expires. */
export const CaseClaim = z.object({ by: z.string(), until: Instant, isYours: z.boolean() })
export type CaseClaim = z.output<typeof CaseClaim>

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
   * The deadline for answering the author's appeal or the reporters, or for confirming a suspension; null if none
   * is pending.
   */
  appealDueAt: Instant.nullable(),
  /** What a decided case waits for; null if nothing. */
  waitsFor: z.enum(['appeal', 'look', 'confirmation']).nullable(),
  /** Null while nobody works on it. */
  claim: CaseClaim.nullable(),
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

export const CASE_EVENTS = [
  'earlier',
  'opened',
  'first_report',
  'last_report',
  'claimed',
  'taken_over',
  'released',
  'decided',
  'confirmed',
  'not_confirmed',
  'appealed',
  'appeal_kept',
  'appeal_reversed',
  'look_asked',
  'look_kept',
  'look_reopened',
] as const

export const CaseEvent = z.object({
  at: Instant,
  what: z.enum(CASE_EVENTS),
  /** A username. Null for a rule, for somebody who left, and for reporters without an account. */
  by: z.string().nullable(),
  /** Set for decisions; else null. */
  measure: Measure.nullable(),
  /** The facts of an earlier decision; else null. */
  facts: z.string().nullable(),
  /** The case of an earlier decision about the same author; else null. */
  caseId: Id.nullable(),
})
export type CaseEvent = z.output<typeof CaseEvent>

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
  /** `reporter` is null for a report without an account. */
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
  /** Newest first, with up to five earlier decisions against the author. */
  history: z.array(CaseEvent),
})
export type AdminCase = z.output<typeof AdminCase>
