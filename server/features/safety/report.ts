// Reports a signal, a comment or a person: the first report opens a case with the object as it is, later ones join it.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { commentById } from '#server/features/comments/store.ts'
import { signalById } from '#server/features/signals/store.ts'
import type { NewReport } from '#shared/contracts/reports.ts'
import { Problem } from '#shared/problems.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { caseAbout } from './case-about.ts'
import { reachablePerson } from './store.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>
const HOUR_MS = 3_600_000

/**
 * Returns the report's id, or that of the viewer's earlier report about the object if it isn't decided yet. Throws
 * `self_report`, and `signal_not_found`, `comment_not_found` or `user_not_found` if the viewer can't see the object. A person
 * whom the viewer blocked can be reported.
 */
export async function report(deps: Needs, viewerId: string, body: NewReport): Promise<string> {
  const { subjectKind, subjectId, reason, text } = body
  const object = await OBJECTS[subjectKind](deps, viewerId, subjectId)
  if (object.authorId === viewerId) throw new Problem('self_report')
  const now = deps.clock.now()
  const dueAt = new Date(now.getTime() + REPORT_REASONS[reason].hours * HOUR_MS)
  return await deps.db
    .transaction()
    .execute(async (trx) => {
      const known = await openReport(trx, viewerId, body)
      if (known) return known.id
      const about = { kind: subjectKind, id: subjectId, ...object }
      const caseId = await caseAbout(trx, about, { id: deps.clock.newId(), now, dueAt })
      const added = await trx
        .insertInto('reports')
        .values({
          id: deps.clock.newId(),
          reporterId: viewerId,
          subjectKind,
          subjectId,
          reason,
          text,
          caseId,
          createdAt: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      // The same report was sent twice at the same time.
      return added?.id ?? (await openReport(trx, viewerId, body))!.id
    })
    .catch((error: unknown) => {
      // One of the two accounts was deleted after the checks above.
      if (violatedConstraint(error) === 'reports_reporter_id_fkey') throw new Problem('unauthorized')
      throw violatedConstraint(error) === 'cases_author_id_fkey' ? new Problem('reported_not_found') : error
    })
}

const openReport = (trx: Transaction<DB>, viewerId: string, { subjectKind, subjectId }: NewReport) =>
  trx
    .selectFrom('reports')
    .select('id')
    .where('reporterId', '=', viewerId)
    .where('subjectId', '=', subjectId)
    .where('subjectKind', '=', subjectKind)
    .where('closedAt', 'is', null)
    .executeTakeFirst()

/** A comment with the signal that it is about. */
async function comment(deps: Needs, viewerId: string, id: string) {
  const row = await commentById(deps, viewerId, id)
  const { personId: authorId, username, displayName, body, createdAt, signalId } = row
  if (authorId === null || username === null || row.deletedAt || row.hiddenAt)
    throw new Problem('comment_not_found')
  return { authorId, snapshot: { username, displayName, content: body, createdAt, signalId } }
}

const OBJECTS = { signal, profile, comment }

/** The signal for moderators, who also see locked ones. */
async function signal(deps: Needs, viewerId: string, id: string) {
  const row = await signalById(deps, viewerId, id)
  if (!row) throw new Problem('signal_not_found')
  const { userId: authorId, username, displayName, content, signalType, tickers, intent, timeHorizon } = row
  const list = tickers === null ? null : (JSON.parse(tickers) as string[])
  const stated = { content, signalType, tickers: list, intent, timeHorizon, details: row.details }
  const { isPremium, createdAt, withdrawnAt } = row
  return { authorId, snapshot: { username, displayName, ...stated, isPremium, createdAt, withdrawnAt } }
}

/** Nobody needs to unblock a person to report them. */
async function profile(deps: Needs, viewerId: string, id: string) {
  if (!(await reachablePerson(deps, viewerId, id))) throw new Problem('user_not_found')
  return await profileObject(deps.db, id)
}

/** A profile as it is now, for a case. Throws `user_not_found`. */
export async function profileObject(db: Kysely<DB>, id: string) {
  const person = await db
    .selectFrom('users')
    .select(['username', 'displayName', 'bio', 'profileImageUrl', 'pictureHash', 'isCreator', 'createdAt'])
    .where('id', '=', id)
    .where('isFormer', '=', false)
    .executeTakeFirst()
  if (!person) throw new Problem('user_not_found')
  return { authorId: id, snapshot: person }
}
