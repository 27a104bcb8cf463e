// Lets a person who reported without an account ask for a second review of the dismissed report, through an emailed
// link.
import type { z } from 'zod'
import { recordEvent } from '#server/audit/record-event.ts'
import { isTokenOf } from '#server/emails/token-of.ts'
import type { DismissedNotice } from '#shared/contracts/notices.ts'
import { lookName } from '#shared/emails/moderation.ts'
import { Problem } from '#shared/problems.ts'
import type { CaseNeeds } from './decide.ts'
import { LOOK_COLUMNS, lookView } from './report-store.ts'
import { newLook } from './second-look.ts'
import { subjectOf } from './subject.ts'
import { appealUntil } from './tell-author.ts'

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** The id of the report. Throws `look_link_not_valid`. */
function noticeOf({ config }: Pick<CaseNeeds, 'config'>, token: string): string {
  const [, id, given] = TOKEN.exec(token) ?? []
  if (id === undefined || given === undefined || !isTokenOf(config, lookName(id), given))
    throw new Problem('look_link_not_valid')
  return id
}

async function dismissedNotice({ db }: Pick<CaseNeeds, 'db'>, id: string) {
  const found = await db
    .selectFrom('notices as n')
    .innerJoin('cases as c', 'c.id', 'n.caseId')
    .innerJoin('decisions as d', 'd.caseId', 'c.id')
    .leftJoin('noticeLooks as l', 'l.noticeId', 'n.id')
    .select(['n.reason', 'n.text', 'n.createdAt', 'n.caseId', 'c.subjectKind', 'c.snapshot'])
    .select(['d.id as decisionId', 'd.startsAt', 'd.facts'])
    .select(LOOK_COLUMNS)
    .where('n.id', '=', id)
    .where('d.measure', '=', 'dismiss')
    .executeTakeFirst()
  // Only a dismissed report gets a link. The report is deleted `NOTICES_KEPT_DAYS` after the decision.
  if (!found) throw new Problem('look_ended')
  return found
}

/** Throws `look_link_not_valid`, and `look_ended` after `APPEAL_DAYS` unless somebody asked. */
export async function noticeAt(
  deps: Pick<CaseNeeds, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<z.input<typeof DismissedNotice>> {
  const found = await dismissedNotice(deps, noticeOf(deps, token))
  const { reason, text, createdAt, startsAt, facts } = found
  const [look, askUntil] = [lookView(found), appealUntil(startsAt)]
  if (!look && deps.clock.now() > askUntil) throw new Problem('look_ended')
  return {
    subject: subjectOf(found),
    reason,
    text,
    createdAt: createdAt.toISOString(),
    decidedAt: startsAt.toISOString(),
    facts,
    askUntil: askUntil.toISOString(),
    look,
  }
}

/** Throws `look_link_not_valid`, `look_ended` after `APPEAL_DAYS`, and `look_sent` the second time. */
export async function askByLink(deps: CaseNeeds, token: string, text: string): Promise<void> {
  const noticeId = noticeOf(deps, token)
  const notice = await dismissedNotice(deps, noticeId)
  const look = newLook(deps, notice, text)
  await deps.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('noticeLooks')
      .values({ noticeId, ...look })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new Problem('look_sent')
    await recordEvent(trx, deps, { event: 'report.appealed', userId: null, target: notice.caseId })
  })
}
