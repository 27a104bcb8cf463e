// Hides the text of a signal: its author withdraws it, or an administrator removes it. Nothing else of it changes, and it stays
// in lists, in the log and in the score (docs/record.md).
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { IDS_MAX, notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'
import { signalById, type SignalRow } from './store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** As the trigger of `signals` knows it. */
const REMOVED_TEXT = 'The text was removed.'

/**
 * Withdraws the author's own signal, for good; repeated, it changes nothing. Returns the signal. Throws `signal_not_found` for
 * a signal of somebody else.
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

/** Why a signal's text can't be removed, in words for the administrator. */
export class NotRemovable extends Error {
  override name = 'NotRemovable'
}

/**
 * Destroys the text of a signal and the salt of the log's commitment to it. Throws `NotRemovable` if there is no such signal,
 * if its text was removed before, or while it waits to be logged: the commitment needs the text.
 */
export async function removeText(deps: Needs, signalId: string, reason: 'law' | 'rules'): Promise<void> {
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
    // Whom the text mentioned is a part of it.
    await trx.deleteFrom('signalMentions').where('signalId', '=', signalId).execute()
    await trx
      .insertInto('recordQueue')
      .values({ queuedAt: later(now, signal.createdAt), kind: 'takedown', signalId, reason })
      .execute()
    await markChanged(trx, signal.userId, now)
  })
}

/** Copies of the server with slower clocks must not log it before the signal. */
const later = (a: Date, b: Date) => (a > b ? a : b)

/** Makes every feed with a signal of the author load again: now those that are open, and the others when they are next asked for. */
async function markChanged(trx: Transaction<DB>, authorId: string, now: Date): Promise<void> {
  await trx.updateTable('users').set({ signalsChangedAt: now }).where('id', '=', authorId).execute()
  await notify(trx, [authorId], 'signals')
  await enqueue(trx, 'notify_readers', { authorId })
}

const READERS_PER_STEP = IDS_MAX * 20

/** Notifies the open pages of everybody who follows or pays the author. A job, because they may be many. */
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
