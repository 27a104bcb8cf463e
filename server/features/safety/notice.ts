// Takes a report without an account: it joins the open case about the object, or opens one.
import { type Kysely, type Selectable, sql } from 'kysely'
import { mailboxTurn } from '#server/emails/mailbox-turn.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import type { Cases, DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { ownerOfName } from '#server/features/users/store.ts'
import type { NewNotice } from '#shared/contracts/notices.ts'
import { Problem } from '#shared/problems.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { reportedLinkIn } from '#shared/rules/reported-link.ts'
import { type CaseObject, caseAbout } from './case-about.ts'
import { profileObject } from './report.ts'
import { subjectOf } from './subject.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'>
const HOUR_MS = 3_600_000

/**
 * Returns the time by which we decide, and whether a confirmation was emailed. Throws `notice_link` unless the link is
 * to a signal, a comment or a person on this site.
 */
export async function takeNotice(
  deps: Needs,
  body: NewNotice,
): Promise<{ dueAt: Date; isConfirmed: boolean }> {
  const { db, clock } = deps
  const { reason, text, name, email, signature } = body
  const object = await objectAt(deps, body.url)
  const now = clock.now()
  const dueAt = new Date(now.getTime() + REPORT_REASONS[reason].hours * HOUR_MS)
  return await db.transaction().execute(async (trx) => {
    const caseId = await caseAbout(trx, object, { id: clock.newId(), now, dueAt })
    const stored = { reason, text, name, email, signature, caseId, createdAt: now }
    await trx
      .insertInto('notices')
      .values({ id: clock.newId(), ...stored })
      .execute()
    // Strangers can enter other people's addresses.
    const mailbox = email === null ? null : await mailboxTurn(trx, deps, email)
    if (email === null || mailbox === null) return { dueAt, isConfirmed: false }
    // The snapshot in its stored form, in which times are text.
    const snapshot = JSON.parse(JSON.stringify(object.snapshot)) as Selectable<Cases>['snapshot']
    const subject = subjectOf({ subjectKind: object.kind, snapshot })
    const data = { subject, dueAt: dueAt.toISOString() }
    await queueEmail(trx, clock, { name: 'noticeReceived', to: email, mailbox, data })
    return { dueAt, isConfirmed: true }
  })
}

/**
 * The object at a URL. Visibility isn't checked, because the notice may be about something private. Throws
 * `notice_link`.
 */
export async function objectAt({ db, clock }: Pick<Needs, 'db' | 'clock'>, url: string): Promise<CaseObject> {
  const link = reportedLinkIn(url)
  if (link === null) throw new Problem('notice_link')
  if (link.kind === 'comment') return await commentObject(db, link.signalId, link.id)
  if (link.kind === 'signal') return await signalObject(db, link.id)
  const { id } = await db
    .selectNoFrom(ownerOfName(sql`${link.username.toLowerCase()}`, clock.now()).as('id'))
    .executeTakeFirstOrThrow()
  const found = id === null ? null : await profileObject(db, id).catch(() => null)
  if (!found) throw new Problem('notice_link')
  return { kind: 'profile', id: found.authorId, ...found }
}

/** A comment of this signal as it is now, for a case. Throws `notice_link`. */
async function commentObject(db: Kysely<DB>, signalId: string, id: string): Promise<CaseObject> {
  const row = await db
    .selectFrom('comments as c')
    .innerJoin('users as u', 'u.id', 'c.personId')
    .select(['c.id', 'u.id as authorId', 'u.username', 'u.displayName', 'c.body as content', 'c.createdAt'])
    .where('c.id', '=', id)
    .where('c.signalId', '=', signalId)
    .where('c.deletedAt', 'is', null)
    .where('c.hiddenAt', 'is', null)
    .where('u.isFormer', '=', false)
    .executeTakeFirst()
  if (!row) throw new Problem('notice_link')
  const { id: commentId, authorId, ...stated } = row
  return { kind: 'comment', id: commentId, authorId, snapshot: { ...stated, signalId } }
}

/** A signal as it is now, for a case. Throws `notice_link`. */
export async function signalObject(db: Kysely<DB>, id: string): Promise<CaseObject> {
  const row = await db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select(['g.userId', 'u.username', 'u.displayName', 'g.content', 'g.signalType', 'g.tickers'])
    .select(['g.intent', 'g.timeHorizon', 'g.details', 'g.isPremium', 'g.createdAt', 'g.withdrawnAt'])
    .where('g.id', '=', id)
    .where('u.isFormer', '=', false)
    .executeTakeFirst()
  if (!row) throw new Problem('notice_link')
  const { userId: authorId, tickers, ...stated } = row
  const list = tickers === null ? null : (JSON.parse(tickers) as string[])
  return { kind: 'signal', id, authorId, snapshot: { ...stated, tickers: list } }
}
