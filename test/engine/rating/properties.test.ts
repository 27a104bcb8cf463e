// Properties of every history: records add up week by week, and later entries never change an earlier result.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AuthorBook, booksOf, type LogEntry, recordId } from '#engine/rating/books.ts'
import { ratedPositions } from '#engine/rating/book-positions.ts'
import { boardOf } from '#engine/rating/board.ts'
import { type Market, marketOf, marketWeeks } from '#engine/rating/market.ts'
import { marketSumsOf } from '#engine/rating/market-sums.ts'
import { PORTFOLIO } from '#engine/rating/method.ts'
import { rateRecord } from '#engine/rating/rate-records.ts'
import { addWeeks, figuresOf, inverse, marketSums, recordSums } from '#engine/rating/regression.ts'
import { lastWholeDay, tradingDays } from '#engine/rating/trading-days.ts'
import { weeklyResults } from '#engine/rating/weekly-results.ts'
import { runs } from '#test/test-scope.ts'
import { boardInput, madeUpHistory, type MadeUpHistory } from './made-up-history.ts'

const history = fc
  .record({ seed: fc.nat(), days: fc.constantFrom(110, 180, 260), posts: fc.constantFrom(15, 60) })
  .map(({ seed, days, posts }) => madeUpHistory(seed, { days, shares: 12, authors: 3, posts }))

function openOf(made: MadeUpHistory) {
  const { prices, days } = boardInput(made)
  const market = marketOf(tradingDays(days), (ticker) => prices[ticker] ?? [])
  return { market, sums: marketSumsOf(marketWeeks(market)), books: booksOf(made.log, made.asOf) }
}

const holds = (check: (made: MadeUpHistory, part: number) => void, full = 25) =>
  fc.assert(fc.property(history, fc.double({ min: 0.1, max: 0.95, noNaN: true }), check), {
    numRuns: runs(full),
  })

test('a record that grows week by week has the figures of one computed from scratch, in every bit', () => {
  holds((made, part) => {
    const { market, sums, books } = openOf(made)
    for (const book of books) {
      const record = rateRecord(book, made.asOf, market, sums)
      if (!record || record.weekly.ys.length < 2) continue
      const { firstWeek, ys, filled } = record.weekly
      const half = 1 + Math.floor(part * (ys.length - 1))
      const endOf = (weeks: number) => (market.weekStarts[firstWeek + weeks] ?? 0) - 1
      const before = weeklyResults(record.positions, market, endOf(half))
      const after = weeklyResults(record.positions, market, record.last, { fromWeek: firstWeek + half })
      expect([...before.ys, ...after.ys]).toEqual(ys)
      expect(before.filled + after.filled).toBe(filled)
      expect(before.activeDays + after.activeDays).toBe(record.weekly.activeDays)
      const weeks = sums.weeks.slice(firstWeek, firstWeek + ys.length)
      const own = recordSums(weeks.slice(0, half), before.ys)
      const grown = own && addWeeks(own, weeks.slice(half), after.ys)
      expect(grown).toEqual(recordSums(weeks, ys))
      const range = sums.range(firstWeek, ys.length)
      const direct = marketSums(weeks)
      expect(range.inverse).toEqual(direct && inverse(direct))
      expect(grown && figuresOf(grown, range, filled / (range.days * PORTFOLIO))).toEqual(record.figures)
    }
  })
})

test('weeks that were shown never change later', () => {
  holds((made, part) => {
    const { market, sums, books } = openOf(made)
    const earlier = made.days[Math.floor(part * made.days.length)]?.[0] ?? made.asOf
    for (const book of booksOf(made.log, earlier)) {
      const before = rateRecord(book, earlier, market, sums)
      const now = books.find((one) => recordId(one) === recordId(book))
      const after = now && rateRecord(now, made.asOf, market, sums)
      if (!before || !after || made.asOf < earlier) continue
      const shared = Math.min(before.weekly.ys.length, after.weekly.ys.length)
      expect(after.weekly.ys.slice(0, shared)).toEqual(before.weekly.ys.slice(0, shared))
      expect(after.weekly.firstWeek).toBe(before.weekly.firstWeek)
    }
  })
})

