// Notifies the reporters of a case of the decision, and of the outcome of an appeal: by email, and members also by an
// alert.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addAlerts } from '#server/alerts/add-alerts.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { subjectOf } from './subject.ts'
import { appealUntil } from './tell-author.ts'

const REPORTERS_PER_STEP = 200

/** Can be repeated and interrupted: the email has the report's id, so each reporter gets one. */
export async function tellReporters(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caseId: string,
  { afterAppeal = false } = {},
): Promise<void> {
  const found = await db
    .selectFrom('cases as c')
    .innerJoin('decisions as d', 'd.caseId', 'c.id')
    .leftJoin('appeals as p', 'p.decisionId', 'd.id')
    .select([
      'c.subjectKind',
      'c.snapshot',
      'd.measure',
      'd.facts',
      'd.reference',
      'd.id as decisionId',
      'd.startsAt',
    ])
    .select(['p.outcome', 'p.answer'])
    .where('c.id', '=', caseId)
    .executeTakeFirst()
  if (!found) return
  const { measure, facts, reference, outcome, answer, decisionId } = found
  const until = appealUntil(found.startsAt).toISOString()
  const canAsk = measure === 'dismiss' && !afterAppeal
  const subject = subjectOf(found)
  if (afterAppeal && (outcome === null || answer === null)) return
  for (let after = FIRST_ID; ;) {
    const { rows: reporters } = await sql<{
      id: string
      createdAt: Date
      email: string
      reporterId: string | null
    }>`
      select * from (
        select r.id, r.created_at, u.email, u.id as reporter_id from reports r join users u on u.id = r.reporter_id where r.case_id = ${caseId}
        union all
        select id, created_at, email, null from notices where case_id = ${caseId} and email is not null) told
       where id > ${after} order by id limit ${REPORTERS_PER_STEP}`.execute(db)
    await db.transaction().execute(async (trx) => {
      await addAlerts(trx, clock, {
        kind: 'moderation',
        personIds: [...new Set(reporters.flatMap(({ reporterId }) => reporterId ?? []))],
        cause: afterAppeal ? `${caseId} report after appeal` : `${caseId} report`,
        facts: {
          moderation: afterAppeal
            ? `report_${outcome ?? 'kept'}`
            : measure === 'dismiss'
              ? 'report_dismissed'
              : 'report_acted',
          ...(canAsk && { decisionId, appealUntil: until }),
        },
      })
      for (const { id, email, createdAt, reporterId } of reporters)
        await (afterAppeal
          ? queueEmail(trx, clock, {
              id: idAfterAppeal(id),
              name: 'reportAfterAppeal',
              to: email,
              data: {
                subject,
                outcome: outcome ?? 'kept',
                answer: answer ?? '',
                reportedAt: createdAt.toISOString(),
              },
            })
          : queueEmail(trx, clock, {
              id,
              name: 'reportDecided',
              to: email,
              data: {
                subject,
                measure,
                facts,
                reference,
                reportedAt: createdAt.toISOString(),
                ...(canAsk && {
                  appealUntil: until,
                  ...(reporterId === null ? { noticeId: id } : { decisionId }),
                }),
              },
            }))
    })
    after = reporters.at(-1)?.id ?? after
    if (reporters.length < REPORTERS_PER_STEP) return
  }
}

/** The id of a report's second email, derived from the report's id (a UUID of version 8). */
const idAfterAppeal = (reportId: string): string => {
  const hex = createHash('sha256').update(`${reportId} after the appeal`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
