// Posts a signal: a record that the server's clock stamps and nobody can change.
import type { z } from 'zod'
import { brokenConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/session.ts'
import type { NewSignal } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { missingToCreate } from '#shared/rules/access.ts'
import { insertSignal, type SignalRow } from './store.ts'

/** Returns the signal as stored. Throws `creator_mode_required` or `onboarding_required` (answer 23). */
export async function postSignal(
  { pool, clock, delivery }: Pick<Deps, 'pool' | 'clock' | 'delivery'>,
  author: Viewer,
  signal: z.output<typeof NewSignal>,
): Promise<SignalRow> {
  const missing = missingToCreate(author)
  if (missing) throw new Problem(missing)
  const [row] = await insertSignal(
    pool,
    clock.newId(),
    author.id,
    signal.content,
    signal.signalType,
    signal.tickers.length > 0 ? JSON.stringify(signal.tickers) : null,
    signal.intent,
    signal.timeHorizon,
    signal.isPremium,
    clock.now(),
  ).catch((error: unknown) => {
    // The account was deleted between the session check and the insert.
    throw brokenConstraint(error) === 'signals_user_id_fkey' ? new Problem('unauthorized') : error
  })
  if (!row) throw new Error('The signal was inserted, but its row did not come back')
  delivery.nudge()
  return row
}
