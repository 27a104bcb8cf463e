// Posts a signal: a record that the server's clock stamps and nobody can change.
import { sql } from 'kysely'
import type { z } from 'zod'
import { brokenConstraint } from '#server/db/open.ts'
import { type Parameters, prepared, valuesOf } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/session.ts'
import type { NewSignal } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { missingToCreate } from '#shared/rules/access.ts'
import { AUTHOR_COLUMNS, SIGNAL_COLUMNS, signalById, type SignalColumns, type SignalRow } from './store.ts'

/**
 * Returns the signal as stored, also when it was stored before: its answer may have been lost on the way. Throws
 * `creator_mode_required` or `onboarding_required` (answer 23), and `draft_taken` for an id that is another signal's.
 */
export async function postSignal(
  deps: Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'delivery'>,
  author: Viewer,
  signal: z.output<typeof NewSignal>,
): Promise<SignalRow> {
  const { clock, delivery } = deps
  const missing = missingToCreate(author)
  if (missing) throw new Problem(missing)
  const { draftId, tickers, ...fields } = signal
  const [row] = await insertSignal(deps.statements, {
    ...fields,
    id: draftId ?? clock.newId(),
    userId: author.id,
    tickers: tickers.length > 0 ? JSON.stringify(tickers) : null,
    createdAt: clock.now(),
  }).catch((error: unknown) => {
    // The account was deleted between the session check and the insert.
    throw brokenConstraint(error) === 'signals_user_id_fkey' ? new Problem('unauthorized') : error
  })
  if (row) {
    delivery.nudge()
    return row
  }
  const before = draftId && (await signalById(deps, author.id, draftId))
  if (!before || before.userId !== author.id || before.content !== signal.content)
    throw new Problem('draft_taken')
  return before
}

/** A person told that their signal was not posted posts it again, and nobody can take one of the two away. */
const PATIENCE_MS = 5000

/** The signal, its place in the author's own timeline and its delivery to the others: all or nothing, in one trip. */
const insertSignal = prepared(
  'insert_signal',
  (db, signal: Parameters<SignalColumns>) =>
    db
      .with('g', (cte) =>
        cte
          .insertInto('signals')
          .values(valuesOf(signal, SIGNAL_COLUMNS))
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
  PATIENCE_MS,
)
