// Calculates the scores of the signals in one author's book about one ticker. Pure: the same signals and inputs give the same rows.
import type { EXIT_REASONS, SCORE_STATUSES, UNSCORED_REASONS } from '#shared/contracts/outcomes.ts'
import { type Figures, figuresOf } from './figures.ts'
import { firstEntryDay, horizonDaysOf } from './method.ts'
import { type Placed, positionsOf, type Trade } from './positions.ts'
import type { Calendar, PricePath } from './price-path.ts'
import { isIlliquid } from './illiquid.ts'

/** The fields of a buy or a sell that scoring needs. */
export type ScoredSignal = {
  signalId: string
  postedAt: Date
  side: 1 | -1
  onlyCloses: boolean
  timeHorizon: string | null
}

/** A row of `record_scores`, without the columns that never change. Prices, ratios and days are text. */
export type Score = Partial<Figures> & {
  signalId: string
  status: Exclude<(typeof SCORE_STATUSES)[number], 'sealed'>
  reason: (typeof UNSCORED_REASONS)[number] | null
  does: 'opens' | 'adds' | 'closes' | null
  ofSignalId: string | null
  entryDay?: string
  entryClose?: string | undefined
  lastClose?: string | undefined
  exitDay?: string | undefined
  exitReason?: (typeof EXIT_REASONS)[number] | null
  endsOn?: string | undefined
  tradingDays?: number
  /** Entered in an illiquid share: scored, but never ranked. */
  isThin: boolean
  asOf: string | null
}

export type Prices = { calendar: Calendar; share: PricePath; spy: PricePath }

/** `signals` are of one author and book, in the order of their posts. */
export function scorePosition(signals: readonly ScoredSignal[], prices: Prices): Score[] {
  return positionsOf(signals.map(tradeOf), prices.share, prices.calendar).map((placed) =>
    scoreOf(placed, prices),
  )
}

export const tradeOf = ({ signalId, side, onlyCloses, timeHorizon, postedAt }: ScoredSignal): Trade => ({
  signalId,
  side,
  onlyCloses,
  horizonDays: horizonDaysOf(timeHorizon),
  firstDay: firstEntryDay(postedAt),
})

/** The scores for a ticker without any known price. */
export const unpriced = (signals: readonly ScoredSignal[]): Score[] =>
  signals.map(({ signalId }) => ({
    signalId,
    status: 'unscored',
    reason: 'no_prices',
    does: null,
    ofSignalId: null,
    isThin: false,
    asOf: null,
  }))

/**
 * What a signal does, without figures. This is the complete score of signals that wait for a close and of those that
 * open no position.
 */
export function plainScoreOf({ signalId, does, reason, of, entry, isPending }: Placed, calendar: Calendar) {
  const plain = { signalId, reason, does, ofSignalId: of, isThin: false, asOf: null }
  if (does === null) return { ...plain, status: 'unscored' } as const
  if (isPending || (does === 'opens' && entry === null))
    return { ...plain, status: 'pending', asOf: calendar.days[calendar.known - 1] ?? null } as const
  return { ...plain, status: 'linked' } as const
}

function scoreOf(placed: Placed, { calendar, share, spy }: Prices): Score {
  const { side, does, entry, exit, exitReason, ends } = placed
  const plain = plainScoreOf(placed, calendar)
  if (plain.status !== 'linked' || does !== 'opens' || entry === null) return plain
  const last = exit ?? calendar.known - 1
  return {
    ...plain,
    ...figuresOf({ side, entry, last }, share, spy),
    isThin: isIlliquid(entry, share),
    status: exit === null ? 'open' : 'closed',
    entryDay: calendar.days[entry] ?? '',
    entryClose: share.close(entry)?.toFixed(),
    lastClose: share.close(last)?.toFixed(),
    exitDay: exit === null ? undefined : calendar.days[exit],
    exitReason,
    endsOn: ends === null ? undefined : calendar.days[ends],
    tradingDays: last - entry,
    asOf: calendar.days[last] ?? null,
  }
}
