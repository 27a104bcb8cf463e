// Turns people's stored records into JSON.
import type { z } from 'zod'
import { authorView } from '#server/features/users/views.ts'
import type { Board, Newcomers, PersonRecord } from '#shared/contracts/rankings.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { byLuck, isBeyondLuck, luckCutoff, pOf } from '#engine/scoring/ranking/beyond-luck.ts'
import { FORECASTS_MIN } from '#engine/scoring/ranking/calibration.ts'
import { METHOD } from '#engine/scoring/method.ts'
import {
  daysOnRecord,
  POSITIONS_WITH_FIGURES,
  whyNotRanked,
} from '#engine/scoring/ranking/ranking-minimum.ts'
import type { BoardRow, endedRows, newcomerRows, RankedRow, RecordRow } from './store.ts'

type Rows<Query extends (...parameters: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>

/** The counts of a person whose signals aren't scored yet. */
const NOTHING = { posted: 0, opened: 0, added: 0, closed: 0, comments: 0, unscored: 0, pending: 0, sealed: 0 }

/** The figures that decide whether a record is ranked; null without a record. */
export function recordStatsOf(row: RecordRow) {
  const { firstPostedAt, lastPostedAt, rankedOpened, rankedEntryDays, activeDays, asOf, isListed, isSample } =
    row
  if (!firstPostedAt || !lastPostedAt) return null
  return {
    opened: rankedOpened ?? 0,
    entryDays: rankedEntryDays ?? 0,
    activeDays: activeDays ?? 0,
    since: firstPostedAt,
    lastPostedAt,
    asOf,
    isPublic: Boolean(isListed),
    isSample: isSample ?? false,
  }
}

export const hasFigures = ({ scoredPositions }: Pick<RecordRow, 'scoredPositions'>): boolean =>
  (scoredPositions ?? 0) >= POSITIONS_WITH_FIGURES

/**
 * `row`: the record as the viewer may see it. `shown`: the public record, which is the one that is ranked.
 * `ranked`: all
 * ranked people, or null if this person isn't ranked. `isSample`: whether all prices are sample data.
 */
export function personView(
  row: RecordRow,
  { shown, ranked, isSample }: { shown: RecordRow; ranked: readonly RankedRow[] | null; isSample: boolean },
): z.input<typeof PersonRecord> {
  const stats = recordStatsOf(row)
  const { posted, opened, added, closed, comments, unscored, pending, sealed } = row
  const counts = { posted, opened, added, closed, comments, unscored, pending, sealed }
  const whyNot = stats
    ? whyNotRanked(stats, isSample)
    : whyNotRanked({ ...NO_STATS, isPublic: Boolean(row.isListed) }, isSample)
  const open = row.positionsOpen ?? 0
  const total = row.positions ?? 0
  return {
    username: row.username,
    author: row.author,
    method: METHOD,
    sample: row.isSample ?? isSample,
    asOf: row.asOf,
    since: stats && utcDay(stats.since),
    daysOnRecord: stats ? daysOnRecord(stats) : 0,
    signals: { ...NOTHING, ...(stats && withoutNulls(counts)), withdrawn: row.withdrawn },
    positions: { total, open, closed: total - open, ...(row.thin && { thin: row.thin }) },
    perPosition: perPositionOf(row),
    paper: paperOf(row),
    ...calibrationOf(row),
    priceInCents: row.hasPrice ? row.subscriptionPriceInCents : null,
    ranked: ranked !== null,
    whyNot,
    beyondLuck: ranked !== null && isBeyondLuck(floats(shown), cutoffOf(ranked)),
  }
}

const NO_STATS = {
  opened: 0,
  entryDays: 0,
  activeDays: 0,
  since: new Date(0),
  lastPostedAt: new Date(0),
  asOf: null,
  isSample: false,
}

function perPositionOf(row: RecordRow): z.input<typeof PersonRecord>['perPosition'] {
  const { meanReturn, medianReturn, meanExcess, medianExcess, worst, hitRate, hitLow, hitHigh } = row
  const figures = {
    mean: meanReturn,
    median: medianReturn,
    meanExcess,
    medianExcess,
    worst,
    hitRate,
    hitLow,
    hitHigh,
  }
  const { averageWin, averageLoss, wins, histogram: counts, histogramStep: step } = row
  const histogram = counts !== null && step !== null ? { step, counts } : null
  return hasFigures(row) && hasAll(figures)
    ? { count: row.scoredPositions ?? 0, ...figures, averageWin, averageLoss, wins: wins ?? 0, histogram }
    : null
}

function calibrationOf({ forecasts, brier }: RecordRow): Pick<z.input<typeof PersonRecord>, 'calibration'> {
  const count = forecasts ?? 0
  return count >= FORECASTS_MIN && brier !== null ? { calibration: { count, brier } } : {}
}

function paperOf(row: RecordRow): z.input<typeof PersonRecord>['paper'] {
  const { mean, error, low, high, drawdown } = row
  const figures = { mean, error, low, high, drawdown }
  const later = { mean: row.laterMean, low: row.laterLow, high: row.laterHigh }
  const dayLater = hasAll(later) ? later : null
  return hasFigures(row) && hasAll(figures)
    ? { days: row.days ?? 0, activeDays: row.activeDays ?? 0, ...figures, dayLater }
    : null
}

const hasAll = <Key extends string>(figures: Record<Key, string | null>): figures is Record<Key, string> =>
  Object.values(figures).every((figure) => figure !== null)

const withoutNulls = <Key extends string>(counts: Record<Key, number | null>) =>
  Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, count ?? 0])) as Record<Key, number>

