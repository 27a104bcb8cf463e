// Finds the renames, mergers and spin-offs that concern an account, and combines a share's prices under all its
// symbols.
import { dayNumber, dayOf } from './calendar-day.ts'
import type { CorporateAction, PriceHistory } from './prices.ts'

/** How many actions are followed from one symbol to the next, such as a renamed share that was merged later. */
const ROUNDS_MAX = 5
/** Brokers use an old symbol for up to this many days. */
export const LATE_DAYS = 10

const lateDay = ({ day }: CorporateAction) => dayOf(dayNumber(day) + LATE_DAYS)
const keyOf = ({ kind, day, symbol, newSymbol }: CorporateAction) => `${day} ${kind} ${symbol} ${newSymbol}`

/** `firstDays`: the first day of each symbol's rows, and of the symbols that the actions lead to. Ascending by day. */
export type RelevantActions = { actions: CorporateAction[]; firstDays: Map<string, string> }

/** The actions of symbols that had rows by then. A renamed share's prices are needed under each of its symbols. */
export function relevantActions(
  all: readonly CorporateAction[],
  rows: ReadonlyMap<string, string>,
): RelevantActions {
  const firstDays = new Map(rows)
  const since = (symbol: string | null, day: string) => {
    if (symbol !== null && day < (firstDays.get(symbol) ?? '9999-12-31')) firstDays.set(symbol, day)
  }
  const ascending = [...new Map(all.map((one) => [keyOf(one), one])).values()].toSorted((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : 1,
  )
  const found = new Set<CorporateAction>()
  for (const one of ascending.toReversed()) {
    const first = one.kind === 'rename' ? firstDays.get(one.newSymbol ?? '') : undefined
    if (first === undefined || first >= one.day) continue
    found.add(one)
    since(one.symbol, first)
  }
  for (const one of ascending) {
    const first = firstDays.get(one.symbol)
    if (first === undefined || first > lateDay(one)) continue
    found.add(one)
    since(one.newSymbol, one.kind === 'rename' ? first : one.day)
  }
  return { actions: ascending.filter((one) => found.has(one)), firstDays }
}

/** Fetches a market's actions for these symbols, and for the symbols that these actions lead to. */
export async function gatherActions(
  market: Pick<PriceHistory, 'corporateActions'>,
  rows: ReadonlyMap<string, string>,
  from: string,
  to: string,
): Promise<RelevantActions> {
  const found: CorporateAction[] = []
  const asked = new Set<string>()
  let open = [...rows.keys()]
  for (let round = 0; round < ROUNDS_MAX && open.length > 0; round += 1) {
    for (const symbol of open) {
      asked.add(symbol)
      found.push(...((await market.corporateActions?.(symbol, from, to)) ?? []))
    }
    open = [...relevantActions(found, rows).firstDays.keys()].filter((symbol) => !asked.has(symbol))
  }
  return relevantActions(found, rows)
}

type Prices = Pick<PriceHistory, 'closes' | 'splits' | 'dividends'>
type Part = { symbol: string; from: string; to: string }

/**
 * The same market, in which a renamed share has its history under its new symbol. Some providers have moved it there
 * themselves, so the new symbol's closes count where the old one has none.
 */
export function withRenames<M extends Prices>(market: M, actions: readonly CorporateAction[]): M {
  const renames = actions.filter(({ kind }) => kind === 'rename')
  if (renames.length === 0) return market

  function partsOf(newest: string, from: string, to: string): Part[] {
    const parts: Part[] = []
    let [symbol, end] = [newest, to]
    for (;;) {
      const rename = renames.findLast((one) => one.newSymbol === symbol && one.day > from && one.day <= end)
      parts.unshift({ symbol, from: rename?.day ?? from, to: end })
      if (!rename) return parts
      symbol = rename.symbol
      end = dayOf(dayNumber(rename.day) - 1)
    }
  }
  async function all<T>(
    ask: (part: Part) => Promise<T[]>,
    newest: string,
    from: string,
    to: string,
  ): Promise<T[]> {
    const parts = partsOf(newest, from, to)
    const answers: T[] = []
    for (const [index, part] of parts.entries()) {
      const own = await ask(part)
      const newer = parts[index + 1]
      answers.push(...(own.length === 0 && newer ? await ask({ ...part, symbol: newer.symbol }) : own))
    }
    return answers
  }
  return {
    ...market,
    closes: (symbol, from, to) =>
      all((part) => market.closes(part.symbol, part.from, part.to), symbol, from, to),
    splits: (symbol, from, to) =>
      all((part) => market.splits(part.symbol, part.from, part.to), symbol, from, to),
    async dividends(symbol, from, to) {
      if ((await market.dividends(symbol, from, to)) === null) return null
      return await all(
        async (part) => (await market.dividends(part.symbol, part.from, part.to)) ?? [],
        symbol,
        from,
        to,
      )
    },
  }
}
