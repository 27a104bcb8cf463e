// Applies the measure of a decision, and undoes it after an appeal.
import { sql, type Transaction } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { CaseKind, Measure } from '#shared/contracts/reports.ts'
import { isKeptOut, reversedCopies, standingHides, withoutStanding } from './standing.ts'
import { pictureHashIn, ProfileTexts } from './subject.ts'

/** Functions that change other features' tables. Each can be repeated. */
export type Acts = {
  /** Hides a signal's text or shows it again. */
  setHidden: (trx: Transaction<DB>, signalId: string, isHidden: boolean) => Promise<void>
  /** Removes a comment's text or shows it again. */
  setCommentHidden: (trx: Transaction<DB>, commentId: string, isHidden: boolean) => Promise<void>
  /** Removes a person's name, picture and bio. `restoreProfile` restores those that they haven't replaced. */
  clearProfile: (trx: Transaction<DB>, personId: string) => Promise<void>
  /** Shows a held picture or keeps it out, and returns its hash; null if the person has left. */
  settlePicture: (trx: Transaction<DB>, heldId: string, isShown: boolean) => Promise<string | null>
  restoreProfile: (trx: Transaction<DB>, personId: string, texts: ProfileTexts) => Promise<void>
}

/** What each measure forbids. Posting includes comments and a new name, bio or picture. */
const KINDS = { suspend: ['post', 'sell'], stop_selling: ['sell'], stop_reporting: ['report'] } as const
export const isRestriction = (measure: Measure): measure is keyof typeof KINDS => measure in KINDS

type Decided = {
  id: string
  measure: Measure
  subjectKind: CaseKind
  subjectId: string
  authorId: string | null
  startsAt: Date
  endsAt: Date | null
}

export async function applyMeasure(
  trx: Transaction<DB>,
  acts: Acts,
  {
    id,
    measure,
    subjectKind,
    subjectId,
    authorId,
    snapshot,
    startsAt,
    endsAt,
  }: Decided & { snapshot: unknown },
): Promise<void> {
  if (subjectKind === 'picture') {
    const hash = await acts.settlePicture(trx, subjectId, measure === 'dismiss')
    if (measure === 'hide' && hash !== null)
      await trx.insertInto('removedPictures').values({ decisionId: id, hash }).execute()
    if (measure === 'hide') return
  }
  if (measure === 'hide' && subjectKind === 'signal') return await acts.setHidden(trx, subjectId, true)
  if (measure === 'hide' && subjectKind === 'comment')
    return await acts.setCommentHidden(trx, subjectId, true)
  if (authorId === null) return
  if (measure === 'hide') {
    await keepOut(trx, id, authorId, pictureHashIn(snapshot))
    return await acts.clearProfile(trx, authorId)
  }
  if (!isRestriction(measure)) return
  const rows = KINDS[measure].map((kind) => ({ decisionId: id, personId: authorId, kind, startsAt, endsAt }))
  await trx.insertInto('restrictions').values(rows).execute()
  await announceRestriction(trx, authorId, endsAt)
}

/** Returns whether other decisions keep all or part of the measure in effect. */
export async function undoMeasure(
  trx: Transaction<DB>,
  acts: Acts,
  { authorId, ...decided }: Omit<Decided, 'startsAt' | 'endsAt'>,
  snapshot: unknown,
  now: Date,
): Promise<boolean> {
  const { id, measure, subjectKind, subjectId } = decided
  // A deleted account has no appeals either.
  if (authorId === null) return false
  const reversed = { ...decided, authorId }
  const others = await standingHides(trx, reversed)
  if (subjectKind === 'picture') {
    await trx.deleteFrom('removedPictures').where('decisionId', '=', id).execute()
    const held = await trx
      .selectFrom('heldPictures')
      .select('hash')
      .where('id', '=', subjectId)
      .executeTakeFirst()
    const keepsOut = await isKeptOut(trx, reversed, held?.hash ?? null)
    if (!keepsOut)
      for (const copy of await reversedCopies(trx, authorId, subjectId))
        await acts.settlePicture(trx, copy, true)
    if (measure === 'hide') return keepsOut
  }
  if (measure === 'hide' && (subjectKind === 'signal' || subjectKind === 'comment')) {
    if (others.length > 0) return true
    await (subjectKind === 'signal' ? acts.setHidden : acts.setCommentHidden)(trx, subjectId, false)
    return false
  }
  if (measure === 'hide') {
    const removed = await trx
      .deleteFrom('removedPictures')
      .where('decisionId', '=', id)
      .returning('hash')
      .executeTakeFirst()
    const keepsPictureOut = await isKeptOut(trx, reversed, removed?.hash ?? null)
    const own = ProfileTexts.parse(snapshot)
    const texts = withoutStanding(own, others, { keepsPictureOut })
    await acts.restoreProfile(trx, authorId, texts)
    return (Object.keys(own) as (keyof ProfileTexts)[]).some((part) => texts[part] !== own[part])
  }
  await trx.updateTable('restrictions').set({ liftedAt: now }).where('decisionId', '=', id).execute()
  await announceRestriction(trx, authorId, null)
  const { rows } = await sql`select from restrictions r where r.decision_id = ${id}
    and is_restricted(r.person_id, r.kind, ${now})`.execute(trx)
  return rows.length > 0
}

/** From now on, nobody can upload a copy of the reported picture, which the person may have replaced since. */
async function keepOut(trx: Transaction<DB>, decisionId: string, personId: string, reported: string | null) {
  const user = await trx
    .selectFrom('users')
    .select('pictureHash')
    .where('id', '=', personId)
    .executeTakeFirst()
  const hash = reported ?? user?.pictureHash
  if (hash) await trx.insertInto('removedPictures').values({ decisionId, hash }).execute()
}

/**
 * Makes sessions on every copy of the server reread the restriction and open pages reload. Renewals pause now and
 * resume when it ends.
 */
export async function announceRestriction(trx: Transaction<DB>, personId: string, endsAt: Date | null) {
  await notify(trx, [personId], 'account')
  await enqueue(trx, 'enqueue_pauses', { creatorId: personId })
  if (endsAt !== null) await enqueue(trx, 'enqueue_pauses', { creatorId: personId }, { runAt: endsAt })
}
