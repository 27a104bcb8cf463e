// Rows of signals as JSON. What a viewer may not read is not in the answer at all (answer 25).
import type { z } from 'zod'
import { authorView } from '#server/features/users/views.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import type { SignalRow } from './store.ts'

/** Whether a premium signal stays locked: readable by its author and those who pay them, by nobody else. */
export function isLocked(row: Pick<SignalRow, 'is_premium' | 'user_id' | 'pays'>, viewerId: string): boolean {
  return row.is_premium && row.user_id !== viewerId && !row.pays
}

export function signalView(row: SignalRow, viewerId: string): z.input<typeof Signal> {
  const locked = isLocked(row, viewerId)
  const known = {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    isPremium: row.is_premium,
    isLocked: locked,
    author: authorView({
      id: row.user_id,
      username: row.username,
      displayName: row.display_name,
      profileImageUrl: row.profile_image_url,
      isCreator: row.is_creator,
      subscriptionPriceInCents: row.subscription_price_in_cents,
    }),
  }
  if (locked) return known
  return {
    ...known,
    content: row.content,
    signalType: row.signal_type,
    tickers: row.tickers,
    intent: row.intent,
    timeHorizon: row.time_horizon,
  }
}
