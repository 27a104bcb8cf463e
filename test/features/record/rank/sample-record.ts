// Scores and prices for tests of records, written straight into the tables that scoring fills.
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

/** SPY and QQQ never move, so that a share's growth is its excess; `growths` of a symbol repeat. */
export async function writePrices(
  { deps }: Pick<TestServer, 'deps'>,
  growths: Record<string, readonly number[]>,
  days: readonly string[] = DAYS,
  source = 'simulated',
): Promise<void> {
  for (const [symbol, steps] of Object.entries({ SPY: [1], QQQ: [1], ...growths })) {
    let close = 100
    const rows = days.map((day, place) => {
      close *= place === 0 ? 1 : (steps[place % steps.length] ?? 1)
      return { symbol, day, close: close.toFixed(10), source, storedAt: new Date() }
    })
    await deps.db.insertInto('recordInputs').values(rows).execute()
  }
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
  const known = await db
    .selectFrom('recordAuthors')
    .select('author')
    .where('userId', '=', user.id)
    .executeTakeFirst()
  const author = known?.author ?? deps.clock.newId()
  if (!known) await db.insertInto('recordAuthors').values({ author, userId: user.id, seq: 0 }).execute()
  const rows = scores.map((score, place) => {
    const entryDay = score.entry === null ? null : (DAYS[score.entry ?? 0] ?? null)
    const exitDay = typeof score.exit === 'number' ? (DAYS[score.exit] ?? null) : null
    const excess = score.excess ?? 0.01
    return {
      signalId: signals[place]?.id ?? deps.clock.newId(),
      ticker: score.ticker ?? 'NVDA',
      method: 1,
      author,
      postedAt: score.postedAt ?? new Date(`${entryDay ?? DAYS.at(-1)}T15:00:00Z`),
      status: score.status ?? (exitDay === null ? 'open' : 'closed'),
      reason: score.reason ?? null,
      does: score.does === undefined ? 'opens' : score.does,
      side: score.side ?? 1,
      weight: 1,
      beta: entryDay === null ? null : 1,
      tilt: entryDay === null ? null : 0,
      entryDay,
      exitDay,
      tradingDays: entryDay === null ? null : (score.tradingDays ?? 5),
      return: entryDay === null ? null : excess,
      benchmark: entryDay === null ? null : 0,
      excess: entryDay === null ? null : excess,
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
