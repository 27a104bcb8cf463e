// Turns people's stored records into JSON.
import type { z } from 'zod'
import { authorView } from '#server/features/users/views.ts'
import type { Board, Newcomers, PersonRecord, RecordWeeks } from '#shared/contracts/rankings.ts'
import type { Rating } from '#shared/contracts/ratings.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { MONKEYS, RATED_FROM } from '#engine/rating/method.ts'
import { rounded } from '#engine/rating/published-figures.ts'
import { FORECASTS_MIN } from '#engine/scoring/ranking/calibration.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { daysOnRecord, POSITIONS_WITH_FIGURES } from '#engine/scoring/ranking/per-position.ts'
import type { boardOf, RatingRow, weeksOf } from '../rate/rating-store.ts'
import type { BoardRow, RecordRow } from './store.ts'
import type { endedRows, newcomerRows } from './unlisted-store.ts'

type Rows<Query extends (...parameters: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>

/** The counts of a person whose signals aren't scored yet. */
const NOTHING = { posted: 0, opened: 0, added: 0, closed: 0, comments: 0, unscored: 0, pending: 0, sealed: 0 }

export const hasFigures = ({ scoredPositions }: Pick<RecordRow, 'scoredPositions'>): boolean =>
  (scoredPositions ?? 0) >= POSITIONS_WITH_FIGURES

type Person = z.input<typeof PersonRecord>

/** `row`: the record as the viewer may see it. `isSample`: whether all prices are sample data. */
export function personView(
  row: RecordRow,
  { ratings, results, premium }: Pick<Person, 'results' | 'premium'> & { ratings: readonly RatingRow[] },
  isSample: boolean,
): Person {
  const { posted, opened, added, closed, comments, unscored, pending, sealed, firstPostedAt } = row
  const counts = { posted, opened, added, closed, comments, unscored, pending, sealed }
  const open = row.positionsOpen ?? 0
  const total = row.positions ?? 0
  return {
    username: row.username,
    author: row.author,
    method: METHOD,
    sample: row.isSample ?? isSample,
    asOf: row.asOf,
    since: firstPostedAt && utcDay(firstPostedAt),
    daysOnRecord: firstPostedAt ? daysOnRecord({ since: firstPostedAt, asOf: row.asOf }) : 0,
    signals: { ...NOTHING, ...(firstPostedAt && withoutNulls(counts)), withdrawn: row.withdrawn },
    positions: { total, open, closed: total - open, ...(row.thin && { thin: row.thin }) },
    perPosition: perPositionOf(row),
    books: { open: bookOf(ratings, 'open'), sealed: bookOf(ratings, 'sealed') },
    results,
    premium,
    ...calibrationOf(row),
    priceInCents: row.hasPrice ? row.subscriptionPriceInCents : null,
  }
}

function bookOf(ratings: readonly RatingRow[], book: 'open' | 'sealed') {
  const row = ratings.find((rating) => rating.book === book)
  return row ? ratingView(row) : null
}

function ratingView(row: RatingRow): z.input<typeof Rating> {
  const { mean, low, high, laterMean, laterLow, laterHigh, days, df, isYearly, t, p, slopes } = row
  const later = { mean: laterMean, low: laterLow, high: laterHigh }
  const lead = { mean, low, high }
  const have = {
    trades: row.trades,
    entry_days: row.entryDays,
    active_days: row.activeDays,
    weeks: row.weeks,
  }
  const hasNumbers =
    days !== null && df !== null && isYearly !== null && t !== null && p !== null && slopes !== null
  return {
    book: row.book,
    isEarly: row.isEarly,
    asOf: row.asOf,
    since: row.since,
    endedOn: row.endedOn,
    trades: row.trades,
    missing: Object.entries(NEEDED).flatMap(([name, need]) => {
      const what = name as keyof typeof NEEDED
      return have[what] < need ? [{ what, have: have[what], need }] : []
    }),
    figures:
      hasNumbers && hasAll(lead)
        ? {
            ...lead,
            weeks: row.weeks,
            days,
            df,
            yearly: isYearly,
            t: rounded(t, 2),
            p: rounded(p, 6),
            slopes,
            drawdown: row.drawdown,
            dayLater: hasAll(later) ? later : null,
          }
        : null,
    isRated: row.isRated,
    isLikelySkill: row.isLikelySkill,
    monkeys:
      row.beaten === null || row.beatenOn === null
        ? null
        : { count: MONKEYS.perCandidate, beaten: row.beaten, day: row.beatenOn },
  }
}

const NEEDED = {
  trades: RATED_FROM.trades,
  entry_days: RATED_FROM.entryDays,
  active_days: RATED_FROM.activeDays,
  weeks: RATED_FROM.weeks,
}

/** Results are in millionths, filled places in ten-thousandths summed over the week's days. */
export function weeksView(rows: Rows<typeof weeksOf>, isSample: boolean): z.input<typeof RecordWeeks> {
  const byBook = Map.groupBy(rows, ({ book }) => book)
  return {
    method: METHOD,
    sample: isSample,
    records: [...byBook].map(([book, weeks]) => ({
      book,
      weeks: weeks.map(({ day, filled, days, result, funds, slopes }) => {
        const mix = funds.reduce((sum, fund, at) => sum + fund * Number(slopes?.[at] ?? 0), 0)
        return {
          day,
          places: (filled / days / 1e4).toFixed(4),
          result: (result / 1e6).toFixed(6),
          excess: ((result - mix) / 1e6).toFixed(6),
        }
      }),
    })),
  }
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

const hasAll = <Key extends string>(figures: Record<Key, string | null>): figures is Record<Key, string> =>
  Object.values(figures).every((figure) => figure !== null)

const withoutNulls = <Key extends string>(counts: Record<Key, number | null>) =>
  Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, count ?? 0])) as Record<Key, number>

/** `rows`: all listed records of visible people. `ticker`: only those with a signal about it are shown. */
export function boardView(
  board: Rows<typeof boardOf>,
  rows: readonly BoardRow[],
  isSample: boolean,
): z.input<typeof Board> {
  const hidden = rows.filter((row) => row.isAbout && row.isPlaceKept)
  return {
    method: METHOD,
    sample: isSample,
    asOf: board?.asOf ?? null,
    rated: board?.rated ?? 0,
    listed: rows.length,
    monkeys: { count: board?.monkeys ?? 0, listed: board?.monkeysListed ?? 0 },
    ...(hidden.length > 0 && { hiddenRanks: hidden.map(({ rank }) => rank) }),
    people: rows
      .filter((row) => row.isAbout && !row.isHidden)
      .map((row) => ({
        rank: row.rank,
        book: row.book === 'sealed' ? 'sealed' : 'open',
        username: row.username,
        author: authorView(row),
        isFollowing: row.isFollowing,
        hasPrice: row.hasPrice,
        low: row.low ?? '',
        mean: row.mean ?? '',
        high: row.high ?? '',
        yearly: row.isYearly ?? false,
        days: row.days ?? 0,
        worst: row.worst && row.worstReturn ? { excess: row.worst, return: row.worstReturn } : null,
        positions: row.trades,
        signals: row.posted,
        since: row.since,
        drawdown: row.drawdown ?? '',
        horizon: row.horizon,
        isLikelySkill: row.isLikelySkill,
      })),
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
        positions: row.trades,
        mean: row.mean ?? '',
        yearly: row.isYearly ?? false,
      })),
    },
  }
}
