// Scores and ratings for tests of records, written straight into the tables that scoring and rating fill.
import { METHOD } from '#engine/scoring/method.ts'
import type { TestServer } from '#test/server.ts'

export const DAY_MS = 86_400_000
/** 130 days of an exchange that closes at weekends, until Friday, November 20, 2026. */
export const DAYS = weekdaysUntil('2026-11-20', 130)

function weekdaysUntil(last: string, count: number): string[] {
  const days: string[] = []
  for (let at = Date.parse(last); days.length < count; at -= DAY_MS) {
    const date = new Date(at)
    if (date.getUTCDay() % 6 !== 0) days.unshift(date.toISOString().slice(0, 10))
  }
  return days
}

export type Score = {
  ticker?: string
  /** Index in `DAYS`. */
  entry?: number | null
  exit?: number | null
  side?: number
  excess?: number
  /** Exchange days since the entry. */
  tradingDays?: number
  does?: 'opens' | 'adds' | 'closes' | null
  status?: string
  reason?: string | null
  postedAt?: Date
}

/** The author's random id. One row for each score, of the person's own signals in the order of posting. */
export async function writeScores(
  { deps }: Pick<TestServer, 'deps'>,
  username: string,
  scores: readonly Score[],
  { isSample = true } = {},
): Promise<string> {
  const { db } = deps
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const signals = await db
    .selectFrom('signals')
    .select('id')
    .where('userId', '=', user.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  // The sequencer may add the author at the same time.
  await db
    .insertInto('recordAuthors')
    .values({ author: deps.clock.newId(), userId: user.id, seq: 0 })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  const { author } = await db
    .selectFrom('recordAuthors')
    .select('author')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  const rows = scores.map((score, place) => {
    const entryDay = score.entry === null ? null : (DAYS[score.entry ?? 0] ?? null)
    const exitDay = typeof score.exit === 'number' ? (DAYS[score.exit] ?? null) : null
    const excess = score.excess ?? 0.01
    return {
      signalId: signals[place]?.id ?? deps.clock.newId(),
      ticker: score.ticker ?? 'NVDA',
      method: METHOD,
      author,
      postedAt: score.postedAt ?? new Date(`${entryDay ?? DAYS.at(-1)}T15:00:00Z`),
      status: score.status ?? (exitDay === null ? 'open' : 'closed'),
      reason: score.reason ?? null,
      does: score.does === undefined ? 'opens' : score.does,
      side: score.side ?? 1,
      weight: 1,
      entryDay,
      exitDay,
      tradingDays: entryDay === null ? null : (score.tradingDays ?? 5),
      return: entryDay === null ? null : excess,
      benchmark: entryDay === null ? null : 0,
      excess: entryDay === null ? null : excess,
      asOf: entryDay === null ? null : (exitDay ?? DAYS.at(-1)),
      isSample,
    }
  })
  await db.insertInto('recordScores').values(rows).execute()
  return author
}

/** As many scores as a ranked record has: a signal every other day, each open for ten days. */
export const longRecord = (fields: Score = {}): Score[] =>
  Array.from({ length: 60 }, (_, place) => ({
    entry: place * 2,
    exit: Math.min(129, place * 2 + 10),
    ...fields,
  }))

export type SampleRating = {
  book?: 'open' | 'sealed'
  isEarly?: boolean
  /** The lead, and half its range. */
  mean?: number
  half?: number
  trades?: number
  isRated?: boolean
  endedOn?: string | null
  place?: number | null
  isLikelySkill?: boolean
  isSample?: boolean
}

/** A year's rating, rated unless it says otherwise. */
export async function writeRating(
  { deps }: Pick<TestServer, 'deps'>,
  author: string,
  { mean = 0.05, half = 0.03, trades = 60, ...rating }: SampleRating,
): Promise<void> {
  const row = {
    author,
    book: 'open',
    asOf: '2026-11-20',
    since: DAYS[0] ?? '',
    trades,
    entryDays: trades,
    activeDays: 125,
    results: Array.from({ length: 52 }, () => 1000),
    filled: Array.from({ length: 52 }, () => 100_000),
    days: 252,
    df: 44,
    isYearly: true,
    mean: mean.toFixed(4),
    low: (mean - half).toFixed(4),
    high: (mean + half).toFixed(4),
    lowYear: mean - half,
    t: 2,
    p: 0.03,
    slopes: ['0.9000', '0.3000', '0.0000', '0.0000', '-0.1000', '0.0000', '0.0000'],
    drawdown: '0.0812',
    isRated: true,
    isSample: true,
    ...rating,
  }
  await deps.db.insertInto('recordRatings').values(row).execute()
}

/** The board of the last whole week. */
export const writeBoard = async ({ deps }: Pick<TestServer, 'deps'>, rated: number, listed: number) =>
  await deps.db
    .insertInto('recordBoard')
    .values({
      inputs: '',
      asOf: '2026-11-20',
      rated,
      listed,
      family: rated,
      cutoff: 0.01,
      monkeys: 1000,
      monkeysListed: 41,
    })
    .execute()
