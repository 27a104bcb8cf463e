// Emails the reporters of a decided case its outcome.
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { subjectOf } from './subject.ts'

const REPORTERS_PER_STEP = 200

/** Can be repeated and interrupted: the email's id is the report's, so each reporter gets one. */
export async function tellReporters(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caseId: string,
): Promise<void> {
  const found = await db
    .selectFrom('cases as c')
    .innerJoin('decisions as d', 'd.caseId', 'c.id')
    .select(['c.subjectKind', 'c.snapshot', 'd.measure', 'd.facts', 'd.reference'])
    .where('c.id', '=', caseId)
    .executeTakeFirst()
  if (!found) return
  const { measure, facts, reference } = found
  const data = { subject: subjectOf(found), measure, facts, reference }
  for (let after = FIRST_ID; ;) {
    const reporters = await db
      .selectFrom('reports as r')
      .innerJoin('users as u', 'u.id', 'r.reporterId')
      .select(['r.id', 'r.createdAt', 'u.email'])
      .where('r.caseId', '=', caseId)
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(REPORTERS_PER_STEP)
      .execute()
    await db.transaction().execute(async (trx) => {
      for (const { id, email, createdAt } of reporters)
        await queueEmail(trx, clock, {
          id,
          name: 'reportDecided',
          to: email,
          data: { ...data, reportedAt: createdAt.toISOString() },
        })
    })
    after = reporters.at(-1)?.id ?? after
    if (reporters.length < REPORTERS_PER_STEP) return
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
