// Turns a list of positions into activities, and rejects mixing it with a history of the same account.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { type PackedActivity, packActivity, unpackActivity } from '#engine/broker-files/packed-activity.ts'
import type { ExportRead } from '#engine/broker-files/read-export.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import type { Activity, Position, Statement } from '#engine/portfolio/activity.ts'
import { daysBetween } from '#engine/market/calendar-day.ts'
import { exchangeDayOn } from '#engine/market/exchange-days.ts'
import { lastSettledDay } from '#server/market/series.ts'

/** Prefix of the ids of rows made from positions. */
const POSITION = 'position '

/**
 * The day at whose close a list of positions is valued, `YYYY-MM-DD`: the exchange day on or before the file's own day,
 * and never a day whose closes aren't known yet.
 */
export function positionsDay(asOf: string | null, now: Date): string {
  const [said, last] = [asOf === null ? '' : exchangeDayOn(asOf), lastSettledDay(now)]
  return said !== '' && said < last ? said : last
}

/** A position becomes a transfer on the day of the list, because it isn't known how the position was acquired. */
export function positionAsTransfer(
  { symbol, companyName, quantity, averageCost, price, currency }: Position,
  day: string,
): PackedActivity {
  const zero = quantity.minus(quantity)
  const activity: Activity = {
    id: `${POSITION}${symbol} ${currency}`,
    type: 'transfer',
    day,
    symbol,
    companyName,
    quantity,
    price: averageCost ?? price,
    cash: zero,
    fee: zero,
    ratio: null,
    currency,
    line: null,
    ...(quantity.isNegative() && !quantity.isZero() && { isShort: true as const }),
  }
  return packActivity({ activity, seconds: -1 })
}

/**
 * How many days after the last row of a history a list may still count as its end. Later lists may contain purchases
 * that the history lacks.
 */
const END_WITHIN_DAYS = 35

/**
 * Next to a history, a list of positions is the balance at its end, and the holdings before the history follow from
 * both. Throws `UnreadableFileError` if the list is from another time.
 */
export function positionsAsStatement(
  positions: readonly Position[],
  asOf: string,
  { firstDay, lastDay }: Days,
): Statement {
  if (isOfAnotherTime(asOf, { firstDay, lastDay }))
    throw new UnreadableFileError('beside_positions', LIST_OF_ANOTHER_TIME)
  const nothing = { positions: null, cash: null, netAssetValue: null }
  return { from: firstDay, to: asOf, opening: nothing, closing: { ...nothing, positions: [...positions] } }
}

const isOfAnotherTime = (asOf: string, { firstDay, lastDay }: Days) =>
  asOf < firstDay || daysBetween(lastDay, asOf) > END_WITHIN_DAYS

const SECOND_LIST =
  'This account was created from an earlier list of positions, and a list doesn’t show trades. Delete the account under Accounts, then import this list or, better, the account’s history.'
const LIST_OF_ANOTHER_TIME =
  'This list of positions isn’t of the end of the history you imported, so trades in between would be missing. Import the history up to the day of the list first.'
const HISTORY_AFTER_LIST =
  'This account was created from a list of positions that isn’t of this history’s end, so trades in between would be missing. Delete the account under Accounts, then import the history up to the day of the list.'

/**
 * A list has the holdings, and a history has the activities behind them. An account that began with a list accepts no
 * other list, only the same one again. It accepts a history that ends with the list, which then becomes the closing
 * balance (`list`). Throws `UnreadableFileError`, whose message says what to do instead. `history`: the days of the
 * account's history, null if it has none.
 */
export async function rejectMixedSources(
  db: Db,
  accountId: string,
  kind: ExportRead['kind'],
  rows: readonly PackedActivity[],
): Promise<{ history: Days | null; list: Statement | null }> {
  const stored = db.selectFrom('portfolioActivities').where('accountId', '=', accountId)
  const listed = await stored
    .select(['id', 'symbol', 'companyName', 'currency', 'quantity', 'price'])
    .select((eb) => eb.cast<string>('day', 'text').as('day'))
    .where('id', 'like', `${POSITION}%`)
    .execute()
  if (kind === 'activities') {
    return { history: null, list: rows.length > 0 ? balanceOf(listed, daysOf(rows)) : null }
  }
  const history = await stored
    .select(sql<string | null>`min(day)::text`.as('firstDay'))
    .select(sql<string | null>`max(day)::text`.as('lastDay'))
    .where('id', 'not like', `${POSITION}%`)
    .executeTakeFirst()
  const { firstDay, lastDay } = history ?? {}
  if (firstDay && lastDay) return { history: { firstDay, lastDay }, list: null }
  const asTexts = (some: readonly { id: string; quantity: Decimal.Value; price: Decimal.Value | null }[]) =>
    some.map(
      (row) =>
        `${row.id} ${String(new Decimal(row.quantity))} ${String(row.price && new Decimal(row.price))}`,
    )
  const [before, now] = [asTexts(listed).toSorted(), asTexts(rows.map(unpackActivity)).toSorted()]
  if (listed.length > 0 && before.join() !== now.join())
    throw new UnreadableFileError('beside_positions', SECOND_LIST)
  return { history: null, list: null }
}

type Days = { firstDay: string; lastDay: string }
type ListedRow = {
  symbol: string | null
  companyName: string | null
  currency: string
  quantity: string
  price: string | null
  day: string
}

const daysOf = (rows: readonly PackedActivity[]): Days =>
  rows.reduce(
    ({ firstDay, lastDay }, { day }) => ({
      firstDay: day < firstDay ? day : firstDay,
      lastDay: day > lastDay ? day : lastDay,
    }),
    { firstDay: '9999-12-31', lastDay: '' },
  )

/** Null without a list. Its prices are average costs if the file had them. */
function balanceOf(listed: readonly ListedRow[], days: Days): Statement | null {
  const [first] = listed
  if (!first) return null
  const positions = listed.map(({ symbol, companyName, currency, quantity, price }) => ({
    symbol: symbol ?? '',
    companyName,
    currency,
    quantity: new Decimal(quantity),
    averageCost: price === null ? null : new Decimal(price),
    price: null,
  }))
  if (isOfAnotherTime(first.day, days)) throw new UnreadableFileError('beside_positions', HISTORY_AFTER_LIST)
  return positionsAsStatement(positions, first.day, days)
}

/** The days without the rows of a list. */
export async function* withoutList(days: AsyncIterable<Activity[]>): AsyncGenerator<Activity[]> {
  for await (const rows of days) {
    const others = rows.filter(({ id }) => !id.startsWith(POSITION))
    if (others.length > 0) yield others
  }
}

/** Deletes the rows of a list that has become a balance. */
export const deleteList = (db: Db, accountId: string) =>
  db
    .deleteFrom('portfolioActivities')
    .where('accountId', '=', accountId)
    .where('id', 'like', `${POSITION}%`)
    .execute()
