// What other decisions still hide when one is reversed.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { COPY_BITS_MAX } from '#server/features/uploads/rules.ts'
import type { CaseKind } from '#shared/contracts/reports.ts'
import { ProfileTexts } from './subject.ts'

/** `id`: the decision that is reversed. */
type Reversed = { id: string; authorId: string; subjectKind: CaseKind; subjectId: string }

/**
 * The snapshots of the other decisions that hide the same object. Locks the author's cases until the transaction ends:
 * two appeals that succeed at the same time would otherwise each see the other decision, and the object would stay hidden.
 */
export async function standingHides(
  trx: Transaction<DB>,
  { id, authorId, subjectKind, subjectId }: Reversed,
): Promise<unknown[]> {
  const cases = trx.selectFrom('cases').select('id').where('authorId', '=', authorId)
  await cases.orderBy('id').forUpdate().execute()
  const rows = await trx
    .selectFrom('decisions as d')
    .innerJoin('cases as c', 'c.id', 'd.caseId')
    .leftJoin('appeals as p', 'p.decisionId', 'd.id')
    .select('c.snapshot')
    .where('c.authorId', '=', authorId)
    .where('c.subjectKind', '=', subjectKind)
    .where('c.subjectId', '=', subjectId)
    .where('d.id', '<>', id)
    .where('d.measure', '=', 'hide')
    .where(sql<boolean>`p.outcome is distinct from 'reversed'`)
    .execute()
  return rows.map(({ snapshot }) => snapshot)
}

/** Whether another decision about the same person removed a copy of this picture. */
export async function isKeptOut(
  trx: Transaction<DB>,
  { id, authorId }: Pick<Reversed, 'id' | 'authorId'>,
  hash: string | null,
): Promise<boolean> {
  if (hash === null) return false
  const copy = await trx
    .selectFrom('removedPictures as r')
    .innerJoin('decisions as d', 'd.id', 'r.decisionId')
    .innerJoin('cases as c', 'c.id', 'd.caseId')
    .select('d.id')
    .where('c.authorId', '=', authorId)
    .where('d.id', '<>', id)
    .where(sql<number>`bit_count(r.hash # ${hash}::bit(64))`, '<=', COPY_BITS_MAX)
    .executeTakeFirst()
  return copy !== undefined
}

/** The person's held pictures that are copies of this one, itself included, if an appeal about them succeeded. */
export async function reversedCopies(
  trx: Transaction<DB>,
  personId: string,
  heldId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from held_pictures h join held_pictures own on own.id = ${heldId}
      join cases c on c.author_id = h.person_id and c.subject_kind = 'picture' and c.subject_id = h.id
      join decisions d on d.case_id = c.id join appeals p on p.decision_id = d.id
     where h.person_id = ${personId} and bit_count(h.hash # own.hash) <= ${COPY_BITS_MAX} and p.outcome = 'reversed'
     order by h.held_at`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The parts of a profile that no other decision removed. `others`: the snapshots of the other decisions. */
export function withoutStanding(
  own: ProfileTexts,
  others: unknown[],
  { keepsPictureOut }: { keepsPictureOut: boolean },
): ProfileTexts {
  const removed = others.map((snapshot) => ProfileTexts.parse(snapshot))
  const left = (part: keyof ProfileTexts) =>
    removed.some((other) => other[part] === own[part]) ? null : own[part]
  return {
    displayName: left('displayName'),
    bio: left('bio'),
    profileImageUrl: keepsPictureOut ? null : left('profileImageUrl'),
  }
}
