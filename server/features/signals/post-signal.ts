// Posts a signal: a record that the server's clock stamps and nobody can change.
import type { z } from 'zod'
import { brokenConstraint } from '#server/db/open.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/session.ts'
import type { NewSignal } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { missingToCreate } from '#shared/rules/access.ts'
import { signalById, type SignalRow } from './store.ts'

/**
 * Returns the signal as stored, also when it was stored before: its answer may have been lost on the way. Throws
 * `creator_mode_required` or `onboarding_required` (answer 23), and `draft_taken` for an id that is another signal's.
 */
export async function postSignal(
  { pool, clock, config, delivery }: Pick<Deps, 'pool' | 'clock' | 'config' | 'delivery'>,
  author: Viewer,
  signal: z.output<typeof NewSignal>,
): Promise<SignalRow> {
  const missing = missingToCreate(author)
  if (missing) throw new Problem(missing)
  const id = signal.draftId ?? clock.newId()
  const [row] = await insertSignal(
    pool,
    id,
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
  if (row) {
    delivery.nudge()
    return row
  }
  const [before] = await signalById(pool, author.id, clock.now(), config.pastDueGraceDays, id)
  if (before?.user_id !== author.id || before.content !== signal.content) throw new Problem('draft_taken')
  return before
}

type Posted = [
  id: string,
  authorId: string,
  content: string,
  signalType: string,
  tickers: string | null,
  intent: string | null,
  timeHorizon: string | null,
  isPremium: boolean,
  now: Date,
]

/** A person told that their signal was not posted posts it again, and nobody can take one of the two away. */
const PATIENCE_MS = 5000

/** The signal, its place in the author's own timeline and its delivery to the others: all or nothing, in one trip. */
const insertSignal = prepared<SignalRow, Posted>(
  'insert_signal',
  `with g as (
     insert into signals (id, user_id, content, signal_type, tickers, intent, time_horizon, is_premium, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do nothing
     returning id, user_id, content, signal_type, tickers, intent, time_horizon, is_premium, created_at),
   own as (
     insert into timelines (viewer_id, created_at, signal_id, author_id)
     select user_id, created_at, id, user_id from g),
   queued as (insert into deliveries (queued_at, signal_id) select created_at, id from g)
   select g.*, a.username, a.display_name, a.profile_image_url, a.is_creator, a.is_public,
     a.subscription_price_in_cents, false as follows, false as pays
   from g join users a on a.id = g.user_id`,
  PATIENCE_MS,
)
