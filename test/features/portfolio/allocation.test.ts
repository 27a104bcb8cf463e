// The parts of an allocation.
import { expect, test } from 'vitest'
import { allocationOf, borrowedText } from '#web/features/portfolio/holdings/allocation-card.tsx'

const held = (...weights: string[]) =>
  weights.map((weight, index) => ({
    id: String(index),
    ticker: `T${index}`,
    companyName: '',
    percentReturn: '+0.0%',
    weight,
    spark: [],
    noPriceSince: null,
    isAtIntrinsic: false,
  }))
const partsOf = (weights: string[], cash: string | null) =>
  allocationOf(held(...weights), cash).map(({ name, percent }) => `${name} ${percent.toFixed(1)}`)

test('parts are sorted by size, including cash', () => {
  expect(partsOf(['38.0%', '9.8%'], '52.2%')).toEqual(['Cash 52.2', 'T0 38.0', 'T1 9.8'])
  expect(partsOf(['38.0%', '62.0%'], null)).toEqual(['T1 62.0', 'T0 38.0'])
})

test('cash stays a separate part when small holdings are combined', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `${12 - index}.0%`)
  const parts = partsOf(twelve, '22.0%')
  expect(parts).toHaveLength(10)
  expect([parts[0], parts.at(-1)]).toEqual(['Cash 22.0', '4 others 10.0'])
  expect(partsOf(twelve, '0.1%').slice(-2)).toEqual(['Cash 0.1', '4 others 10.0'])
  expect(partsOf(twelve, null)).toHaveLength(10)
  expect(partsOf(twelve, null).at(-1)).toBe('3 others 6.0')
})

test('borrowed cash and short positions aren’t parts, and a note explains a sum above 100%', () => {
  const parts = allocationOf(held('100.0%', '50.0%', '-20.0%'), '-30.0%')
  expect(parts.map(({ name }) => name)).toEqual(['T0', 'T1'])
  expect(borrowedText(parts)).toBe(
    'Together 150.0% of the account’s value: shares sold short and borrowed cash, 50.0%, are owed.',
  )
  expect(borrowedText(allocationOf(held('33.4%', '33.3%'), '33.3%'))).toBeUndefined()
})

test('without holdings or weights there are no parts', () => {
  expect(partsOf([], '100.0%')).toEqual([])
  expect(partsOf([''], null)).toEqual([])
})
