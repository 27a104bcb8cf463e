// The one open case about an object.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { CaseKind } from '#shared/contracts/reports.ts'
import type { ReportReason } from '#shared/rules/report-reasons.ts'

export type CaseObject = { kind: CaseKind; id: string; authorId: string; snapshot: object }
type NewCase = {
  /** The id for a new case. */
  id: string
  now: Date
  dueAt: Date
  /** The reason, if the case is opened without a report. */
  openedFor?: ReportReason
}

/**
 * Opens a case about the object as it is, or joins the open one, which is then due at the earlier of the two times.
 * Returns its id. Locks the case, so that it can't be decided before the caller's transaction has added its report.
 */
export async function caseAbout(
  trx: Transaction<DB>,
  { kind, id: subjectId, authorId, snapshot }: CaseObject,
  { id, now, dueAt, openedFor }: NewCase,
): Promise<string> {
  const found = await trx
    .insertInto('cases')
    .values({
      id,
      subjectKind: kind,
      subjectId,
      authorId,
      snapshot: sql`${JSON.stringify(snapshot)}::jsonb`,
      openedAt: now,
      dueAt,
      openedFor: openedFor ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['subjectKind', 'subjectId'])
        .where('state', '=', 'open')
        .doUpdateSet({ dueAt: sql<Date>`least(cases.due_at, excluded.due_at)` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return found.id
}
