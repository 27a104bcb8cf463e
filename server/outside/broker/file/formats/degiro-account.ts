// DEGIRO's account statement: every movement of money, told by its description in the language of its owner.
import { Decimal } from 'decimal.js'
import { charge, type Draft, exchange, flow, income } from '../drafts.ts'
import { type Row, unlessNothing } from '../row.ts'
import { currencyOf, nameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, optional, text, withNext } from '../table.ts'

export const PRODUCT = ['product', 'produkt']
export const ORDER_ID = ['order id', 'order-id', 'order-id.', 'orderid']

type Column = 'date' | 'time' | 'product' | 'isin' | 'description' | 'change' | 'balance' | 'order'

export const degiroAccount = activityTable<Column>(
  {
    date: date('date', 'datum'),
    time: text('time', 'uhrzeit', 'uhrze', 'tijd'),
    product: text(...PRODUCT),
    isin: text('isin'),
    description: text('description', 'beschreibung', 'omschrijving'),
    // Currency and sum stand in this and the next, unnamed column, in either order.
    change: withNext(text('change', 'änderung', 'mutatie')),
    balance: text('balance', 'saldo'),
    order: withNext(optional(text(...ORDER_ID))),
  },
  readMovement,
)

/** `Buy 10 APPLE INC@210.5 USD (US0378331005)`, `Kauf 12 zu je 15,76 EUR`, `Koop 1 @ 33,9 USD`, each after its cause. */
const TRADE =
  /^(?:(?<cause>[^:]+?) ?: ?)?(?<side>buy|sell|kauf|verkauf|koop|verkoop) (?<size>[\d.,'’]+(?:[ \u00a0]\d{3})*)(?![\d.,'’]) ?(?:[^@]*?@|zu je) ?(?<price>[\d.,]+) (?<quoted>[A-Z]{3})/i

/** Money that only moves between DEGIRO and its bank, or is announced before it comes. */
const WITHIN =
  /cash sweep|^reservation|überweisung (auf|von) ihr|auszahlung von ihrem geldkonto|overboeking (van|naar) uw|transfer (from|to) your cash account|processed flatex withdrawal|(money|cash) market fund|geldmarktfonds|geldmarktfondsen/i
const EXCHANGE = /^(fx |valuta |währungswechsel|currency exchange)/i
const DIVIDEND =
  /dividend|ausschüttung|fund distribution|uitkering|kapitalrückzahlung|capital (return|repayment|distribution)|kapitaaluitkering/i
const INTEREST = /interest|zinsen|\brente\b|rabatt|rebate|promo|korting|bonus/i
const FEE =
  /\bfees?\b|gebühr|kosten|handelsmodalitäten|belasting|\btax\b|steuer|stamp duty|pass-through|weitergabe|connectivity|commission/i
const WITHDRAWAL = /withdrawal|auszahlung|terugstorting|opname/i
const DEPOSIT = /deposit|einzahlung|storting|ideal|sofort/i

function readMovement(row: Row<Column>): Draft | null {
  const description = row.text('description').replaceAll(/\s+/g, ' ')
  if (WITHIN.test(description)) return null
  const { day } = row.day('date')
  const isin = row.text('isin')
  const money = moneyOf(row)
  const shared = {
    day,
    time: row.text('time'),
    symbol: isin === '' ? null : symbolOf(isin),
    companyName: isin === '' ? null : nameOf(row.text('product')),
    ...(money ? { currency: money.currency } : {}),
  }
  const trade = TRADE.exec(description)?.groups
  if (trade) return { ...shared, ...tradeOf(row, trade, money?.sum ?? null) }
  // Announcements, and money of accounts that aren't this one.
  if (!money) return null
  if (EXCHANGE.test(description)) return { ...shared, ...exchange(money.sum) }
  if (DIVIDEND.test(description)) return { ...shared, ...income(money.sum) }
  if (WITHDRAWAL.test(description)) return { ...shared, ...flow(money.sum) }
  if (FEE.test(description)) return { ...shared, ...charge(money.sum) }
  if (INTEREST.test(description)) return { ...shared, type: 'interest', cash: money.sum }
  if (DEPOSIT.test(description)) return { ...shared, ...flow(money.sum) }
  return unlessNothing(description, money.sum)
}

function tradeOf(
  row: Row<Column>,
  trade: Record<string, string>,
  sum: Decimal | null,
): Partial<Draft> & { type: Draft['type'] } {
  const { cause, side = '', size = '', price = '', quoted = '' } = trade
  const isBuy = /^(buy|kauf|koop)$/i.test(side)
  const quantity = row.asNumber(size)
  const { units } = currencyOf(quoted)
  const isSplit = /split/i.test(cause ?? '')
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
    ...(isSplit ? { leg: `${row.text('time')} ${row.text('isin')}` } : {}),
  }
}

/** Sum and currency of the change, whichever of both columns has which. */
function moneyOf(row: Row<Column>): { sum: Decimal; currency: string } | null {
  const cells = [row.text('change'), row.beside('change')]
  const code = cells.find((cell) => /^[A-Za-z]{3}$/.test(cell))
  const sum = row.asNumber(cells.find((cell) => cell !== code) ?? '')
  if (!code || !sum) return null
  const { currency, units } = currencyOf(code)
  return { currency, sum: units === 1 ? sum : new Decimal(sum).dividedBy(units) }
}
