// Applies the market's renames, mergers and spin-offs to the rows of an account, including those that its broker left
// out.
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { CorporateAction } from '#engine/market/prices.ts'
import { optionTerms } from '#engine/market/option-terms.ts'
import type { Activity } from '../activity.ts'
import { holdingAfter } from '../holdings/book.ts'
import { inOrder } from '../holdings/activity-order.ts'
import type { Holding } from '../holdings/holding.ts'
import { fillExchanges } from './fill-exchanges.ts'
import { isExchange, withMerger, withSpinOff } from './exchange-rows.ts'
import { shareNames } from './share-names.ts'

export type PlacedActions = {
  rows: Activity[]
  /** The actions that changed a holding. */
  applied: CorporateAction[]
  /** `applied`, plus the other actions of the same shares, such as a later rename. */
  chosen: CorporateAction[]
  /** The newest symbol of the share that had this symbol on that day. */
  nameOn: (symbol: string, day: string) => string
}

/**
 * `actions`: ascending by day. Actions that the broker listed itself take effect once, with its numbers, on the market's day.
 * Actions that make rows impossible aren't applied: the market means another security by the symbol.
 */
export function placeActions(rows: readonly Activity[], actions: readonly CorporateAction[]): PlacedActions {
  return applyGroups(rows, actions, (own, next) => impossible(next) <= impossible(own))
}

/** Applies all actions, even those that make rows impossible. */
export const applyActions = (rows: readonly Activity[], actions: readonly CorporateAction[]): PlacedActions =>
  applyGroups(rows, actions, () => true)

function applyGroups(
  rows: readonly Activity[],
  actions: readonly CorporateAction[],
  isBetter: (own: readonly Activity[], next: readonly Activity[]) => boolean,
): PlacedActions {
  let placed: PlacedActions = { rows: [...rows], applied: [], chosen: [], nameOn: (symbol) => symbol }
  for (const group of groupsOf(actions)) {
    const isOwn = concerns(group)
    const own = placed.rows.filter(isOwn)
    const next = applyGroup(own, group)
    if (!isBetter(own, next.rows)) continue
    const { nameOn } = placed
    placed = {
      rows: [...placed.rows.filter((row) => !isOwn(row)), ...next.rows],
      applied: [...placed.applied, ...next.applied],
      chosen: [...placed.chosen, ...(next.applied.length > 0 ? group : [])],
      nameOn: (symbol, day) => next.nameOn(nameOn(symbol, day), day),
    }
  }
  return placed
}

/** Whether a row is of one of the actions' shares, or of an option on one. */
export function concerns(actions: readonly CorporateAction[]): (row: Activity) => boolean {
  const symbols = new Set(symbolsOf(actions))
  return ({ symbol }) =>
    symbol !== null && (symbols.has(symbol) || symbols.has(optionTerms(symbol)?.share ?? ''))
}

/** Actions that have a symbol in common belong together. */
export function groupsOf(actions: readonly CorporateAction[]): CorporateAction[][] {
  let groups: CorporateAction[][] = []
  for (const action of actions) {
    const symbols = symbolsOf([action])
    const [joined, others] = [true, false].map((isJoined) =>
      groups.filter((group) => symbolsOf(group).some((symbol) => symbols.includes(symbol)) === isJoined),
    )
    groups = [...(others ?? []), [...(joined ?? []).flat(), action]]
  }
  return groups
}

export const symbolsOf = (actions: readonly CorporateAction[]): string[] =>
  actions.flatMap(({ symbol, newSymbol }) => (newSymbol === null ? [symbol] : [symbol, newSymbol]))

function applyGroup(
  rows: readonly Activity[],
  actions: readonly CorporateAction[],
): Omit<PlacedActions, 'chosen'> {
  const renames = actions.filter(({ kind }) => kind === 'rename')
  const { nameOn, rows: current, used } = shareNames(rows, renames)
  const usedByRows = new Set(used)
  const named = (action: CorporateAction) => {
    const { symbol, newSymbol, day } = action
    const before = dayOf(dayNumber(day) - 1)
    return {
      ...action,
      symbol: nameOn(symbol, before),
      newSymbol: newSymbol === null ? null : nameOn(newSymbol, day),
    }
  }
  let placed = current
  for (const action of actions.filter(({ kind }) => kind !== 'rename').toSorted(byDay))
    placed = action.kind === 'merger' ? withMerger(placed, named(action)) : withSpinOff(placed, named(action))
  const filled = fillExchanges(inOrder(placed)).filter((row) => !isExchange(row) || changesAnything(row))
  const done = filled.filter(isExchange)
  return {
    rows: filled,
    nameOn,
    applied: actions.filter((one) => {
      if (one.kind === 'rename')
        return usedByRows.has(one) && isHeldAt(filled, nameOn(one.symbol, one.day), one.day)
      const { symbol, newSymbol } = named(one)
      return done.some(
        ({ exchange }) => exchange?.day === one.day && exchange.of === symbol && exchange.into === newSymbol,
      )
    }),
  }
}

const byDay = (a: CorporateAction, b: CorporateAction) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)

const changesAnything = ({ quantity, exchange }: Activity) =>
  !quantity.isZero() || (exchange?.held.isZero() === false && exchange.kind === 'spin_off')

/** Whether the share was held then, or came later. */
function isHeldAt(rows: readonly Activity[], symbol: string, day: string): boolean {
  const own = rows.filter((row) => row.symbol === symbol)
  const before = new Map<string, Holding>()
  for (const row of own.filter((one) => one.day < day)) {
    const after = holdingAfter(before, row)
    if (after !== null && !('reason' in after)) before.set(symbol, after)
  }
  const held = before.get(symbol)
  return own.some((row) => row.day >= day) || (held !== undefined && !held.quantity.isZero())
}

/** The number of impossible rows. */
function impossible(rows: readonly Activity[]): number {
  const holdings = new Map<string, Holding>()
  let count = 0
  for (const row of inOrder(rows)) {
    const after = holdingAfter(holdings, row)
    if (after === null) continue
    if ('reason' in after) count += 1
    else holdings.set(after.symbol, after)
  }
  return count
}
