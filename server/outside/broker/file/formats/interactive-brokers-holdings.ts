// Shares that an Interactive Brokers statement says were moved in or out, and those it says are held.
import type { Position } from '../../port.ts'
import { type Draft, flow, moved, ZERO } from '../drafts.ts'
import { optionOf, SHARES_A_CONTRACT } from '../options.ts'
import { needed } from '../row.ts'
import { currencyOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, positionTable, text } from '../table.ts'
import { tradedSymbol } from './interactive-brokers-words.ts'

/** The company's name, which the statement has elsewhere. */
type NameFor = (symbol: string) => string | null

export const transferTable = (nameFor: NameFor) =>
  activityTable(
    {
      category: text('asset category'),
      currency: text('currency'),
      symbol: text('symbol'),
      date: date('date'),
      direction: text('direction'),
      quantity: number('qty'),
      price: optional(number('xfer price')),
      cash: number('cash amount'),
      account: optional(text('account')),
    },
    (row): Draft[] | null => {
      if (!/^[A-Z]{3}$/.test(row.text('currency'))) return null
      const shared = { ...row.day('date'), currency: currencyOf(row.text('currency')).currency }
      const quantity = row.number('quantity') ?? ZERO
      const cash = row.number('cash') ?? ZERO
      const { symbol, size } = quantity.isZero()
        ? { symbol: null, size: ZERO }
        : tradedSymbol(row.text('symbol'), quantity)
      const price = row.number('price')
      return [
        {
          ...shared,
          ...moved(size),
          symbol,
          price,
          companyName: nameFor(row.text('symbol')),
        },
        { ...shared, ...flow(cash) },
      ]
    },
  )

export const openPositionTable = (nameFor: NameFor) =>
  positionTable(
    {
      level: optional(text('datadiscriminator')),
      category: text('asset category'),
      currency: text('currency'),
      symbol: text('symbol'),
      quantity: number('quantity'),
      cost: optional(number('cost price')),
      price: optional(number('close price')),
    },
    (row): Position | null => {
      const isLot = row.text('level') !== '' && row.text('level') !== 'Summary'
      if (isLot || /future|cfd|forex|total/i.test(row.text('category'))) return null
      const isOption = optionOf(row.text('symbol')) !== null
      return {
        symbol: optionOf(row.text('symbol')) ?? symbolOf(row.text('symbol')),
        companyName: nameFor(row.text('symbol')),
        quantity: needed(row, 'quantity').times(isOption ? SHARES_A_CONTRACT : 1),
        averageCost: row.number('cost')?.dividedBy(isOption ? SHARES_A_CONTRACT : 1) ?? null,
        price: row.number('price'),
        currency: currencyOf(row.text('currency')).currency,
      }
    },
  )
