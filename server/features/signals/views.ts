// Turns rows of signals into JSON. Locked content isn't in the response at all (spec answer 25).
import type { z } from 'zod'
import { authorView } from '#server/features/users/views.ts'
import { isLocked } from '#server/features/users/visibility.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import type { SignalRow } from './store.ts'

export function signalView(row: SignalRow, viewerId: string): z.input<typeof Signal> {
  const locked = isLocked(row, viewerId)
  const visible = {
    id: row.id,
    userId: row.userId,
    createdAt: row.createdAt.toISOString(),
    isPremium: row.isPremium,
    isLocked: locked,
    author: authorView({ ...row, id: row.userId }),
  }
  if (locked) return visible
  return {
    ...visible,
    content: row.content,
    ...(row.mentions && { mentions: row.mentions }),
    signalType: row.signalType,
    tickers: row.tickers,
    intent: row.intent,
    timeHorizon: row.timeHorizon,
  }
}
