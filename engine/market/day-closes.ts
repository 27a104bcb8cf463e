// A compact read-only map of one share's closes by day. An account may have half a million of them.

/** Series with the same days share one array, because most shares trade on the same days. */
let lastDays: readonly string[] = []

export class DayCloses implements ReadonlyMap<string, number> {
  /** `YYYY-MM-DD`, ascending. */
  readonly days: readonly string[]
  readonly #closes: Float64Array

  /** `closes`: with their days, ascending. */
  constructor(closes: readonly { day: string; close: number }[]) {
    const isSame = closes.length === lastDays.length && closes.every(({ day }, at) => day === lastDays[at])
    if (!isSame) lastDays = closes.map(({ day }) => day)
    this.days = lastDays
    this.#closes = Float64Array.from(closes, ({ close }) => close)
  }

  get size(): number {
    return this.days.length
  }
  get(day: string): number | undefined {
    const index = countUpTo(this.days, day) - 1
    return this.days[index] === day ? this.#closes[index] : undefined
  }
  has(day: string): boolean {
    return this.get(day) !== undefined
  }
  forEach(call: (close: number, day: string, map: ReadonlyMap<string, number>) => void): void {
    for (const [day, close] of this) call(close, day, this)
  }
  *entries(): Generator<[string, number], undefined> {
    for (const [at, day] of this.days.entries()) yield [day, this.#closes[at] ?? 0]
  }
  *keys(): Generator<string, undefined> {
    yield* this.days
  }
  *values(): Generator<number, undefined> {
    yield* this.#closes
  }
  [Symbol.iterator](): Generator<[string, number], undefined> {
    return this.entries()
  }
}

/** How many of the ascending `days` are on or before `day`. */
export function countUpTo(days: readonly string[], day: string): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? '') <= day) low = middle + 1
    else high = middle
  }
  return low
}
