// Turns rows of signals into JSON. Locked content isn't in the response at all (spec answer 25).
import type { z } from 'zod'
import { authorView } from '#server/features/users/views.ts'
import { isLocked } from '#server/features/users/visibility.ts'
import type { SignalDetails } from '#shared/contracts/signal-details.ts'
import type { HiddenBecause, Signal } from '#shared/contracts/signals.ts'
import type { SignalRow } from './store.ts'

/** Why the text is no longer shown, or null. A removed text no longer exists. */
export const hiddenBecause = ({
  withdrawnAt,
  removedFor,
  hiddenAt,
}: Pick<SignalRow, 'withdrawnAt' | 'removedFor' | 'hiddenAt'>): z.input<typeof HiddenBecause> | null =>
  removedFor ?? (withdrawnAt && 'withdrawn') ?? (hiddenAt && 'moderated')

/** Why the text is no longer shown, and when a moderator hid it; null if it is shown. */
export function hiddenView(row: Parameters<typeof hiddenBecause>[0]) {
  const hidden = hiddenBecause(row)
  if (!hidden) return null
  return { hidden, ...(hidden === 'moderated' && row.hiddenAt && { hiddenAt: row.hiddenAt.toISOString() }) }
}

const EXCERPT_MAX = 140

/** The beginning of a text in one line of at most 140 characters. */
export function excerptOf(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= EXCERPT_MAX ? line : `${characters.slice(0, EXCERPT_MAX - 1).join('')}…`
}

/** A signal without its outcome, which server/features/record adds. */
export function signalView(row: SignalRow, viewerId: string): Omit<z.input<typeof Signal>, 'outcome'> {
  const locked = isLocked(row, viewerId)
  const hidden = hiddenBecause(row)
  const visible = {
    id: row.id,
    userId: row.userId,
    createdAt: row.createdAt.toISOString(),
    isPremium: row.isPremium,
    isLocked: locked,
    author: authorView({ ...row, id: row.userId }),
    ...(hidden && { hidden }),
    ...(row.isSaved && { isSaved: true as const }),
    ...(row.isReported && { isReported: true as const }),
  }
  if (locked) return visible
  return {
    ...visible,
    ...(hidden === 'moderated' && row.hiddenAt && { hiddenAt: row.hiddenAt.toISOString() }),
    ...(!hidden && { content: row.content }),
    ...(!hidden && row.mentions && { mentions: row.mentions }),
    signalType: row.signalType,
    tickers: row.tickers,
    intent: row.intent,
    timeHorizon: row.timeHorizon,
    ...(row.onlyCloses && { onlyCloses: true }),
    repliesFrom: row.repliesFrom,
    ...countsView(row, viewerId),
    ...(row.details && { details: shownDetails(row.details, hidden !== null) }),
  }
}

/**
 * The author sees the number of "useful" votes from the start; others see it once the signal's trades have ended
 * (`usefulAfterExit`).
 */
const countsView = ({ counts, isUseful, userId }: SignalRow, viewerId: string) => ({
  ...(counts && counts[0] > 0 && { commentCount: counts[0] }),
  ...(counts && counts[1] > 0 && userId === viewerId && { usefulCount: counts[1] }),
  ...(isUseful && { isUseful: true as const }),
})

/** The number of "useful" votes, for everybody who may read the signal, after all its trades have ended. */
export const usefulAfterExit = ({ counts }: Pick<SignalRow, 'counts'>, state: string) =>
  state === 'closed' && counts && counts[1] > 0 ? { usefulCount: counts[1] } : {}

/** The name of the payer is free text and is hidden with the text. The fact of the payment isn't. */
const shownDetails = ({ paidBy, ...details }: SignalDetails, isHidden: boolean): SignalDetails =>
  paidBy === undefined || isHidden ? details : { ...details, paidBy }
