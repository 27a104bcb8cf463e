// Scores computed a second way: close by close, with floats, as a reader would do it on paper.

/** 3 November 2025 to 27 February 2026: New York is UTC−5 on all of these days. */
const HOLIDAYS = ['2025-11-27', '2025-12-25', '2026-01-01', '2026-01-19', '2026-02-16']
const EARLY = ['2025-11-28', '2025-12-24']
export const FIRST = '2025-11-03'
export const LAST = '2026-02-27'
const DAY_MS = 86_400_000

export const DAYS: string[] = []
for (let ms = Date.parse(FIRST); ms <= Date.parse(LAST); ms += DAY_MS) {
  const day = new Date(ms).toISOString().slice(0, 10)
  if (![0, 6].includes(new Date(ms).getUTCDay()) && !HOLIDAYS.includes(day)) DAYS.push(day)
}
const lastOrders = (day: string) => Date.parse(`${day}T${EARLY.includes(day) ? '18' : '21'}:00:00Z`) - 600_000

export type History = {
  /** The close of each day of `DAYS`; null where the share didn't trade. */
  closes: (number | null)[]
  spy: number[]
  /** The final value that an administrator set for a day after the last close. */
  final: { day: string; value: number } | null
  /** Shares traded on each day. */
  volumes: number[]
  dividends: Record<string, number>
  splits: Record<string, number>
  posts: {
    id: string
    at: number
    side: 1 | -1
    /** True in the sealed book, false in the open one. */
    isSealed: boolean
    onlyCloses: boolean
    horizonDays: number
  }[]
}
export type Result = {
  id: string
  status: string
  reason: string | null
  does: string | null
  of: string | null
  entry?: string
  exit?: string
  exitReason?: string
  figures?: { return: number; benchmark: number; excess: number }
  isThin?: boolean
}

/** The median: half of the values are below it. */
const middleOf = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

const BOOKS = ['open', 'sealed'] as const

/** A position: how many shares one share has become, and the cash paid since, reinvested at each close. */
type Position = Result & { side: 1 | -1; startedAt: number; endsAt: number; worth: number; market: number }

/** Walks through the days once, with the positions of both books side by side. */
export function scoreDayByDay({ closes, spy, dividends, splits, posts, final, volumes }: History): Result[] {
  const lastTraded = closes.findLastIndex((close) => close !== null)
  const results = new Map<string, Result>()
  const waiting: (History['posts'][number] & { waited: number })[] = []
  const later = posts.toSorted((a, b) => a.at - b.at)
  const held: { open: Position | null; sealed: Position | null } = { open: null, sealed: null }
  const bookOf = ({ isSealed }: { isSealed: boolean }) => (isSealed ? 'sealed' : 'open')
  const running = () => [held.open, held.sealed].filter((position) => position !== null)
  let lastClose: number | null = null
  let silent = 0
  // How many shares one old share has become since the last close, and the dollars paid on it.
  let [shares, cash] = [1, 0]
  const end = (book: 'open' | 'sealed', day: string, why: string) => {
    if (held[book]) Object.assign(held[book], { exit: day, exitReason: why, status: 'closed' })
    held[book] = null
  }
  const endBoth = (day: string, why: string) => {
    for (const book of BOOKS) end(book, day, why)
  }
  for (const [today, day] of DAYS.entries()) {
    while (later[0] && later[0].at <= lastOrders(day)) waiting.push({ ...later.shift()!, waited: 0 })
    shares *= splits[day] ?? 1
    cash += shares * (dividends[day] ?? 0)
    for (const position of running()) position.market *= spy[today]! / spy[today - 1]!
    const close = closes[today]
    if (final && today > lastTraded) {
      // Nobody can enter anymore, and open positions get the final value on its day.
      if (day === final.day) {
        for (const position of running()) position.worth *= (shares * final.value + cash) / lastClose!
        endBoth(day, 'stopped-trading')
      }
      for (const { id } of waiting.splice(0))
        results.set(id, { id, status: 'unscored', reason: 'no_prices', does: null, of: null })
      continue
    }
    if (close === null || close === undefined) {
      silent += 1
      if (silent === 21) endBoth(day, 'stopped-trading')
      for (const post of waiting) post.waited += 1
      for (const post of waiting.filter(({ waited }) => waited === 21))
        results.set(post.id, { id: post.id, status: 'unscored', reason: 'no_prices', does: null, of: null })
      waiting.splice(0, waiting.length, ...waiting.filter(({ waited }) => waited < 21))
      continue
    }
    for (const position of running()) position.worth *= (shares * close + cash) / lastClose!
    ;[shares, cash, silent, lastClose] = [1, 0, 0, close]
    for (const post of waiting.splice(0)) {
      const { id, side, onlyCloses, horizonDays } = post
      const book = bookOf(post)
      const open: Position | null = held[book]
      const result: Result = { id, status: 'linked', reason: null, does: null, of: open?.id ?? null }
      if (open && open.side === side) {
        open.endsAt = Math.max(open.endsAt, today + horizonDays)
        result.does = 'adds'
      } else if (open) {
        result.does = 'closes'
        if (open.startedAt === today) {
          results.set(open.id, {
            id: open.id,
            status: 'unscored',
            reason: 'no_position',
            does: null,
            of: null,
          })
          held[book] = null
        } else end(book, day, 'opposite')
      } else if (onlyCloses) Object.assign(result, { status: 'unscored', reason: 'taking_profits' })
      else {
        const opened = { ...result, side, startedAt: today, endsAt: today + horizonDays, worth: 1, market: 1 }
        const window = DAYS.slice(Math.max(0, today - 20), today + 1).map(
          (_, i, all) => today - all.length + 1 + i,
        )
        const since = closes.findIndex((known) => known !== null)
        const values = window.filter((i) => i >= since).map((i) => (closes[i] ?? 0) * volumes[i]!)
        const isThin = close < 1 || middleOf(values) < 1_000_000
        held[book] = Object.assign(opened, { status: 'open', does: 'opens', entry: day, isThin })
      }
      results.set(id, held[book]?.id === id ? held[book] : result)
    }
    for (const book of BOOKS) if (held[book] && held[book].endsAt <= today) end(book, day, 'horizon')
  }
  for (const result of results.values())
    if (result.does === 'opens') {
      const { side, worth, market } = result as Position
      result.figures = {
        return: Math.max(-1, side * (worth - 1)),
        benchmark: market - 1,
        excess: side * (worth - market),
      }
    }
  for (const { id } of [...waiting, ...later])
    results.set(id, { id, status: 'pending', reason: null, does: null, of: null })
  return posts.map(({ id }) => results.get(id)!)
}
