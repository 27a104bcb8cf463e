// OFX and QFX (Quicken): the investment statements that many US brokers offer in addition to CSV.
import type { Decimal } from 'decimal.js'
import type { Position, Statement, StatementBalance } from '#engine/portfolio/activity.ts'
import { readDate } from '../../dates.ts'
import { ZERO } from '../../drafts.ts'
import { RowError } from '../../file-errors.ts'
import { type Format, type Sheet } from '../../format.ts'
import { headerOrIssues } from '../../missing-columns.ts'
import { readNumber } from '../../numbers.ts'
import { requiredNumber } from '../../row.ts'
import { currencyUnitOf, maskedAccount } from '../../symbols.ts'
import { type Header, number, optional, positionTable, text, type Table } from '../../table.ts'
import { securities, type Securities } from './securities.ts'
import type { OfxSeen } from './transaction-row.ts'
import { transactionTable } from './transactions.ts'

type Values = ReadonlyMap<string, string>
/** One account's balances at the end of its statement. */
type Account = {
  label: string | undefined
  start: string
  asOf: string
  currency: string
  positions: Values[] | null
  balance: Values | null
}

const positionsIn = (known: Securities): Table =>
  positionTable(
    {
      kind: text('kind'),
      account: optional(text('acctid')),
      currency: optional(text('cursym', 'curdef')),
      security: text('uniqueid'),
      side: optional(text('postype')),
      units: number('units'),
      price: optional(number('unitprice')),
    },
    (row) =>
      positionOf(known, {
        id: row.text('security'),
        kind: row.text('kind'),
        isShort: row.text('side').toUpperCase() === 'SHORT',
        units: requiredNumber(row, 'units'),
        price: row.number('price'),
        currency: row.text('currency') || row.currency,
      }),
  )

type Reported = {
  id: string
  kind: string
  isShort: boolean
  units: Decimal
  price: Decimal | null
  currency: string
}

/** Null for a fund that holds the account's cash. */
function positionOf(
  known: Securities,
  { id, kind, isShort, units, price, currency }: Reported,
): Position | null {
  const { symbol, companyName, units: each, isCash } = known.named(id, { isOption: kind === 'POSOPT' })
  if (isCash) return null
  const quantity = (isShort ? units.abs().neg() : units).times(each)
  return {
    symbol,
    companyName,
    quantity,
    averageCost: null,
    price,
    currency: currencyUnitOf(currency).currency,
  }
}

function open(): Sheet {
  const facts: Sheet['facts'] = { accounts: new Set() }
  const known = securities()
  const accounts: Account[] = []
  const headers = new Map<string, Header>()
  const tables = new Map<string, Table>()
  const seen: OfxSeen = { bankRows: false }
  let firstDay = ''
  return {
    facts,
    // Without transactions the file is a list of positions.
    statements: () =>
      firstDay ? accounts.flatMap((one) => statementOf(one, { known, firstDay }) ?? []) : [],
    asOf: () => dayOf(accounts.at(-1)?.asOf ?? ''),
    // A row is the element's name, followed by the name and the value of each element in it.
    place(cells) {
      const [element = '', ...pairs] = cells
      const values: Values = new Map(
        pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : [])),
      )
      const of = (name: string) => values.get(name) ?? ''
      const isPosition = element.startsWith('POS')
      if (element === 'INVSTMTRS')
        accounts.push({ label: undefined, start: '', asOf: '', currency: '', positions: null, balance: null })
      const account = accounts.at(-1)
      if (account) {
        account.label ??= maskedAccount(of('ACCTID'))
        if (element === 'DTASOF') account.asOf ||= of('VALUE')
        if (element === 'DTSTART') account.start ||= of('VALUE')
        if (element === 'INVPOSLIST') account.positions ??= []
        if (element === 'INVBAL') Object.assign(account, { balance: values, currency: of('CURDEF') })
        if (values.has('KIND') && isPosition) account.positions?.push(values)
      }
      if (element.endsWith('INFO') && values.has('UNIQUEID')) known.add(of)
      if (!values.has('KIND') || element.endsWith('INFO') || element === 'INVBAL') return null
      if (element === 'INVBANKTRAN') seen.bankRows = true
      const day = isPosition ? null : dayOf(of('DTTRADE') || of('DTPOSTED'))
      if (day && (firstDay === '' || day < firstDay)) firstDay = day
      const names = cells.map((cell, index) => (index % 2 === 1 ? cell : ''))
      const shape = `${element} ${names.join(' ')}`
      const table =
        tables.get(element) ?? (isPosition ? positionsIn(known) : transactionTable(element, known, seen))
      const header = headers.get(shape) ?? valuesOf(headerOf(element, table, names))
      tables.set(element, table)
      headers.set(shape, header)
      return header
    },
  }
}

