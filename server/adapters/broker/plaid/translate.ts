// Translates one of Plaid's transactions to activities, with the account's signs.
import { Decimal } from 'decimal.js'
import type { InvestmentTransaction, Security } from 'plaid'
import { checkDraft } from '#engine/broker-files/check-draft.ts'
import { RowError } from '#engine/broker-files/file-errors.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { type LinkedAccount, ProviderError } from '../provider.ts'
import { type PlaidRow, translateTransaction } from './translate-transaction.ts'
import { currencyIn, instrumentOf, sharesOf } from './securities.ts'

/**
 * Empty for a transaction that changes neither cash nor shares; two activities if cash came in and bought shares at
 * once. Throws `ProviderError` for an impossible row. The day is the posting day, because few brokers report
 * `transaction_datetime`, which is the time when an order was placed. Source:
 * https://plaid.com/docs/api/products/investments/#investments-transactions-get-response-investment-transactions
 */
export function plaidActivities(
  transaction: InvestmentTransaction,
  securities: Map<string, Security>,
  { currency, today }: Pick<LinkedAccount, 'currency'> & { today: string },
): Activity[] {
  const { date: day, investment_transaction_id: id } = transaction
  if (day > today) return []
  const { symbol, companyName, row, currency: priced } = rowOf(transaction, securities, currency)
  try {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new RowError('It has no day.')
    return translateTransaction(row).flatMap((draft, place) => {
      const whole = { day, symbol, companyName, currency: priced, ...draft }
      const checked = checkDraft(whole, { line: 0, today, currency })
      return checked ? { ...checked.activity, id: place === 0 ? id : `${id}:${place + 1}`, line: null } : []
    })
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    const { type, subtype } = transaction
    throw new ProviderError('away', `The broker reports a ${type} (${subtype}) on ${day}: ${error.message}`)
  }
}

type Named = { symbol: string | null; companyName: string | null; row: PlaidRow; currency: string }

function rowOf(
  transaction: InvestmentTransaction,
  securities: Map<string, Security>,
  otherwise: string,
): Named {
  const { security_id: securityId, type, subtype } = transaction
  const { currency, units } = currencyIn(transaction, otherwise)
  const figure = (number: number | null) => new Decimal(number ?? 0)
  const instrument = securityId === null ? null : instrumentOf(securityId, securities.get(securityId))
  const price = figure(transaction.price).div(units)
  // Plaid's positive amounts leave the account.
  const cash = figure(transaction.amount).div(units).neg()
  const counted = figure(transaction.quantity)
  const quantity = instrument ? sharesOf(instrument, { quantity: counted, price, value: cash }) : counted
  const fee = figure(transaction.fees).div(units).abs()
  const row = { type, subtype, instrument, currency, quantity, price, cash, fee }
  if (!instrument || instrument.kind === 'cash') return { symbol: null, companyName: null, row, currency }
  const { symbol, companyName } = instrument
  return { symbol, companyName, row, currency }
}
