// Turns a list of positions into activities, and rejects mixing it with a history of the same account.
import { Decimal } from 'decimal.js'
import type { Db } from '#server/db/open.ts'
import { type PackedActivity, packActivity, unpackActivity } from '#engine/broker-files/packed-activity.ts'
import type { ExportRead } from '#engine/broker-files/read-export.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import type { Activity, Position } from '#engine/portfolio/activity.ts'
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

/** A position becomes a transfer on the day of the list, because nothing is known of how it was acquired. */
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

const SECOND_LIST =
  'This account was created from an earlier list of positions, and a list doesn’t show trades. Delete the account under Accounts, then import this list or, better, the account’s history.'
const LIST_AFTER_HISTORY =
  'You’ve already imported this account’s history, and a list of positions would count it twice. Import a newer history instead.'
const HISTORY_AFTER_LIST =
  'This account was created from a list of positions, and a history would count them twice. Delete the account under Accounts, then import the history.'

/**
 * A list says what is held, a history how it got there. An account that has one of them can only get a history added to
 * a history. Importing the same list again is fine. Throws `UnreadableFileError`, which says what to do instead.
 */
export async function rejectMixedSources(
  db: Db,
  accountId: string,
  kind: ExportRead['kind'],
  rows: readonly PackedActivity[],
): Promise<void> {
  const stored = db
    .selectFrom('portfolioActivities')
    .select(['id', 'quantity', 'price'])
    .where('accountId', '=', accountId)
  const listed = await stored.where('id', 'like', `${POSITION}%`).execute()
  if (kind === 'activities') {
    if (listed.length > 0 && rows.length > 0)
      throw new UnreadableFileError('beside_positions', HISTORY_AFTER_LIST)
    return
  }
  const history = await stored.where('id', 'not like', `${POSITION}%`).limit(1).executeTakeFirst()
  if (history) throw new UnreadableFileError('beside_positions', LIST_AFTER_HISTORY)
  const asTexts = (some: readonly { id: string; quantity: Decimal.Value; price: Decimal.Value | null }[]) =>
    some.map(
      (row) =>
        `${row.id} ${String(new Decimal(row.quantity))} ${String(row.price && new Decimal(row.price))}`,
    )
  const [before, now] = [asTexts(listed).toSorted(), asTexts(rows.map(unpackActivity)).toSorted()]
  if (listed.length > 0 && before.join() !== now.join())
    throw new UnreadableFileError('beside_positions', SECOND_LIST)
}
