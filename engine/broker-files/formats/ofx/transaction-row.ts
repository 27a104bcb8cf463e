// OFX: what a transaction's row contains, and what all kinds of transactions have in common.
import type { Decimal } from 'decimal.js'
import { readDate } from '../../dates.ts'
import { type Draft, flow, ZERO } from '../../drafts.ts'
import { currencyUnitOf } from '../../symbols.ts'
import { many, number, optional, text, type TableRow } from '../../table.ts'
import type { Securities, Security } from './securities.ts'

export const columns = {
  kind: text('kind'),
  account: optional(text('acctid')),
  currency: optional(text('cursym', 'curdef')),
  id: optional(text('fitid')),
  reverses: optional(text('reversalfitid')),
  date: optional(text('dttrade', 'dtposted')),
  security: optional(text('uniqueid')),
  name: optional(text('name')),
  memo: optional(text('memo')),
  funds: optional(text('subacctfund')),
  units: optional(number('units')),
  price: optional(number('unitprice')),
  total: optional(number('total')),
  fees: many(number('commission', 'fees', 'taxes', 'load')),
  incomeType: optional(text('incometype')),
  side: optional(text('buytype', 'selltype', 'optbuytype', 'optselltype', 'optaction', 'tferaction')),
  shares: optional(number('shperctrct')),
  numerator: optional(number('numerator')),
  denominator: optional(number('denominator')),
  fraction: optional(number('fraccash')),
  bankType: optional(text('trntype')),
  amount: optional(number('trnamt')),
}
export type Column = keyof typeof columns
export type Row = TableRow<Column>
/** Facts about the whole file, known before the first row is translated. */
export type OfxSeen = { bankRows: boolean }

/**
 * In a fund account without cash, money comes from and goes to the owner's bank without rows of its own. Each payment
 * therefore gets a row with the opposite flow.
 */
export function paidOutside(draft: Draft, row: Row, { bankRows }: OfxSeen): Draft[] {
  const { day, time = '', currency, cash, key = '' } = draft
  if (bankRows || row.text('funds').toUpperCase() !== 'OTHER' || !cash || cash.isZero()) return [draft]
  const paid = {
    day,
    time,
    ...(currency && { currency }),
    ...(key && { key: `${key} paid`, isRepeatable: true }),
  }
  return [draft, { ...paid, ...flow(cash.neg()) }]
}

/** Times that brokers write if they don't know the time of day. */
const NO_TIME = /^(00:00|12:00|16:00)/

/** `20240115093000.000[-5:EST]`: the day as the broker writes it. */
function dayOf(written: string): Pick<Draft, 'day' | 'time'> {
  const [, date = written, hour, minute, second] =
    /^(\d{8})(\d{2})?(\d{2})?(\d{2})?/.exec(written.trim()) ?? []
  const { day } = readDate(date, { order: 'mdy' })
  const time = second === undefined ? '' : `${hour}:${minute}:${second}`
  return { day, time: NO_TIME.test(time) ? '' : time }
}

export function shared(row: Row): Pick<Draft, 'day' | 'time' | 'currency' | 'key' | 'isRepeatable'> {
  const id = row.text('id')
  const day = dayOf(row.text('date'))
  const figures = [row.text('units'), row.text('total')]
  const parts = [row.text('kind'), row.text('account'), id, day.day, ...figures]
  return {
    ...day,
    currency: currencyUnitOf(row.text('currency') || row.currency).currency,
    // Some brokers give several rows one id. The same row with the same id is the same transaction, by OFX’s rules.
    ...(id && { key: parts.join(' '), isRepeatable: true }),
  }
}

export const securityOf = (row: Row, known: Securities): Security =>
  known.named(row.text('security'), {
    isOption: row.text('kind').endsWith('OPT'),
    memo: row.text('memo'),
  })

export const named = ({ symbol, companyName }: Security) => ({ symbol, companyName })
export const feesOf = (row: Row): Decimal =>
  row.each('fees').reduce((sum, cell) => sum.plus(row.asNumber(cell.text)?.abs() ?? ZERO), ZERO)
