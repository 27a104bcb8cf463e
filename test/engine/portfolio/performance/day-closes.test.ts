// The compact map of closes behaves like a Map.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from '#engine/market/calendar-day.ts'
import { datedSeries } from '#engine/market/dated-series.ts'
import { DayCloses } from '#engine/market/day-closes.ts'

const day = fc.integer({ min: 18_000, max: 18_060 }).map(dayOf)
const closes = fc
  .uniqueArray(fc.record({ day, close: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100) }), {
    selector: (one) => one.day,
  })
  .map((all) => all.toSorted((a, b) => (a.day < b.day ? -1 : 1)))

test('closes by day are read, listed and looked up like a Map’s', () => {
  fc.assert(
    fc.property(closes, closes, day, (some, others, asked) => {
      for (const all of [some, others, some]) {
        const map = new Map(all.map((one) => [one.day, one.close]))
        const kept = new DayCloses(all)
        expect([...kept]).toEqual([...map])
        expect([...kept.keys()]).toEqual([...map.keys()])
        expect([...kept.values()]).toEqual([...map.values()])
        expect([kept.size, kept.get(asked), kept.has(asked)]).toEqual([
          map.size,
          map.get(asked),
          map.has(asked),
        ])
        const seen: [string, number][] = []
        kept.forEach((close, on) => seen.push([on, close]))
        expect(seen).toEqual([...map])
        const [series, known] = [datedSeries(kept), datedSeries(map)]
        expect(series.onOrBefore(asked)).toEqual(known.onOrBefore(asked))
        expect(series.after(asked)).toEqual(known.after(asked))
      }
    }),
  )
})
