// Opens cases about possible manipulation. Moderators decide; nothing is hidden before that.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { MANIPULATION_RULES } from '#shared/rules/manipulation.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { type CaseObject, caseAbout } from './case-about.ts'
import { type Finding, findManipulation } from './find-manipulation.ts'
import { signalObject } from './notice.ts'
import { profileObject } from './report.ts'

const HOUR_MS = 3_600_000
/** Within this time, the same rule raises no second case about the same object, even after a decision. */
const QUIET_DAYS = 30

/** Returns how many cases were opened or joined. */
export async function raiseManipulation({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<number> {
  const now = clock.now()
  let raised = 0
  for (const finding of await findManipulation(db, now, {
    hasRealCards: config.payments.environment === 'live',
  })) {
    const object = await objectOf(db, finding.subject)
    // Deleted since, or raised before.
    if (!object || (await isKnown(db, finding, now))) continue
    const { reason } = MANIPULATION_RULES[finding.rule]
    const dueAt = new Date(now.getTime() + REPORT_REASONS[reason].hours * HOUR_MS)
    const { rule, accounts, ticker } = finding
    await db.transaction().execute(async (trx) => {
      const id = await caseAbout(trx, object, { id: clock.newId(), now, dueAt, openedFor: reason })
      await sql`update cases set snapshot = snapshot || jsonb_build_object('finding', ${JSON.stringify({ rule, accounts, ticker })}::jsonb)
         where id = ${id}`.execute(trx)
    })
    raised += 1
  }
  return raised
}

const objectOf = async (db: Kysely<DB>, { kind, id }: Finding['subject']): Promise<CaseObject | null> =>
  kind === 'signal'
    ? await signalObject(db, id).catch(() => null)
    : await profileObject(db, id).then(
        (found) => ({ kind, id, ...found }),
        () => null,
      )

async function isKnown(db: Kysely<DB>, { rule, subject }: Finding, now: Date): Promise<boolean> {
  const known = await db
    .selectFrom('cases')
    .select('id')
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .where('openedAt', '>', new Date(now.getTime() - QUIET_DAYS * 24 * HOUR_MS))
    .where(sql<boolean>`snapshot -> 'finding' ->> 'rule' = ${rule}`)
    .executeTakeFirst()
  return known !== undefined
}
