// DEGIRO's account statement: every movement of money, identified by its description in the owner's language.
import { Decimal } from 'decimal.js'
import { charge, type Draft, exchange, flow, income } from '../drafts.ts'
import { ignoreIfEmpty } from '../row.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../symbols.ts'
import {
  activityTable,
  date,
  optional,
  text,
  withoutAccents,
  withUnnamedNext,
  type TableRow,
} from '../table.ts'
import {
  BALANCE,
  CHANGE,
  DATE,
  DEPOSIT,
  DESCRIPTION,
  DIVIDEND,
  EXCHANGE,
  FEE,
  INTEREST,
  IS_BUY,
  IS_SPLIT,
  ISIN,
  ORDER_ID,
  PAIR,
  PAIR_TRADED,
  PRODUCT,
  TIME,
  TRADE,
  WITHDRAWAL,
  INTERNAL,
} from './degiro-words.ts'

type Column = 'date' | 'time' | 'product' | 'isin' | 'description' | 'change' | 'balance' | 'order'

export const degiroAccount = activityTable<Column>(
  {
    date: date(...DATE),
    time: text(...TIME),
    product: text(...PRODUCT),
    isin: text(...ISIN),
    description: text(...DESCRIPTION),
    // Currency and amount are in this and the next, unnamed column, in either order.
    change: withUnnamedNext(text(...CHANGE)),
    balance: withUnnamedNext(text(...BALANCE)),
    order: withUnnamedNext(optional(text(...ORDER_ID))),
  },
  readMovement,
  (row) => {
    const after = moneyIn(row, 'balance')
    return after && { account: '', currency: after.currency, amount: after.sum }
  },
)

function readMovement(row: TableRow<Column>): Draft | null {
  const description = withoutAccents(row.text('description').replaceAll(/\s+/g, ' '))
  if (INTERNAL.test(description)) return null
  const { day } = row.day('date')
  const isin = row.text('isin')
  const money = moneyIn(row, 'change')
  const shared = {
    day,
    time: row.text('time'),
    symbol: isin === '' ? null : symbolOf(isin),
    companyName: isin === '' ? null : companyNameOf(row.text('product')),
    ...(money ? { currency: money.currency } : {}),
  }
  const pair = PAIR.exec(row.text('product')) ?? PAIR_TRADED.exec(description)
  if (pair && money) {
    const draft = pairMoney(description, money, pair[2])
    return draft && { ...shared, ...draft }
  }
  const trade = TRADE.exec(description)?.groups
  if (trade && (trade.side || trade.cause)) return { ...shared, ...tradeOf(row, trade, money?.sum ?? null) }
  // Announcements, and money of other accounts.
  if (!money) return null
  if (EXCHANGE.test(description)) return { ...shared, ...exchange(money.sum) }
  if (DIVIDEND.test(description)) return { ...shared, ...income(money.sum) }
  if (WITHDRAWAL.test(description)) return { ...shared, ...flow(money.sum) }
  if (FEE.test(description)) return { ...shared, ...charge(money.sum) }
  if (INTEREST.test(description)) return { ...shared, type: 'interest', cash: money.sum }
  if (DEPOSIT.test(description)) return { ...shared, ...flow(money.sum) }
  return ignoreIfEmpty(description, money.sum)
}

/**
 * In a currency trade, the trade's row has the amount in the second currency, and an exchange row the amount in the
 * first. At settlement, one row reverses the trade's amount and an exchange row in the second currency records it
 * again.
 */
function pairMoney(description: string, { sum, currency }: Money, second = '') {
  if (FEE.test(description)) return charge(sum)
  const isSettled = EXCHANGE.test(description) ? currency === second : /^[^@]*:/.test(description)
  return isSettled ? null : exchange(sum)
}

function tradeOf(
  row: TableRow<Column>,
  trade: Record<string, string>,
  sum: Decimal | null,
): Partial<Draft> & { type: Draft['type'] } {
  const { cause, side = '', size = '', price = '', quoted = '' } = trade
  // If the row names no side, shares that cost money came in.
  const isBuy = side === '' ? (sum?.isNegative() ?? true) : IS_BUY.test(side)
  const quantity = row.asNumber(size)
  const { units } = currencyUnitOf(quoted)
  const isSplit = IS_SPLIT.test(cause ?? '')
  const worth = row.asNumber(price)?.dividedBy(units) ?? null
  // Shares that were only renamed move without money.
  const isMoved = Boolean(cause) && (!sum || sum.isZero())
  if (isMoved && quantity && !isSplit)
    return { type: 'transfer', quantity: isBuy ? quantity : quantity.neg(), price: worth }
  return {
    type: isBuy ? 'buy' : 'sell',
    quantity,
    price: worth,
    ...(sum
      ? { cash: sum }
      : isMoved && quantity && worth
        ? { cash: quantity.times(worth).times(isBuy ? -1 : 1) }
        : {}),
    ...(isSplit ? { splitPair: `${row.text('time')} ${row.text('isin')}` } : {}),
  }
}

/** Amount and currency of a change or balance, which may be in either order in the two columns. */
type Money = { sum: Decimal; currency: string }
function moneyIn(row: TableRow<Column>, column: 'change' | 'balance'): Money | null {
  const cells = [row.text(column), row.beside(column)]
  const code = cells.find((cell) => /^[A-Za-z]{3}$/.test(cell))
  const sum = row.asNumber(cells.find((cell) => cell !== code) ?? '')
  if (!code || !sum) return null
  const { currency, units } = currencyUnitOf(code)
  return { currency, sum: units === 1 ? sum : new Decimal(sum).dividedBy(units) }
}
