// Rows of signals as JSON. What a viewer may not read is not in the answer at all (answer 25).
import type { z } from 'zod'
import { authorView } from '#server/features/users/views.ts'
import { isLocked } from '#server/features/users/visibility.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import type { SignalRow } from './store.ts'

export function signalView(row: SignalRow, viewerId: string): z.input<typeof Signal> {
  const locked = isLocked(row, viewerId)
  const known = {
    id: row.id,
    userId: row.userId,
    createdAt: row.createdAt.toISOString(),
    isPremium: row.isPremium,
    isLocked: locked,
    author: authorView({ ...row, id: row.userId }),
  }
  if (locked) return known
  return {
    ...known,
    content: row.content,
    signalType: row.signalType,
    tickers: row.tickers,
    intent: row.intent,
    timeHorizon: row.timeHorizon,
  }
}
