// Checks an account again with the market's corporate actions, and with its splits if it sold more shares than its
// files bought.
import { relevantActions } from '#engine/market/corporate-actions.ts'
import { optionTerms } from '#engine/market/option-terms.ts'
import { type CorporateAction, isTicker } from '#engine/market/prices.ts'
import type { Activity } from '../activity.ts'
import { fillExchanges } from '../corporate-actions/fill-exchanges.ts'
import { concerns, groupsOf, placeActions, symbolsOf } from '../corporate-actions/place-actions.ts'
import type { ActivityIssue } from '../holdings/activity-issues.ts'
import { type MarketSplit, placedSplits } from '../valuation/place-splits.ts'
import { checkRecord, type RecordCheck } from './check-record.ts'

type Days = AsyncIterable<readonly Activity[]>
type Options = Parameters<typeof checkRecord>[1]

/** The market's events of these symbols. */
export type KnownEvents = {
  splitsOf: (symbols: readonly string[]) => Promise<readonly MarketSplit[]>
  actionsOf: (symbols: readonly string[]) => Promise<readonly CorporateAction[]>
}
export type CheckWithMarket = RecordCheck & {
  /** The corporate actions that the check counted. */
  applied: CorporateAction[]
  /** Their rows, which may add cash. */
  exchanges: Activity[]
}

const lacksShares = ({ reason }: ActivityIssue) =>
  reason === 'sold_more_than_held' || reason === 'split_without_shares'

/**
 * `daysAgain` reads the same days again. Splits are fetched only for symbols with missing shares or a corporate
 * action. A symbol keeps its first result if they don't reduce what is missing, because the market may use the symbol
 * for another security.
 */
export async function checkWithMarket(
  days: Days,
  daysAgain: () => Days,
  { splitsOf, actionsOf }: KnownEvents,
  options: Options,
): Promise<CheckWithMarket> {
  const firstDays = new Map<string, string>()
  const checked = { ...(await checkRecord(seen(days, firstDays), options)), applied: [], exchanges: [] }
  const lacking = [...checked.affected, ...checked.issues.filter(lacksShares)]
  const found = firstDays.size === 0 ? [] : await actionsOf([...firstDays.keys()])
  const { actions } = relevantActions(found, firstDays)
  const symbols = new Set([...lacking.flatMap(({ symbol }) => symbol ?? []), ...symbolsOf(actions)])
  const splits = symbols.size === 0 ? [] : await splitsOf([...symbols])
  const isActed = concerns(actions)
  const split = new Set(splits.map(({ symbol }) => symbol))
  if (split.size === 0 && actions.length === 0) return checked
  const rows: Activity[] = []
  for await (const day of daysAgain())
    rows.push(...day.filter((row) => isActed(row) || (row.symbol !== null && split.has(row.symbol))))
  let merged: CheckWithMarket = checked
  for (const group of groupsOf(actions)) {
    const own = rows.filter(concerns(group))
    const inGroup = new Set(symbolsOf(group))
    const { rows: placed, applied, nameOn } = placeActions(own, group)
    if (applied.length === 0) continue
    const named = splits
      .filter(({ symbol }) => inGroup.has(symbol))
      .map((one) => ({ ...one, symbol: nameOn(one.symbol, one.day) }))
    const filled = fillExchanges(placedSplits(placed, named))
    const again = await checkRecord(byDay(filled), options)
    const isClear = own.every(({ currency }) => currency === 'USD')
    const next = withSymbols(merged, new Set([...symbolsIn(own), ...symbolsIn(filled)]), again, isClear)
    if (next === null) continue
    const exchanges = filled.filter(({ type }) => type === 'exchange')
    merged = {
      ...next,
      applied: [...merged.applied, ...applied],
      exchanges: [...merged.exchanges, ...exchanges],
    }
    for (const symbol of inGroup) split.delete(symbol)
  }
  const onlySplit = rows.filter(({ symbol }) => symbol !== null && split.has(symbol))
  for (const [symbol, own] of Map.groupBy(onlySplit, (row) => row.symbol ?? '')) {
    const placed = placedSplits(
      own,
      splits.filter((one) => one.symbol === symbol),
    )
    const again = await checkRecord(byDay(placed), options)
    merged = { ...merged, ...withSymbols(merged, new Set([symbol]), again, false) }
  }
  return merged
}

/** Records the first day of each share, including the shares of options. */
async function* seen(days: Days, firstDays: Map<string, string>): AsyncGenerator<readonly Activity[]> {
  for await (const rows of days) {
    for (const { symbol, day } of rows) {
      const share = symbol === null ? null : (optionTerms(symbol)?.share ?? symbol)
      if (share !== null && isTicker(share) && day < (firstDays.get(share) ?? '9999-12-31'))
        firstDays.set(share, day)
    }
    yield rows
  }
}

async function* byDay(rows: readonly Activity[]): AsyncGenerator<Activity[]> {
  const days = [...Map.groupBy(rows, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [, own] of days) yield own
}

const symbolsIn = (rows: readonly Activity[]) => rows.flatMap(({ symbol }) => symbol ?? [])

/**
 * Replaces the results for these symbols if less is missing than before or, with `isEqualEnough`, the same. Otherwise
 * null.
 */
function withSymbols(
  checked: RecordCheck,
  symbols: ReadonlySet<string>,
  again: RecordCheck,
  isEqualEnough: boolean,
): RecordCheck | null {
  const isOther = (one: { symbol: string | null }) => one.symbol === null || !symbols.has(one.symbol)
  const rowsIn = ({ affected, issues }: RecordCheck) =>
    [...affected, ...issues.filter(lacksShares)].filter((one) => !isOther(one)).length
  const sharesIn = ({ missingShares }: RecordCheck) =>
    missingShares
      .filter((one) => !isOther(one))
      .reduce((sum, { quantity }) => sum + quantity.abs().toNumber(), 0)
  const [rows, shares] = [rowsIn(again) - rowsIn(checked), sharesIn(again) - sharesIn(checked)]
  const isLess = rows < 0 || (rows === 0 && (shares < 0 || (isEqualEnough && shares === 0)))
  if (!isLess) return null
  return {
    issues: [...checked.issues.filter(isOther), ...again.issues],
    missingShares: [...checked.missingShares.filter(isOther), ...again.missingShares],
    affected: [...checked.affected.filter(isOther), ...again.affected],
  }
}
