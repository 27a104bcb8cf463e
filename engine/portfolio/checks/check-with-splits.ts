// Checks an account again with the market's splits, if it sold more shares than its files bought.
import type { Activity } from '../activity.ts'
import type { ActivityIssue } from '../holdings/activity-issues.ts'
import { type MarketSplit, placedSplits } from '../valuation/place-splits.ts'
import { checkRecord, type RecordCheck } from './check-record.ts'

type Days = AsyncIterable<readonly Activity[]>
type Options = Parameters<typeof checkRecord>[1]

const lacksShares = ({ reason }: ActivityIssue) =>
  reason === 'sold_more_than_held' || reason === 'split_without_shares'

/**
 * `daysAgain` reads the same days once more. `splitsOf` is asked only for symbols that lack shares; a symbol whose splits
 * don't make it lack less keeps its first result, because the market may use it for another security.
 */
export async function checkWithSplits(
  days: Days,
  daysAgain: () => Days,
  splitsOf: (symbols: readonly string[]) => Promise<readonly MarketSplit[]>,
  options: Options,
): Promise<RecordCheck> {
  const checked = await checkRecord(days, options)
  const lacking = [...checked.affected, ...checked.issues.filter(lacksShares)]
  const symbols = new Set(lacking.flatMap(({ symbol }) => symbol ?? []))
  const splits = symbols.size === 0 ? [] : await splitsOf([...symbols])
  const split = new Set(splits.map(({ symbol }) => symbol))
  if (split.size === 0) return checked
  const rows: Activity[] = []
  for await (const day of daysAgain())
    rows.push(...day.filter(({ symbol }) => symbol !== null && split.has(symbol)))
  let merged = checked
  for (const [symbol, own] of Map.groupBy(rows, (row) => row.symbol ?? '')) {
    const placed = placedSplits(
      own,
      splits.filter((one) => one.symbol === symbol),
    )
    merged = withSymbol(merged, symbol, await checkRecord(byDay(placed), options))
  }
  return merged
}

async function* byDay(rows: readonly Activity[]): AsyncGenerator<Activity[]> {
  const days = [...Map.groupBy(rows, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [, own] of days) yield own
}

/** Replaces what was found about a symbol, if less is lacking now. */
function withSymbol(checked: RecordCheck, symbol: string, again: RecordCheck): RecordCheck {
  const isOther = (one: { symbol: string | null }) => one.symbol !== symbol
  const rowsIn = ({ affected, issues }: RecordCheck) =>
    [...affected, ...issues.filter(lacksShares)].filter((one) => !isOther(one)).length
  const sharesIn = ({ missingShares }: RecordCheck) =>
    missingShares
      .find((one) => !isOther(one))
      ?.quantity.abs()
      .toNumber() ?? 0
  const isLess =
    rowsIn(again) < rowsIn(checked) ||
    (rowsIn(again) === rowsIn(checked) && sharesIn(again) < sharesIn(checked))
  if (!isLess) return checked
  return {
    issues: [...checked.issues.filter(isOther), ...again.issues],
    missingShares: [...checked.missingShares.filter(isOther), ...again.missingShares],
    affected: [...checked.affected.filter(isOther), ...again.affected],
  }
}