test('a mix of the seven funds beside a record leaves its lead and its t', () => {
  fc.assert(
    fc.property(
      history,
      fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 7, maxLength: 7 }),
      (made, mix) => {
        const { market, sums, books } = openOf(made)
        for (const book of books) {
          const record = rateRecord(book, made.asOf, market, sums)
          if (!record?.figures) continue
          const { firstWeek, ys, filled } = record.weekly
          const weeks = sums.weeks.slice(firstWeek, firstWeek + ys.length)
          const mixed = ys.map((y, at) =>
            mix.reduce((sum, share, k) => sum + share * (weeks[at]?.[k + 1] ?? 0), y),
          )
          const range = sums.range(firstWeek, ys.length)
          const own = recordSums(weeks, mixed)
          const figures = own && figuresOf(own, range, filled / (range.days * PORTFOLIO))
          expect(figures?.mean).toBeCloseTo(record.figures.mean, 7)
          expect(figures?.t).toBeCloseTo(record.figures.t, 4)
          for (const [k, slope] of (figures?.slopes ?? []).entries())
            expect(slope).toBeCloseTo((record.figures.slopes[k] ?? 0) + (mix[k] ?? 0), 6)
        }
      },
    ),
    { numRuns: runs(15) },
  )
})

test('nothing in one book changes the other: opposite trades at the same closes, or no trades at all', () => {
  holds((made, part) => {
    const opposite = made.log.flatMap((entry): LogEntry[] => {
      const { trade, kind } = entry
      if (kind !== 'signal' || !trade) return [entry]
      const other = { ...trade, side: trade.side === 'buy' ? 'sell' : 'buy' }
      const sealed = { index: entry.index + part / 2, kind, time: entry.time, author: entry.author ?? '' }
      return [
        entry,
        sealed,
        { ...sealed, index: entry.index + 0.99, kind: 'open', of: sealed.index, trade: other },
      ]
    })
    const alone = made.log.filter((entry) => entry.kind !== 'signal' || entry.trade)
    const recordsOf = (log: readonly LogEntry[], wanted: AuthorBook['book']) =>
      boardOf({ ...boardInput(made), log }).records.filter(({ id }) => id.endsWith(wanted))
    expect(recordsOf(opposite, 'open')).toEqual(recordsOf(made.log, 'open'))
    expect(recordsOf(alone, 'open')).toEqual(recordsOf(made.log, 'open'))
    const onlySealed = made.log.filter((entry) => entry.kind !== 'signal' || !entry.trade)
    expect(recordsOf(onlySealed, 'sealed')).toEqual(recordsOf(made.log, 'sealed'))
  }, 15)
})

test('sealed trades of the last 91 days, comments and withdrawals change nothing that everybody sees', () => {
  holds((made) => {
    const until = new Date(Date.parse(made.asOf) - 91 * 86_400_000).toISOString().slice(0, 10)
    const seen = made.log.filter(({ kind, time, trade }) => {
      const isRecentSealed = kind === 'signal' && !trade && time.slice(0, 10) > until
      return !isRecentSealed && trade?.side !== 'comment' && ['signal', 'open'].includes(kind)
    })
    const of = (log: readonly LogEntry[]) => boardOf({ ...boardInput(made), log })
    // The openings of sealed comments are left out above, and so are the comments, which would hold up their book.
    const sealedComments = new Set(
      made.log.flatMap(({ kind, trade, of: opened }) =>
        kind === 'open' && trade?.side === 'comment' ? [opened] : [],
      ),
    )
    expect(of(seen.filter(({ index }) => !sealedComments.has(index)))).toEqual(of(made.log))
  }, 15)
})

