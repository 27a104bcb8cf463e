// Creates the rows of mergers and spin-offs: shares are exchanged for other shares or cash, or their holders receive
// new shares.
import { Decimal } from 'decimal.js'
import { dayNumber, dayOf, daysBetween } from '#engine/market/calendar-day.ts'
import type { CorporateAction } from '#engine/market/prices.ts'
import type { Activity, Exchange } from '../activity.ts'
import { inOrder } from '../holdings/activity-order.ts'
import { fillExchanges } from './fill-exchanges.ts'
import { RECORDED_WITHIN_DAYS } from './share-names.ts'

const ZERO = new Decimal(0)
/** Brokers pay fractions of shares in cash. */
const FRACTION = 1
/** How far the cash in a file may differ from the market's, as a part of it. */
const CASH_TOLERANCE = 0.02

export const isExchange = ({ type }: Activity): boolean => type === 'exchange'

type Listed = { ins: Activity[]; outs: Activity[] }

/**
 * All shares held at the end of its day leave for new shares, cash or both. Rows of the old share some days later still
 * count before it.
 */
export function withMerger(rows: readonly Activity[], action: CorporateAction): Activity[] {
  const { symbol, newSymbol, day } = action
  if (!rows.some((row) => row.symbol === symbol && row.day <= day)) return [...rows]
  const { ins, outs } = listedMerger(rows, action)
  // A sale for the merger's cash, booked some days later, counts on its day.
  const late = newSymbol === null ? new Set(soldForCash(rows, action)) : new Set<Activity>()
  const others = withoutRows(rows, [...ins, ...outs]).map((row) => (late.has(row) ? { ...row, day } : row))
  const isLate = (row: Activity) =>
    row.symbol === symbol &&
    !row.quantity.isZero() &&
    row.day > day &&
    daysBetween(day, row.day) <= RECORDED_WITHIN_DAYS
  const last = others.filter(isLate).reduce((latest, row) => (row.day > latest ? row.day : latest), day)
  const shares = newSymbol === null || ins.length === 0 ? null : sumOf(ins)
  const out = outs.length === 0 ? null : sumOf(outs)
  const paid = outs.reduce((sum, { cash }) => sum.plus(cash), ZERO)
  const listed = { shares, out, cash: paid.isZero() ? null : paid }
  return [...others, ...exchangeRows(rows, action, { day: last, listed })]
}

/** Those who hold the share before its day receive the new one. */
export function withSpinOff(rows: readonly Activity[], action: CorporateAction): Activity[] {
  const { symbol, newSymbol, ratio, day } = action
  const held = heldBefore(rows, symbol, day)
  if (!held.isPositive() || held.isZero() || ratio === null) return [...rows]
  const ins = rows.filter((row) => isReceipt(row, newSymbol, day))
  const isListed = ins.length > 0 && sumOf(ins).minus(held.times(ratio)).abs().lessThanOrEqualTo(FRACTION)
  const others = isListed ? withoutRows(rows, ins) : rows
  const listed = { shares: isListed ? sumOf(ins) : null, out: null, cash: null }
  return [...others, ...exchangeRows(rows, action, { day, listed })]
}

/** The broker's own rows of a merger for shares: old shares out, possibly with a sale for cash, and new shares in. */
function listedMerger(rows: readonly Activity[], action: CorporateAction): Listed {
  const { symbol, newSymbol, ratio, cash, day } = action
  if (newSymbol === null || ratio === null) return { ins: [], outs: [] }
  const ins = rows.filter((row) => isReceipt(row, newSymbol, day))
  const moved = rows.filter(
    (row) =>
      row.type === 'transfer' && row.symbol === symbol && row.quantity.isNegative() && isNear(row, day),
  )
  const outs = [...moved, ...(cash === null ? [] : soldForCash(rows, action))]
  if (ins.length === 0 || outs.length === 0) return { ins: [], outs: [] }
  const expected = sumOf(outs).negated().times(ratio)
  const isSame = sumOf(ins).minus(expected).abs().lessThanOrEqualTo(FRACTION)
  return isSame ? { ins, outs } : { ins: [], outs: [] }
}

const soldForCash = (rows: readonly Activity[], { symbol, cash, day }: CorporateAction) =>
  rows.filter(
    (row) =>
      row.type === 'sell' &&
      row.symbol === symbol &&
      !row.isShort &&
      row.day >= day &&
      isNear(row, day) &&
      isPaid(row, cash ?? ZERO),
  )

const isNear = ({ day }: Activity, on: string) => Math.abs(daysBetween(on, day)) <= RECORDED_WITHIN_DAYS

/** Shares that came in without a purchase. */
const isReceipt = (row: Activity, symbol: string | null, day: string) =>
  row.symbol === symbol &&
  (row.type === 'transfer' || row.type === 'dividend') &&
  row.quantity.greaterThan(0) &&
  row.cash.isZero() &&
  !row.isShort &&
  isNear(row, day)

const isPaid = ({ cash, fee, quantity }: Activity, each: Decimal) =>
  cash.plus(fee).div(quantity.abs()).minus(each).abs().lessThanOrEqualTo(each.times(CASH_TOLERANCE))

const sumOf = (rows: readonly Activity[]) => rows.reduce((sum, { quantity }) => sum.plus(quantity), ZERO)

function withoutRows(rows: readonly Activity[], left: readonly Activity[]): Activity[] {
  const gone = new Set(left)
  return rows.filter((row) => !gone.has(row))
}

function heldBefore(rows: readonly Activity[], symbol: string, day: string): Decimal {
  const end = dayOf(dayNumber(day) - 1)
  const before = fillExchanges(inOrder(rows.filter((row) => row.day <= end)))
  return before.reduce((held, row) => {
    if (row.symbol !== symbol) return held
    const isByRatio = row.type === 'split' && row.quantity.isZero() && row.ratio !== null
    return isByRatio ? held.times(row.ratio ?? 1) : held.plus(row.quantity)
  }, ZERO)
}

/** One row for each share. Their numbers follow from what is held (`fillExchanges`). */
function exchangeRows(
  rows: readonly Activity[],
  { kind, symbol, newSymbol, ratio, cash, day: reportedOn }: CorporateAction,
  { day, listed }: { day: string; listed: Exchange['listed'] },
): Activity[] {
  const ordered = inOrder(rows)
  const nameOf = (of: string) => ordered.findLast((row) => row.symbol === of)?.companyName ?? null
  const currency = ordered.find((row) => row.symbol === symbol)?.currency ?? 'USD'
  const exchange: Exchange = {
    kind: kind === 'spin_off' ? 'spin_off' : 'merger',
    day: reportedOn,
    of: symbol,
    into: newSymbol,
    ratio,
    cash,
    listed,
    held: ZERO,
  }
  const row = (of: string, place: number): Activity => ({
    id: `corporate action ${reportedOn} ${symbol} ${newSymbol ?? 'cash'} ${place}`,
    type: 'exchange',
    day,
    symbol: of,
    companyName: nameOf(of),
    quantity: ZERO,
    // A share that was paid in cash had this price.
    price: of === symbol && newSymbol === null ? cash : null,
    cash: ZERO,
    fee: ZERO,
    ratio: null,
    currency: of === symbol && cash !== null && listed.cash === null ? 'USD' : currency,
    line: null,
    exchange,
  })
  return [...(newSymbol === null ? [] : [row(newSymbol, 1)]), row(symbol, 2)]
}
