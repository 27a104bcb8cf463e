// Posts a signal. The server sets its time, and nobody can change or delete it.
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import type { NewSignal } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { missingToCreate } from '#shared/rules/access.ts'
import { AUTHOR_COLUMNS, SIGNAL_COLUMNS, signalById, type SignalColumns, type SignalRow } from './store.ts'

/**
 * Returns the stored signal. If the same draft is posted again, because the first response was lost, it returns the first
 * signal. Throws `creator_mode_required` or `onboarding_required` (spec answer 23), and `draft_taken` if the draft's id
 * belongs to another signal; `unauthorized` if the account was deleted after the session check.
 */
export async function postSignal(
  deps: Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'signalDelivery'>,
  authorId: string,
  signal: z.output<typeof NewSignal>,
): Promise<SignalRow> {
  const { clock, signalDelivery } = deps
  const { draftId, tickers, ...fields } = signal
  const [row] = await insertSignal(deps.statements, {
    ...fields,
    id: draftId ?? clock.newId(),
    userId: authorId,
    tickers: tickers.length > 0 ? JSON.stringify(tickers) : null,
    createdAt: clock.now(),
  })
  if (row) {
    signalDelivery.trigger()
    return row
  }
  const author = await deps.db
    .selectFrom('users')
    .select(['isCreator', 'stripeOnboardingCompleted as payoutsReady'])
    .where('id', '=', authorId)
    .executeTakeFirst()
  if (!author) throw new Problem('unauthorized')
  const missing = missingToCreate(author)
  if (missing) throw new Problem(missing)
  const stored = draftId && (await signalById(deps, authorId, draftId))
  if (!stored || stored.userId !== authorId || stored.content !== signal.content)
    throw new Problem('draft_taken')
  return stored
}

/** Longer than other queries: after a timeout people post again, and of two stored signals neither can be deleted. */
const INSERT_TIMEOUT_MS = 5000

/**
 * One statement inserts the signal, its row in the author's own timeline, and its delivery to the others. It inserts nothing
 * if the author may not post; the row lock keeps the account from being deleted meanwhile.
 */
const insertSignal = prepared(
  'insert_signal',
  (db, signal: Parameters<SignalColumns>) =>
    db
      .with('author', (cte) =>
        cte
          .selectFrom('users')
          .select('id')
          .where('id', '=', signal.userId)
          .where('isCreator', '=', true)
          .where('stripeOnboardingCompleted', '=', true)
          .forKeyShare(),
      )
      .with('g', (cte) =>
        cte
          .insertInto('signals')
          .columns(SIGNAL_COLUMNS)
          .expression(sql`select ${sql.join(SIGNAL_COLUMNS.map((column) => signal[column]))} from author`)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning(SIGNAL_COLUMNS),
      )
      .with('own', (cte) =>
        cte
          .insertInto('timelines')
          .columns(['viewerId', 'createdAt', 'signalId', 'authorId'])
          .expression(cte.selectFrom('g').select(['userId', 'createdAt', 'id', 'userId as authorId'])),
      )
      .with('queued', (cte) =>
        cte
          .insertInto('deliveries')
          .columns(['queuedAt', 'signalId'])
          .expression(cte.selectFrom('g').select(['createdAt', 'id'])),
      )
      .selectFrom('g')
      .innerJoin('users as a', 'a.id', 'g.userId')
      .selectAll('g')
      .select(AUTHOR_COLUMNS)
      .select([sql.lit(false).as('follows'), sql.lit(false).as('pays')]),
  INSERT_TIMEOUT_MS,
)