test('an author who goes private hides their sealed record and no other, and gets the same record back when public again', () => {
  holds((made) => {
    const of = (log: readonly LogEntry[]) => boardOf({ ...boardInput(made), log }).records
    const isOpeningOf = (author: string) => (entry: LogEntry) =>
      entry.kind === 'open' && entry.author === author
    // While a0 is private, the log opens none of their trades; once they are public again, it opens all.
    const isLate = isOpeningOf('a0')
    const openings = made.log.filter(isLate)
    const privateNow = of(made.log.filter((entry) => !isLate(entry)))
    const others = (records: ReturnType<typeof of>) => records.filter(({ id }) => id !== 'a0/sealed')
    expect(others(privateNow)).toEqual(others(of(made.log)))
    const dueUntil = new Date(Date.parse(made.asOf) - 91 * 86_400_000).toISOString().slice(0, 10)
    const isHeld = made.log.some(
      ({ kind, author, time, trade }) =>
        kind === 'signal' && author === 'a0' && !trade && time.slice(0, 10) <= dueUntil,
    )
    if (isHeld) expect(privateNow.map(({ id }) => id)).not.toContain('a0/sealed')
    const back = openings.map((entry, at) => ({ ...entry, index: made.log.length + at }))
    expect(of([...made.log.filter((entry) => !isLate(entry)), ...back])).toEqual(of(made.log))
  }, 15)
})

test('the old record of a deleted account still counts, and an author who returns begins at zero', () => {
  holds((made, part) => {
    const of = (log: readonly LogEntry[]) => boardOf({ ...boardInput(made), log })
    const at = Math.floor(part * made.log.length)
    const time = made.log[at]?.time ?? ''
    const left = { index: at + 0.5, kind: 'leave', time, author: 'a0' }
    const returned = made.log.map((entry) =>
      entry.author === 'a0' && (entry.of ?? entry.index) > at ? { ...entry, author: 'new' } : entry,
    )
    const [whole, after] = [of([...made.log, left]), of([...returned, left])]
    // Leaving by itself changes nothing. After a return, the old record has only what was posted before.
    expect(whole).toEqual(of(made.log))
    const earlier = of(
      made.log.filter(({ index, author, of: opened }) => author !== 'a0' || (opened ?? index) <= at),
    )
    const own = ({ records }: typeof whole) => records.filter(({ id }) => id.startsWith('a0/'))
    expect(own(after).map(({ id, weekly, figures }) => ({ id, weekly, figures }))).toEqual(
      own(earlier).map(({ id, weekly, figures }) => ({ id, weekly, figures })),
    )
  }, 15)
})

test('a final value ends a position on its day, and nothing enters there', () => {
  const { market } = openOf(madeUpHistory(7, { days: 110, shares: 1, authors: 1, posts: 1 }))
  const days = market.days.slice(0, 6)
  const rows = days.map((day, at) => ({
    day,
    close: at === 5 ? '30' : '20',
    dividend: '0',
    ratio: '1',
    volume: 1_000_000,
    isFinal: at === 5,
  }))
  const own: Market = marketOf(market, (ticker) => (ticker === 'GONE' ? rows : []))
  const buy = (index: number, day = '') => ({
    index,
    time: `${day}T12:00:00Z`,
    trade: { horizon: 'years', side: 'buy', tickers: ['GONE'] },
  })
  const [position, ...others] = ratedPositions([buy(0, days[1]), buy(1, days[5])], own)
  expect(position).toMatchObject({ entry: 1, exit: 5 })
  expect(others).toEqual([])
  expect(ratedPositions([buy(1, days[5])], own)).toEqual([])
  expect(own.path('GONE').moves[5]).toBe(50_000_000)
})

test('a week is complete from its Friday on, or as soon as a later week has begun', () => {
  // Good Friday 2027 is March 26, so the week ends on Thursday.
  const days = tradingDays(
    ['2027-03-22', '2027-03-23', '2027-03-24', '2027-03-25', '2027-03-29'].map((day) => [
      day,
      `${day}T20:00:00Z`,
    ]),
  )
  const wholeOn = (asOf: string) => days.days[lastWholeDay(days, asOf, 'open')] ?? null
  expect(wholeOn('2027-03-24')).toBeNull()
  expect(wholeOn('2027-03-26')).toBe('2027-03-25')
  expect(wholeOn('2027-03-29')).toBe('2027-03-25')
  expect(days.days[lastWholeDay(days, '2027-06-25', 'sealed')]).toBe('2027-03-25')
})
