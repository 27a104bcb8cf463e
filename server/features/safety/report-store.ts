// Reads a person's own reports, and what was decided about them.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { CursorPosition } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import type { Look } from '#shared/contracts/reports.ts'

type Needs = Pick<Deps, 'db'>

/** Columns of a request for another look `l`, for `lookView`. */
export const LOOK_COLUMNS = [
  'l.text as lookText',
  'l.createdAt as lookedFor',
  'l.dueAt as lookDueAt',
  'l.outcome as lookOutcome',
  'l.answer as lookAnswer',
] as const

const reportsOf = ({ db }: Needs, reporterId: string) =>
  db
    .selectFrom('reports as r')
    .innerJoin('cases as c', 'c.id', 'r.caseId')
    .leftJoin('decisions as d', 'd.caseId', 'c.id')
    .select(['r.id', 'r.subjectKind', 'r.subjectId', 'r.reason', 'r.text', 'r.createdAt', 'c.dueAt'])
    .leftJoin('secondLooks as l', 'l.reportId', 'r.id')
    .select(['d.id as decisionId', 'd.measure', 'd.startsAt as decidedAt'])
    .select(LOOK_COLUMNS)
    .where('r.reporterId', '=', reporterId)

export const ownReport = (deps: Needs, reporterId: string, id: string) =>
  reportsOf(deps, reporterId).where('r.id', '=', id).executeTakeFirstOrThrow()
export type ReportRow = Awaited<ReturnType<typeof ownReport>>

/** The request for another look in a row, and the answer; null without one. */
export const lookView = ({
  lookText,
  lookedFor,
  lookDueAt,
  lookOutcome,
  lookAnswer,
}: Pick<ReportRow, 'lookText' | 'lookedFor' | 'lookDueAt' | 'lookOutcome' | 'lookAnswer'>): z.input<
  typeof Look
> | null =>
  lookText === null || lookedFor === null || lookDueAt === null
    ? null
    : {
        text: lookText,
        createdAt: lookedFor.toISOString(),
        dueAt: lookDueAt.toISOString(),
        outcome: lookOutcome,
        answer: lookAnswer,
      }

/** Newest first; up to `limit + 1` rows. */
export const ownReports = (deps: Needs, reporterId: string, limit: number, after: CursorPosition) =>
  reportsOf(deps, reporterId)
    .where((eb) => eb(eb.refTuple('r.createdAt', 'r.id'), '<', eb.tuple(after.createdAt, after.id)))
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute()

/** The viewer's report with this id, or the newest of theirs that this decision closed; undefined without one. */
export const reportOfDecision = (deps: Needs, reporterId: string, id: string) =>
  reportsOf(deps, reporterId)
    .where((eb) => eb.or([eb('r.id', '=', id), eb('d.id', '=', id)]))
    .orderBy('r.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Dismissed reports aren't decisions about the person. */
const decisionsOf = ({ db }: Needs, personId: string) =>
  db
    .selectFrom('cases as c')
    .innerJoin('decisions as d', 'd.caseId', 'c.id')
    .leftJoin('appeals as p', 'p.decisionId', 'd.id')
    .select([
      'd.id',
      'c.subjectKind',
      'c.subjectId',
      'd.measure',
      'd.facts',
      'd.ground',
      'd.reference',
      'd.isAutomatic',
    ])
    .select(['d.territory', 'd.startsAt as createdAt', 'd.endsAt'])
    .select([
      'p.text',
      'p.createdAt as appealedAt',
      'p.dueAt',
      'p.outcome',
      'p.answer',
      'p.decidedAt as answeredAt',
    ])
    .where('c.authorId', '=', personId)
    .where('d.measure', '<>', 'dismiss')

/** The decisions about a person with their appeals, newest first; up to `limit + 1` rows. */
export const decisionsAbout = (deps: Needs, personId: string, limit: number, after: CursorPosition) =>
  decisionsOf(deps, personId)
    .where((eb) => eb(eb.refTuple('d.startsAt', 'd.id'), '<', eb.tuple(after.createdAt, after.id)))
    .orderBy('d.startsAt', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute()
export type DecisionRow = Awaited<ReturnType<typeof decisionsAbout>>[number]

/**
 * A decision about a person, by its id or by the id of its subject. If several are about the same subject, prefers one
 * that wasn't reversed, then the newest.
 */
export const decisionAbout = (deps: Needs, personId: string, id: string) =>
  decisionsOf(deps, personId)
    .where((eb) => eb.or([eb('d.id', '=', id), eb('c.subjectId', '=', id)]))
    .orderBy((eb) => eb('d.id', '=', id), 'desc')
    .orderBy(sql`p.outcome is not distinct from 'reversed'`)
    .orderBy('d.startsAt', 'desc')
    .limit(1)
    .executeTakeFirst()