const floats = ({ mean, error }: { mean: string | null; error: string | null }) => ({
  mean: Number(mean),
  error: Number(error),
})

const cutoffOf = (ranked: readonly RankedRow[]) => luckCutoff(ranked.map((row) => pOf(floats(row))))

/** The ranked people whose lower bound is above zero. */
export const listed = (ranked: readonly RankedRow[]): RankedRow[] =>
  ranked.filter(({ low }) => Number(low) > 0)

/** `rows`: those of the listed people that the board shows. Ranks are among all listed people. */
export function boardView(
  ranked: readonly RankedRow[],
  rows: readonly BoardRow[],
  isSample: boolean,
): z.input<typeof Board> {
  const cutoff = cutoffOf(ranked)
  const rankOf = new Map(listed(ranked).map(({ author }, place) => [author, place + 1]))
  const asOf = ranked.reduce<string | null>(
    (newest, row) => ((row.asOf ?? '') > (newest ?? '') ? row.asOf : newest),
    null,
  )
  return {
    method: METHOD,
    sample: isSample,
    asOf,
    ranked: ranked.length,
    byLuck: byLuck(ranked.length),
    listed: rankOf.size,
    people: rows
      .map((row) => ({
        rank: rankOf.get(row.author) ?? 0,
        username: row.username,
        author: authorView(row),
        isFollowing: row.isFollowing,
        hasPrice: row.hasPrice,
        low: row.low ?? '',
        mean: row.mean ?? '',
        high: row.high ?? '',
        worst: row.worst ?? '',
        positions: row.positions,
        signals: row.posted,
        since: utcDay(row.firstPostedAt),
        daysOnRecord: daysOnRecord({ since: row.firstPostedAt, asOf: row.asOf }),
        drawdown: row.drawdown ?? '',
        horizon: row.horizon,
        beyondLuck: isBeyondLuck(floats(row), cutoff),
      }))
      .toSorted((a, b) => a.rank - b.rank),
  }
}

export function newcomersView(
  newcomers: Rows<typeof newcomerRows>,
  ended: Rows<typeof endedRows>,
  isSample: boolean,
): z.input<typeof Newcomers> {
  return {
    sample: isSample,
    total: newcomers[0]?.total ?? 0,
    people: newcomers.map((row) => ({
      author: authorView(row),
      isFollowing: row.isFollowing,
      signals: row.opened,
      since: utcDay(row.firstPostedAt),
      ...(hasFigures(row)
        ? { ahead: row.wins, behind: row.scoredPositions - row.wins }
        : { ahead: null, behind: null }),
    })),
    ended: {
      total: ended[0]?.total ?? 0,
      behind: ended[0]?.behind ?? 0,
      people: ended.map((row) => ({
        username: row.username,
        lastPostedAt: row.lastPostedAt.toISOString(),
        positions: row.scoredPositions,
        mean: row.mean ?? '',
      })),
    },
  }
}
