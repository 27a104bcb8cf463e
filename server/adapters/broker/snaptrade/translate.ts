// Translates SnapTrade's activities and positions.
import { Decimal } from 'decimal.js'
import type { AccountPosition, AccountUniversalActivity } from 'snaptrade-typescript-sdk'
import { checkDraft } from '#engine/broker-files/check-draft.ts'
import {
  charge,
  type Draft,
  exchange,
  flow,
  stockDividend,
  income,
  shareTransfer,
  splitShares,
  ZERO,
} from '#engine/broker-files/drafts.ts'
import { optionOf, SHARES_PER_CONTRACT } from '#engine/broker-files/options.ts'
import { RowError } from '#engine/broker-files/file-errors.ts'
import { companyNameOf, symbolOf } from '#engine/broker-files/symbols.ts'
import type { Activity, Position } from '#engine/portfolio/activity.ts'
import { ProviderError } from '../provider.ts'

type Row = AccountUniversalActivity

/**
 * Null for rows that change neither cash nor shares, and for pending ones. Amounts are the account's: incoming is
 * positive. `currency`: the account's, for rows that name none. Throws `ProviderError` for an impossible row. Source:
 * https://docs.snaptrade.com/reference/Account%20Information/AccountInformation_getAccountActivities
 */
export function activityOf(
  row: Row,
  { today, currency }: { today: string; currency: string },
): Activity | null {
  try {
    const day = (row.trade_date ?? row.settlement_date ?? '').slice(0, 10)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new RowError('It has no day.')
    if (day > today) return null
    const { symbol, companyName, units, price } = securityOf(row)
    const common = { day, symbol, companyName, currency: row.currency?.code ?? currency }
    const draft: Draft = { ...common, ...translated(row, { symbol, units, price }) }
    const checked = checkDraft(draft, { line: 0, today, currency })
    return checked && { ...checked.activity, id: row.id ?? `${day} ${JSON.stringify(row)}`, line: null }
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    throw new ProviderError(
      'away',
      `The broker reports a ${String(row.type)} on ${String(row.trade_date)}: ${error.message}`,
    )
  }
}

type Security = { symbol: string | null; companyName: string | null; units: Decimal; price: Decimal | null }

/** For options, counts shares instead of contracts. */
function securityOf({ symbol, option_symbol: option, units, price }: Row): Security {
  const size = new Decimal(units ?? 0)
  const each = price === undefined || price === null ? null : new Decimal(price)
  if (option?.ticker) {
    const name = optionOf(option.ticker) ?? symbolOf(option.ticker)
    const shares = option.is_mini_option === true ? 10 : SHARES_PER_CONTRACT
    return { symbol: name, companyName: name, units: size.times(shares), price: each }
  }
  const ticker = symbol?.symbol ?? symbol?.raw_symbol
  if (!ticker) return { symbol: null, companyName: null, units: ZERO, price: null }
  return {
    symbol: symbolOf(ticker),
    companyName: companyNameOf(symbol?.description ?? ''),
    units: size,
    price: each,
  }
}

/** Set for options only. A short sale of shares is a `SELL` like any other. */
const SHORTS = /^(SELL_TO_OPEN|BUY_TO_CLOSE)$/

type Translated = Pick<Draft, 'type'> & Partial<Draft>

function translated(row: Row, { symbol, units, price }: Omit<Security, 'companyName'>): Translated {
  const amount = row.amount === undefined || row.amount === null ? null : new Decimal(row.amount)
  const cash = amount ?? ZERO
  const fee = new Decimal(row.fee ?? 0).abs()
  const trade = (type: 'buy' | 'sell'): Translated => {
    const paid = amount && (type === 'buy' ? amount.abs().neg() : amount.abs())
    const isShort = SHORTS.test(row.option_type ?? '')
    return { type, isShort, quantity: units.abs(), price: price?.isZero() ? null : price, cash: paid, fee }
  }
  switch (row.type ?? '') {
    case 'BUY':
    case 'REI':
      return trade('buy')
    case 'SELL':
      return trade('sell')
    case 'DIVIDEND':
    case 'SUBSTITUTE_DIVIDEND':
      return income(cash)
    case 'STOCK_DIVIDEND':
      return stockDividend(units)
    case 'INTEREST':
    case 'REBATE':
      return { type: 'interest', cash }
    case 'CONTRIBUTION':
    case 'WITHDRAWAL':
    case 'GOV_GRANT':
    case 'INTERNAL_CASH_TRANSFER_IN':
    case 'INTERNAL_CASH_TRANSFER_OUT':
      return flow(cash)
    case 'FEE':
      return charge(
        amount && amount.isPositive() && fee.isZero() ? amount.neg() : cash.isZero() ? fee.neg() : cash,
      )
    case 'TAX':
      return symbol === null ? charge(cash) : income(cash)
    case 'SPLIT':
      return splitShares(units)
    case 'FXT':
      return exchange(cash)
    case 'OPTIONEXPIRATION':
      return ended(units)
    // The delivered shares have their own row.
    case 'OPTIONASSIGNMENT':
    case 'OPTIONEXERCISE':
      return row.option_symbol?.ticker && cash.isZero() ? ended(units) : transferred(units, cash)
    default:
      // Transfers, exercises, adjustments and the broker's own types: a transfer of shares or of money.
      return transferred(units, cash)
  }
}

const transferred = (units: Decimal, cash: Decimal): Translated =>
  units.isZero() ? flow(cash) : { ...shareTransfer(units), cash }

const ended = (units: Decimal): Translated => ({
  type: units.isNegative() ? 'sell' : 'buy',
  quantity: units.abs(),
  cash: ZERO,
  isOptionEnd: true,
})

/** Null for instruments without shares, such as futures. */
export function positionOf({
  instrument,
  units,
  price,
  cost_basis: cost,
  currency,
}: AccountPosition): Position[] {
  const { kind } = instrument
  if (kind === 'future' || kind === 'cfd') return []
  const isOption = kind === 'option'
  const name = isOption ? optionOf(instrument.symbol) : symbolOf(instrument.symbol)
  const size = new Decimal(units ?? 0)
  if (name === null || size.isZero()) return []
  const shares = isOption ? SHARES_PER_CONTRACT : 1
  const companyName = isOption ? name : companyNameOf(instrument['description'] ?? '')
  return [
    {
      symbol: name,
      companyName,
      quantity: size.times(shares),
      averageCost: cost ? new Decimal(cost).div(shares) : null,
      price: price ? new Decimal(price) : null,
      currency: currency ?? 'USD',
    },
  ]
}
