// Hides a signal's text when its author withdraws it, an administrator removes it, or a moderator hides it. The rest of
// the signal stays unchanged in lists, in the log and in the score (docs/record.md).
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'
import { signalById, type SignalRow } from './store.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** The trigger on `signals` checks for this text. */
const REMOVED_TEXT = 'The text was removed.'

/**
 * Withdraws the author's own signal permanently, and returns it. Can be repeated. Throws `signal_not_found` for another
 * person's signal.
 */
export async function withdrawSignal(deps: Needs, authorId: string, signalId: string): Promise<SignalRow> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    const signal = await trx
      .updateTable('signals')
      .set({ withdrawnAt: now })
      .where('id', '=', signalId)
      .where('userId', '=', authorId)
      .where('withdrawnAt', 'is', null)
      .returning('createdAt')
      .executeTakeFirst()
    if (!signal) return
    await trx
      .insertInto('recordQueue')
      .values({ queuedAt: later(now, signal.createdAt), kind: 'withdraw', signalId })
      .execute()
    await markChanged(trx, authorId, now)
  })
  const row = await signalById(deps, authorId, signalId)
  if (!row || row.userId !== authorId) throw new Problem('signal_not_found')
  return row
}

/** Why a signal's text can't be removed, as a sentence for the administrator. */
export class NotRemovable extends Error {
  override name = 'NotRemovable'
}

/**
 * Deletes a signal's text and the salt of the log's commitment to it. Throws `NotRemovable` if the signal doesn't
 * exist, if its text was removed before, or while it waits to be logged, because the commitment needs the text.
 */
export async function removeText(
  deps: Pick<Deps, 'db' | 'clock'>,
  signalId: string,
  reason: 'law' | 'rules',
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    const signal = await trx
      .selectFrom('signals as g')
      .leftJoin('recordEntries as e', 'e.signalId', 'g.id')
      .where('g.id', '=', signalId)
      .select(['g.userId', 'g.createdAt', 'g.removedFor', 'e.index'])
      .executeTakeFirst()
    if (!signal) throw new NotRemovable('There is no such signal')
    if (signal.removedFor !== null) throw new NotRemovable('Its text was removed before')
    if (signal.index === null) throw new NotRemovable('It is not in the log yet; try again in a few seconds')
    await trx
      .updateTable('signals')
      .set({ content: REMOVED_TEXT, details: null, textSalt: null, removedFor: reason })
      .where('id', '=', signalId)
      .execute()
    // The mentions are part of the text.
    await trx.deleteFrom('signalMentions').where('signalId', '=', signalId).execute()
    await trx
      .insertInto('recordQueue')
      .values({ queuedAt: later(now, signal.createdAt), kind: 'takedown', signalId, reason })
      .execute()
    await markChanged(trx, signal.userId, now)
  })
}

/** Hides a signal's text by a decision, or shows it again. The log and the score don't change. Can be repeated. */
export async function setHidden(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  signalId: string,
  isHidden: boolean,
): Promise<void> {
  const now = clock.now()
  const signal = await trx
    .updateTable('signals')
    .set({ hiddenAt: isHidden ? now : null })
    .where('id', '=', signalId)
    .where('hiddenAt', isHidden ? 'is' : 'is not', null)
    .returning('userId')
    .executeTakeFirst()
  if (signal) await markChanged(trx, signal.userId, now)
}

/** The later of the two, because copies of the server with slower clocks must not log the event before the signal. */
const later = (a: Date, b: Date) => (a > b ? a : b)

/** Makes every feed with a signal of the author reload: open ones now, others with their next request. */
async function markChanged(trx: Transaction<DB>, authorId: string, now: Date): Promise<void> {
  await trx.updateTable('users').set({ signalsChangedAt: now }).where('id', '=', authorId).execute()
  await notify(trx, [authorId], 'signals')
  await enqueue(trx, 'notify_readers', { authorId })
}

const READERS_PER_STEP = 3000

/** Notifies the open pages of the author's followers and subscribers. A job, because there may be many. */
export async function notifyReaders(deps: Needs, authorId: string): Promise<void> {
  for (let after: string | undefined; ;) {
    const readers = await readersAfter(deps, authorId, after)
    await notify(deps.db, readers, 'signals')
    after = readers.at(-1)
    if (readers.length < READERS_PER_STEP) return
  }
}

async function readersAfter(deps: Needs, authorId: string, after: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select follower_id as id from follows where following_id = ${authorId}
      union
      select subscriber_id from subscriptions where creator_id = ${authorId}) readers
     where ${after ?? null}::uuid is null or id > ${after ?? null}
     order by id limit ${READERS_PER_STEP}`.execute(deps.db)
  return rows.map(({ id }) => id)
}
