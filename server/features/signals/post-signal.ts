// Posts a signal: a record that the server's clock stamps and nobody can change.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/session.ts'
import type { NewSignal } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { missingToCreate } from '#shared/rules/access.ts'
import { insertSignal, type SignalRow } from './store.ts'

/** Returns the signal as stored. Throws `creator_mode_required` or `onboarding_required` (answer 23). */
export async function postSignal(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
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
  )
  // No row: the account was deleted between the session check and the insert.
  if (!row) throw new Problem('unauthorized')
  return row
}
