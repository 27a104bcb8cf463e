// Translates share transfers and open positions of an Interactive Brokers statement.
import type { Position } from '#engine/portfolio/activity.ts'
import { type Draft, flow, shareTransfer, ZERO } from '../../drafts.ts'
import { requiredNumber } from '../../row.ts'
import { currencyUnitOf } from '../../symbols.ts'
import { activityTable, date, number, optional, positionTable, text } from '../../table.ts'
import { isBond, tradedSymbol } from './descriptions.ts'

/** The company's name, which another section of the statement has. */
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
      worth: optional(number('market value')),
      cash: number('cash amount'),
      account: optional(text('account')),
    },
    (row): Draft[] | null => {
      if (!/^[A-Z]{3}$/.test(row.text('currency'))) return null
      const shared = { ...row.day('date'), currency: currencyUnitOf(row.text('currency')).currency }
      const quantity = row.number('quantity') ?? ZERO
      const cash = row.number('cash') ?? ZERO
      const { symbol, size } = quantity.isZero()
        ? { symbol: null, size: ZERO }
        : tradedSymbol(row.text('symbol'), quantity)
      const worth = size.isZero() ? null : row.number('worth')?.dividedBy(size).abs().toDecimalPlaces(10)
      const price = row.number('price') ?? worth ?? null
      return [
        {
          ...shared,
          ...shareTransfer(size),
          symbol,
          price,
          companyName: nameFor(row.text('symbol')),
        },
        { ...shared, ...flow(cash) },
      ]
    },
  )

export const openPositionTable = (nameFor: NameFor, multipliers: ReadonlyMap<string, string>) =>
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
      const category = row.text('category')
      if (isLot || /future|cfd|forex|total/i.test(category)) return null
      const multiplier = multipliers.get(row.text('symbol')) ?? ''
      const { symbol, size } = tradedSymbol(row.text('symbol'), requiredNumber(row, 'quantity'), {
        category,
        multiplier,
      })
      const units = isBond(category) ? 100 : 1
      return {
        symbol,
        companyName: nameFor(row.text('symbol')),
        quantity: size,
        averageCost: row.number('cost')?.dividedBy(units) ?? null,
        price: row.number('price')?.dividedBy(units) ?? null,
        currency: currencyUnitOf(row.text('currency')).currency,
      }
    },
  )
