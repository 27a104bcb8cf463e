// Coinbase: the transaction report of all assets, whose notes say what a coin was paid with.
import { charge, type Draft, flow, shareTransfer, stockDividend, ZERO } from '../../drafts.ts'
import { RowError } from '../../file-errors.ts'
import { ignoreIfEmpty, requiredNumber } from '../../row.ts'
import { currencyUnitOf, isMoney } from '../../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow } from '../../table.ts'
import { coinLegs, coinNamed, type Coins, rounded } from './coin-legs.ts'

type Column =
  | 'id'
  | 'time'
  | 'type'
  | 'asset'
  | 'quantity'
  | 'currency'
  | 'price'
  | 'subtotal'
  | 'total'
  | 'fees'
  | 'notes'

export const report = activityTable<Column>(
  {
    id: optional(text('id')),
    time: date('timestamp'),
    type: text('transaction type'),
    asset: text('asset'),
    quantity: number('quantity transacted'),
    currency: text('price currency', 'spot price currency'),
    price: number('price at transaction', 'spot price at transaction'),
    subtotal: number('subtotal'),
    total: number('total (inclusive of fees and/or spread)', 'total (inclusive of fees)', 'total'),
    fees: number('fees and/or spread', 'fees'),
    notes: text('notes'),
  },
  readReport,
)

const BUYS = /^(advanced trade )?buy$/
const SELLS = /^(advanced trade sell|sell|retail simple dust)$/
/** Coins received as income (staking, interest, airdrops, forks) or as gifts. */
const REWARDS =
  /(staking|rewards?|inflation|interest|earn|learning|airdrop|fork|bonus).*(income|reward|earn|payout|$)/
const EARNED = /coinbase (earn|rewards?)|learning reward|referral/i
/** Gifts aren't income from held coins. They count as transfers in, not as gains. */
const GIFTS = /learning|airdrop|bonus|referral|coinbase earn/i
/** Movements of coins within one account at Coinbase. */
const INTERNAL = /^(retail (un)?staking transfer|vault (deposit|withdrawal))$/
const INCOMING = /^(receive|deposit|pro withdrawal|exchange withdrawal)$/
const OUTGOING = /^(send|withdrawal|pro deposit|exchange deposit|card spend|donation)$/

const CONVERTED = /^Converted ([\d.,]+) (\w+) to ([\d.,]+) (\w+)/i
/** `Bought 0.5 SOL for 50.3 USDC on SOL-USDC at 100 USDC/SOL` */
const TRADED = /^(?:Bought|Sold) [\d.,]+ \w+ for ([\d.,]+) (\w+)/i

const NO_NOTE =
  'The note doesn’t say which coin this was converted to. Download the report again with all its columns.'

function readReport(row: TableRow<Column>): Draft | Draft[] | null {
  const type = row.text('type').toLowerCase()
  const asset = row.text('asset')
  const id = row.text('id')
  const shared = {
    ...row.day('time'),
    currency: row.text('currency') === '' ? row.currency : currencyUnitOf(row.text('currency')).currency,
    ...(id && { key: id }),
  }
  const reported = row.number('quantity')
  const size = reported?.abs() ?? ZERO
  if (INTERNAL.test(type)) return null
  if (isMoney(asset)) return readMoney(row, { ...shared, currency: asset.toUpperCase() })
  const symbol = coinNamed(asset)
  const worth = (row.number('total') ?? row.number('subtotal'))?.abs() ?? null
  const notes = row.text('notes')
  if (BUYS.test(type) || SELLS.test(type)) {
    const isBuy = BUYS.test(type)
    const [, other = '', coin = 'USD'] = TRADED.exec(notes) ?? []
    if (!isMoney(coin)) {
      const [own, paid] = [{ asset, size }, coins(row, coin, other)]
      return isBuy ? coinLegs(shared, paid, own, worth) : coinLegs(shared, own, paid, worth)
    }
    return {
      ...shared,
      symbol,
      type: isBuy ? 'buy' : 'sell',
      quantity: size,
      price: rounded(row.number('price')),
      cash: worth && (isBuy ? worth.neg() : worth),
      fee: row.number('fees')?.abs() ?? null,
    }
  }
  if (type === 'convert') {
    const [, paid = '', from = '', received = '', to = ''] = CONVERTED.exec(notes) ?? []
    if (to === '') throw new RowError(NO_NOTE)
    // Newer reports list the conversion again for the coin received. Converting staked ETH to ETH changes nothing.
    if (asset.toUpperCase() !== from.toUpperCase() || coinNamed(from) === coinNamed(to)) return null
    return coinLegs(shared, coins(row, from, paid), coins(row, to, received), worth)
  }
  if (REWARDS.test(type) || (type === 'receive' && EARNED.test(notes)))
    return GIFTS.test(`${type} ${notes}`)
      ? { ...shared, symbol, ...shareTransfer(size), price: rounded(row.number('price')) }
      : { ...shared, symbol, ...stockDividend(size) }
  if (INCOMING.test(type))
    return { ...shared, symbol, ...shareTransfer(size), price: rounded(row.number('price')) }
  if (OUTGOING.test(type)) return { ...shared, symbol, ...shareTransfer(size.neg()) }
  if (type === 'asset migration' && reported) return { ...shared, symbol, ...shareTransfer(reported) }
  return ignoreIfEmpty(row.text('type'), reported)
}

/** An asset and its quantity as a note states them. */
const coins = (row: TableRow<Column>, asset: string, size: string): Coins => ({
  asset: asset.toUpperCase(),
  size: row.asNumber(size) ?? ZERO,
})

/** Translates a row whose asset is money, such as dollars or euros. */
function readMoney(
  row: TableRow<Column>,
  shared: Pick<Draft, 'day' | 'time' | 'currency' | 'key'>,
): Draft | null {
  const type = row.text('type').toLowerCase()
  const reported = requiredNumber(row, 'quantity')
  const size = reported.abs()
  if (REWARDS.test(type)) return { ...shared, type: 'interest', cash: size }
  if (INCOMING.test(type)) return { ...shared, ...flow(size) }
  if (OUTGOING.test(type)) return { ...shared, ...flow(size.neg()) }
  if (/subscription|\bfee\b/.test(type)) return { ...shared, ...charge(size.neg()) }
  return ignoreIfEmpty(row.text('type'), reported)
}