/** OFX's names by column key. */
const NAMES: Record<string, string> = {
  date: 'DTTRADE',
  security: 'UNIQUEID',
  units: 'UNITS',
  total: 'TOTAL',
  numerator: 'NUMERATOR',
  denominator: 'DENOMINATOR',
  bankType: 'TRNTYPE',
  amount: 'TRNAMT',
}

const headerOf = (element: string, table: Table, names: string[]): Header =>
  headerOrIssues(table, names, (missing) => {
    const fields = missing.map((key) => `“${NAMES[key] ?? key}”`).join(', ')
    return `This row is missing ${fields}, which OFX requires for ${element}. Choose CSV where the broker asks for a format.`
  })

/** The header matched names; each value comes right after its name. */
const valuesOf = (header: Header): Header => ({
  ...header,
  pick: header.pick.map((index) => index + 1),
  width: 0,
})

/** No account's history is older. Some brokers write 1970 to mean the complete history. */
const FIRST_YEAR = '1990'

type Means = { known: Securities; firstDay: string }

/** Null if the account reports no balances, or doesn't say for which days. */
function statementOf(
  account: Account,
  { known, firstDay }: Means,
): (Statement & { account: string | undefined }) | null {
  const [start, to] = [dayOf(account.start), dayOf(account.asOf)]
  const from = start && start < FIRST_YEAR ? firstDay : start
  if (!from || !to || from > to) return null
  const listed = account.positions?.map((values) => closingPosition(values, known)) ?? null
  const positions = listed?.every((one) => one !== undefined) ? listed.flatMap((one) => one ?? []) : null
  const cash = cashOf(account, known)
  if (!positions && !cash) return null
  const nothing = { positions: null, cash: null, netAssetValue: null }
  const closing = { positions, cash, netAssetValue: null }
  return { account: account.label, from, to, opening: nothing, closing }
}

/** Null for a fund that holds cash, undefined if the position can't be read. */
const closingPosition = (values: Values, known: Securities): Position | null | undefined =>
  orUndefined(() => {
    const units = numberIn(values, 'UNITS')
    if (!units) return undefined
    return positionOf(known, {
      id: values.get('UNIQUEID') ?? '',
      kind: values.get('KIND') ?? '',
      isShort: values.get('POSTYPE')?.toUpperCase() === 'SHORT',
      units,
      price: numberIn(values, 'UNITPRICE'),
      currency: values.get('CURSYM') || values.get('CURDEF') || 'USD',
    })
  })

/**
 * The cash includes the fund that holds it, unless the fund's value shows that it can't. With borrowed money, brokers
 * differ in what they count as cash, so it's unknown.
 */
function cashOf({ balance, positions, currency }: Account, known: Securities): StatementBalance['cash'] {
  if (!balance) return null
  const amounts = orUndefined(() => {
    const cash = numberIn(balance, 'AVAILCASH')
    const isBorrowed = !(numberIn(balance, 'MARGINBALANCE') ?? ZERO).isZero()
    const funds = (positions ?? []).filter((values) => known.named(values.get('UNIQUEID') ?? '').isCash)
    const inFunds = funds.reduce((sum, values) => sum.plus(numberIn(values, 'UNITS') ?? ZERO), ZERO)
    return cash && !isBorrowed ? { cash, inFunds } : undefined
  })
  if (!amounts) return null
  const { cash, inFunds } = amounts
  const amount = cash.lessThan(inFunds) ? cash.plus(inFunds) : cash
  return [{ currency: currencyUnitOf(currency || 'USD').currency, amount }]
}

const numberIn = (values: Values, name: string) => readNumber(values.get(name) ?? '', '.')

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return undefined
  }
}

/** `20240131160000.000[-5:EST]`, as the broker writes the day. */
const dayOf = (written: string): string | null =>
  orUndefined(() => readDate(written.slice(0, 8), { order: 'mdy' }).day) ?? null

export const ofx: Format = {
  broker: 'OFX',
  slug: 'ofx',
  defaults: { order: 'mdy', decimal: '.', currency: 'USD' },
  confidence: () => 0,
  open,
}
